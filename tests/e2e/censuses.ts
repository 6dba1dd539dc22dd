import { beginOfHour } from "@shardwatch/core/census/hours";
import type { Spark } from "@shardwatch/core/census/spark";
import { sparksRows } from "@shardwatch/core/census/sparks.table";
import { addTotals } from "@shardwatch/core/census/totals.table";
import { totalFigures, type Totals } from "@shardwatch/core/census/totals-payload";
import { countedStatuses } from "@shardwatch/core/contract/history/census";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { wholeList } from "@shardwatch/core/deployment/read/whole-list";
import { scopeOf } from "../support/scope.ts";
import type { TestProduct } from "./test-product.ts";

const hour = 3_600_000;

/** Levels that rise from 0 by this much an hour, up to 61. */
export const rising = (byHour: number): Spark => ({
  limited: true,
  values: Array.from({ length: 24 }, (_, index) => Math.min(61, Math.round(index * byHour))),
});

/** Levels that go up and down, others for each number. */
export const wandering = (number: number): Spark => ({
  limited: true,
  values: Array.from({ length: 24 }, (_, index) => Math.round(30 + 25 * Math.sin(number + index / 3))),
});

/**
 * Writes the sparklines that the census of the last hour would have left.
 * @param sparkOf of a deployment; undefined for none
 */
export async function leaveSparks(
  { services, people }: Pick<TestProduct, "services" | "people">,
  sparkOf: (item: DeploymentListItem, index: number) => Spark | undefined,
  organizationId: string = people.organization,
): Promise<void> {
  const organization = scopeOf({ organizationId });
  const { items } = await wholeList(services, organization);
  const sparks = new Map<string, Spark>();
  for (const [index, text] of items.entries()) {
    const item = JSON.parse(text) as DeploymentListItem;
    const spark = sparkOf(item, index);
    if (spark) sparks.set(item.id, spark);
  }
  const rows = sparksRows(organization, beginOfHour(services.clock.now()) - hour, sparks);
  for (const row of rows) await services.table.put(row);
}

/** What a census counted: the given numbers, and otherwise nothing. */
export function counted(
  statuses: Partial<Totals["statuses"]>,
  figures: Partial<Totals["figures"]> = {},
): Totals {
  const none = Object.fromEntries(countedStatuses.map((status) => [status, 0])) as Totals["statuses"];
  const unknown = Object.fromEntries(totalFigures.map((name) => [name, null])) as Totals["figures"];
  const types = { STANDALONE: 1, CLUSTER: 0, ENTERPRISE: 0, CLOUD: 0 };
  return { types, statuses: { ...none, ...statuses }, figures: { ...unknown, ...figures } };
}

/**
 * Writes the totals that censuses would have left.
 * @param totalsOf of so many hours ago, from 1 on; undefined for an hour that was not counted
 */
export async function leaveTotals(
  { services, people }: Pick<TestProduct, "services" | "people">,
  hours: number,
  totalsOf: (hoursAgo: number) => Totals | undefined,
  organizationId: string = people.organization,
): Promise<void> {
  for (let ago = 1; ago <= hours; ago += 1) {
    const totals = totalsOf(ago);
    if (!totals) continue;
    const { update, change } = addTotals(
      scopeOf({ organizationId }),
      services.clock.now() - ago * hour,
      totals,
    );
    await services.table.update(update, change);
  }
}
