import type { OrganizationId } from "../../access/scope.ts";
import type { Condition } from "../../table/expression.ts";
import { roomKey } from "../../table/keys.ts";
import type { Row, Write } from "../../table/table.ts";

/** How many deployments an organization has, and how many databases its agents report. */
export interface Usage {
  deployments: number;
  databases: number;
}

/** The usage that was counted last, plus what was reserved since. Reports without growth never touch the row. */
export interface UsageRow extends Usage {
  /** Unix epoch in milliseconds. */
  countedAt: number;
}

export const readUsage = (row: Row | undefined): UsageRow | undefined =>
  row as unknown as UsageRow | undefined;

/** Writes what was counted, on the condition that nobody else has counted since `before`. */
export function putUsage(organization: OrganizationId, usage: UsageRow, before: UsageRow | undefined): Write {
  const unchanged: Condition = before
    ? { attribute: "countedAt", is: "=", value: before.countedAt }
    : { exists: false };
  return { put: { ...roomKey(organization), ...usage }, when: [unchanged] };
}

/** Holds while the quota allows the growth, and the last count is newer than `countedAfter`. */
export function withinQuota(growth: Usage, quota: Usage, countedAfter: number): Condition[] {
  const below = (["deployments", "databases"] as const)
    .filter((what) => growth[what] > 0)
    .map((what): Condition => ({ attribute: what, is: "<=", value: quota[what] - growth[what] }));
  return [{ attribute: "countedAt", is: ">", value: countedAfter }, ...below];
}
