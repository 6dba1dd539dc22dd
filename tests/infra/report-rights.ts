import { reported, reportOf, send } from "../support/reports.ts";
import { createKey, signUp, startWorld } from "../support/world.ts";

/** The database actions of a report in every case, under their IAM names. */
export async function actionsOfReports(): Promise<Set<string>> {
  const world = await startWorld();
  const { compositeKey } = await createKey(world, await signUp(world));
  const actions = new Set<string>();
  const report = async (agent: string, name: string, server = "server") => {
    const id = agent.padEnd(12, "0");
    const content = reportOf(world, [reported(server, { name })], { agent: { id, version: "1" } });
    world.recorder.clear();
    const { status } = await send(world, compositeKey, content);
    if (status !== 202) throw new Error(`a report was answered ${status}`);
    for (const action of world.recorder.sent.flatMap((sent) => sent.actions)) actions.add(action);
  };
  try {
    await report("first", "new");
    world.clock.advance(60_000);
    await report("first", "changed");
    await report("second", "another agent");
    world.clock.advance(10 * 60_000);
    await report("second", "taken over");
    for (let count = 0; count < 98; count += 1)
      await report(`crowd${count}x`, "one of many", `server ${count}`);
    world.clock.advance(2 * 3_600_000);
    await report("hundredandfirst", "room was made", "another server");
    return actions;
  } finally {
    await world.stop();
  }
}
