import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { DeploymentListItem } from "../contract/deployment/deployment.ts";
import { hour } from "../kit/time.ts";
import { sparksOf } from "./census.keys.ts";
import { beginOfHour } from "./hours.ts";
import { isSilent, nextSpark, type Spark } from "./spark.ts";
import { readSparks, sparksRows } from "./sparks.table.ts";

/**
 * Adds this hour to the sparklines of an organization. A second call within the hour replaces the value of the first.
 * @param measured ids of the deployments whose memory is known
 */
export async function drawSparks(
  { table }: Services,
  organization: OrganizationId,
  now: number,
  items: readonly DeploymentListItem[],
  measured: ReadonlySet<string>,
): Promise<void> {
  const before = readSparks(await table.queryAll(sparksOf(organization)));
  const current = beginOfHour(now);
  // A clock that was set back gives an hour that is over already.
  const hours = before ? Math.max(0, (current - before.hour) / hour) : 0;
  const sparks = new Map<string, Spark>();
  for (const item of items) {
    const spark = nextSpark(before?.sparks.get(item.id), hours, item, measured.has(item.id));
    if (!isSilent(spark)) sparks.set(item.id, spark);
  }
  for (const row of sparksRows(organization, current, sparks)) await table.put(row);
}

/** An hour of an organization: its deployments as they were then. */
export interface PastHour {
  /** Unix epoch in milliseconds. */
  at: number;
  items: readonly DeploymentListItem[];
}

/** Draws the sparklines of an organization anew, from several hours in a row. It is for demo data. */
export async function redrawSparks(
  { table }: Services,
  organization: OrganizationId,
  hours: readonly PastHour[],
): Promise<void> {
  let sparks = new Map<string, Spark>();
  for (const [index, { items }] of hours.entries())
    sparks = new Map(
      items.map((item) => [item.id, nextSpark(sparks.get(item.id), Math.min(index, 1), item, true)]),
    );
  const last = beginOfHour(hours.at(-1)?.at ?? 0);
  for (const row of sparksRows(organization, last, sparks)) await table.put(row);
}
