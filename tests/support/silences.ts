import type { RuleId } from "@shardwatch/core/contract/incident/rules";
import type { Silence, SilenceInput } from "@shardwatch/core/contract/incident/silence";
import { call, type Person, signInAgain, type World } from "./world.ts";

const hour = 3_600_000;

export type SilenceRequest = Pick<SilenceInput, "scope"> & Partial<SilenceInput>;

/** Asks for a silence, of an hour unless the request says something else. */
export async function askForSilence(
  world: World,
  person: Person,
  request: SilenceRequest,
  query = "",
): Promise<Response> {
  const until = new Date(world.clock.now() + hour).toISOString();
  return await call(world, "POST", `/silences${query}`, {
    as: await signInAgain(world, person),
    body: { until, reason: "Maintenance", ...request },
  });
}

/** Silences for an hour. */
export async function silenceFor(world: World, person: Person, request: SilenceRequest): Promise<Silence> {
  const answer = await askForSilence(world, person, request);
  if (answer.status !== 201) throw new Error(`the silence was refused: ${await answer.text()}`);
  return (await answer.json()) as Silence;
}

export const silenceRule = async (world: World, person: Person, rule: RuleId): Promise<Silence> =>
  await silenceFor(world, person, { scope: { kind: "rule", rule } });
