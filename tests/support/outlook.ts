import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { OutlookAnswer } from "@shardwatch/core/contract/outlook/outlook";
import { type PastDay, pastWrites } from "@shardwatch/core/history/fold/past-writes";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import type { SlotDeployment } from "@shardwatch/core/history/trail-payload";
import { foldOutlook } from "@shardwatch/core/outlook/fold-outlook";
import type { StoredRow } from "@shardwatch/core/table/row";
import { rowsOfOrganization } from "./scope.ts";
import { databases, reported, reportOf, send } from "./reports.ts";
import { call, createKey, type Person, signInAgain, signUp, type World } from "./world.ts";

export const hour = 3_600_000;
export const day = 24 * hour;
export const mebibyte = 1_048_576;
const slotsOfDay = 288;

/** The figures of a deployment's databases at an hour. */
export type FiguresOf = (dayNumber: number, hour: number) => NonNullable<SlotDeployment["databases"]>;

/** One database "0" with these bytes used of a limit. */
export const one = (used: number, limit = 64 * mebibyte, more: object = {}) => ({
  ids: ["0"],
  used: [Math.round(used)],
  limit: [limit],
  ...more,
});

/**
 * Stores past days of a deployment as the fold would have. The newest one is yesterday.
 * @param figuresOf by the number of the day and its hour
 * @param slots how many slots of each day are known
 */
export async function storePast(
  { services, clock }: World,
  { organizationId, id }: { organizationId: string; id: string },
  days: number,
  figuresOf: FiguresOf,
  slots = slotsOfDay,
): Promise<void> {
  const today = Math.floor(clock.now() / day);
  const past = Array.from({ length: days }, (_, index): PastDay => {
    const dayNumber = today - days + index;
    const said = Array.from({ length: 24 }, (_unused, at): [number, SlotDeployment] => [
      dayNumber * 24 + at,
      { id, status: "active", databases: figuresOf(dayNumber, at) },
    ]);
    return {
      dayNumber,
      said: new Map(said),
      withHours: today - dayNumber <= 35,
      hoursApart: slots / slotsOfDay,
      license: null,
    };
  });
  for (const write of pastWrites(organizationOfJob(organizationId), id, past))
    if ("put" in write) await services.table.put(write.put);
}

/** Ahead to a time of the next day, UTC. */
export function toNextDay({ clock }: World, after: number): number {
  clock.time = (Math.floor(clock.now() / day) + 1) * day + after;
  return clock.time;
}

/** Folds as the job does. */
export const foldWithOutlook = async ({ services }: Pick<World, "services">, organizationId: string) =>
  await foldDays(services, organizationId, { follow: foldOutlook });

/** The stored rows of an organization whose sort keys match. */
export async function rowsLike(
  { services }: World,
  organizationId: string,
  pattern: RegExp,
): Promise<StoredRow[]> {
  const rows = await services.table.queryAll(rowsOfOrganization(organizationId));
  return rows.filter(({ sk }) => pattern.test(sk));
}

/** The answer to somebody who signs in again first. */
export async function outlookOf(world: World, person: Person, query = ""): Promise<OutlookAnswer> {
  const answer = await call(world, "GET", `/outlook${query}`, { as: await signInAgain(world, person) });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as OutlookAnswer;
}

/** Servers of so many databases at agents of one key, as they are on the day after their first report. */
export async function fleetWithPast(world: World, servers: number, { agents = 1, count = 1 } = {}) {
  toNextDay(world, 0);
  const person = await signUp(world);
  const { organizationId } = person;
  const { compositeKey } = await createKey(world, person);
  const nameOf = (agent: number, server: number) => `${agent} ${String(server).padStart(2, "0")}`;

  /** What an agent reports of its servers now. */
  async function report(fields: Partial<ReportedDeployment> = {}, agent = 0): Promise<void> {
    const some = { databases: databases(count), ...fields };
    const all = Array.from({ length: servers }, (_, server) => reported(nameOf(agent, server), some));
    const id = `agent${String(agent).padStart(11, "0")}`;
    world.clock.advance(60_000);
    const answer = await send(world, compositeKey, reportOf(world, all, { agent: { id, version: "1" } }));
    if (answer.status !== 202) throw new Error(await answer.text());
  }

  for (let agent = 0; agent < agents; agent += 1) await report({}, agent);
  const list = await call(world, "GET", "/deployments", { as: await signInAgain(world, person) });
  const { deployments } = (await list.json()) as DeploymentList;
  const ids = deployments.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ id }) => id);
  // A past before their first report is not theirs.
  for (const row of await rowsLike(world, organizationId, /^DEP#/))
    await world.services.table.update(row, { set: { born: world.clock.now() - 200 * day } });
  /** The servers in the order of the agents. */
  const of = (place: number) => ({ organizationId, id: ids[place] ?? "" });
  return { person, organizationId, of, report };
}

/**
 * Memory that grows to this one on the newest day.
 * @param perDay bytes
 */
export function growing(
  { clock }: World,
  newest: number,
  perDay: number,
  figures: typeof one = one,
): FiguresOf {
  const yesterday = Math.floor(clock.now() / day) - 1;
  return (dayNumber) => figures(newest - perDay * (yesterday - dayNumber));
}
