import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import type { OutlookAnswer } from "@shardwatch/core/contract/outlook/outlook";
import { type PastDay, pastWrites } from "@shardwatch/core/history/fold/past-writes";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import type { SlotDeployment } from "@shardwatch/core/history/trail-payload";
import { foldOutlook } from "@shardwatch/core/outlook/fold-outlook";
import type { StoredRow } from "@shardwatch/core/table/row";
import { rowsOfOrganization } from "./scope.ts";
import { call, type Person, signInAgain, type World } from "./world.ts";

export const hour = 3_600_000;
export const day = 24 * hour;
export const mebibyte = 1_048_576;

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
 */
export async function storePast(
  { services, clock }: World,
  { organizationId, id }: { organizationId: string; id: string },
  days: number,
  figuresOf: FiguresOf,
): Promise<void> {
  const today = Math.floor(clock.now() / day);
  const past = Array.from({ length: days }, (_, index): PastDay => {
    const dayNumber = today - days + index;
    const said = Array.from({ length: 24 }, (_unused, at): [number, SlotDeployment] => [
      dayNumber * 24 + at,
      { id, status: "active", databases: figuresOf(dayNumber, at) },
    ]);
    return { dayNumber, said: new Map(said), withHours: today - dayNumber <= 35, license: null };
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
