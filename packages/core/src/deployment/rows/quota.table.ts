import type { OrganizationId } from "../../access/scope.ts";
import type { Change, Condition } from "../../table/expression.ts";
import { number } from "../../table/field.ts";
import { type Row, RowKind, type RowOf } from "../../table/row.ts";
import type { Write } from "../../table/table.ts";
import { usageKey } from "./deployment.keys.ts";

/** How many deployments an organization has, and how many databases its agents report. */
export interface Usage {
  deployments: number;
  databases: number;
}

/** The last counted usage, plus the reservations since. Reports without growth never write the row. */
export const usageKind = new RowKind("usage", 1, {
  deployments: number(),
  databases: number(),
  /** Unix epoch in milliseconds. */
  countedAt: number(),
});

export type UsageRow = RowOf<typeof usageKind>;

const { attribute } = usageKind;

export const readUsage = (row: Row | undefined): UsageRow | undefined => row && usageKind.read(row);

/** Writes a count, on the condition that no other count was written since `before`. */
export function putUsage(organization: OrganizationId, usage: UsageRow, before: UsageRow | undefined): Write {
  const unchanged: Condition[] = before
    ? usageKind.equals({ countedAt: before.countedAt })
    : [{ exists: false }];
  return { update: usageKey(organization), change: usageKind.replace(usage), when: unchanged };
}

/** The change of the row that adds growth, or takes back a reservation. */
export const addUsage = ({ deployments, databases }: Usage): Change => ({
  add: { [attribute.deployments]: deployments, [attribute.databases]: databases },
});

/** Holds while the quota allows the growth, and the last count is newer than `countedAfter`. */
export function withinQuota(growth: Usage, quota: Usage, countedAfter: number): Condition[] {
  const below = (["deployments", "databases"] as const)
    .filter((what) => growth[what] > 0)
    .map((what): Condition => {
      return { attribute: attribute[what], is: "<=", value: quota[what] - growth[what] };
    });
  return [{ attribute: attribute.countedAt, is: ">", value: countedAfter }, ...below];
}
