import type { Deployment, DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { Live } from "@shardwatch/core/contract/deployment/live";
import { Slots } from "../../packages/agent/src/slots/slots.ts";
import type { Source } from "../../packages/agent/src/sources/source.ts";
import { reportOf, send } from "./reports.ts";
import { slotMilliseconds, slotStart } from "./slots.ts";
import { call, createKey, signInAgain, signUp, type World } from "./world.ts";

/** What the API answers of a deployment. */
export interface Answered {
  detail: Deployment;
  live: Live;
}

/**
 * Lets the agent's own code read a source twice in one slot, and report it when the slot is over.
 * @param act called between the two readings
 */
export async function readByAgent(
  world: World,
  source: Source,
  act: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Answered> {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const slots = new Slots();
  world.clock.advance(slotStart(world, -1) - world.clock.now());
  slots.add(world.clock.now(), [await source.read()]);
  await act();
  const reading = await source.read();
  slots.add(world.clock.now(), [reading]);
  world.clock.advance(slotMilliseconds);
  const now = world.clock.now();
  slots.add(now, []);
  const report = slots.attach({ ...reportOf(world, [reading.deployment]), commands: [] }, now);
  const answer = await send(world, compositeKey, report);
  if (answer.status !== 202) throw new Error(`the report was answered ${answer.status}`);
  const as = await signInAgain(world, person);
  const read = async (path: string) => await (await call(world, "GET", path, { as })).json();
  const [first] = ((await read("/deployments")) as DeploymentList).deployments;
  const path = `/deployments/${first?.id}`;
  return { detail: (await read(path)) as Deployment, live: (await read(`${path}/live`)) as Live };
}
