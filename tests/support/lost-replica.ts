import { incidentsOf, lookAt } from "./incidents.ts";
import { databases, reported, reportOf, send } from "./reports.ts";
import { createKey, type Person, signInAgain, signUp, type World } from "./world.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** A primary loses a replica after more than a day. Returns the incident, and somebody who may say that it is intended. */
export async function loseReplica(world: World): Promise<{ as: Person; id: string }> {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const report = async (replicas: number) => {
    const one = databases(1).map((database) => ({ ...database, role: "primary" as const, replicas }));
    await send(world, compositeKey, reportOf(world, [reported("orders", { databases: one })]));
    await lookAt(world, person);
    world.clock.advance(minute);
  };
  await report(2);
  world.clock.advance(day);
  await report(2);
  for (let passed = 0; passed < 7; passed += 1) await report(1);
  const lost = (await incidentsOf(world, person)).find(({ rule }) => rule === "replica-lost");
  return { as: await signInAgain(world, person), id: lost?.id ?? "" };
}
