import type { OrganizationId } from "../access/scope.ts";
import type { Condition } from "../table/expression.ts";
import { quotaKey } from "../table/keys.ts";
import type { Row, Write } from "../table/table.ts";

/** What people create one by one, up to a limit. */
export type Limited = "accessKeys" | "redisClouds" | "elastiCaches" | "invitations";

/** How many of each there are at most: too high after deletions, never too low. Absent while nobody has counted. */
export interface QuotaRow extends Partial<Record<Limited, number>> {
  /** Changes with every count, and with whatever makes a new one necessary. */
  counts?: number;
}

export const readQuota = (row: Row | undefined): QuotaRow => row ?? {};

/** Takes room for one; fails when there is none, or when nobody has counted. */
export function addOne(organization: OrganizationId, what: Limited, most: number): Write {
  return {
    update: quotaKey(organization),
    change: { add: { [what]: 1 } },
    when: [{ attribute: what, is: "<", value: most }],
  };
}

/** Writes what was counted, unless one was added or another count made since `before` was read. */
export function setCount(
  organization: OrganizationId,
  what: Limited,
  count: number,
  before: QuotaRow,
): Write {
  return {
    update: quotaKey(organization),
    change: { set: { [what]: count }, add: { counts: 1 } },
    when: [unchanged(what, before[what]), unchanged("counts", before.counts)],
  };
}

/** What was counted counts no more, and neither does a count that is being made. */
export function forgetCount(organization: OrganizationId, what: Limited): Write {
  return { update: quotaKey(organization), change: { remove: [what], add: { counts: 1 } } };
}

const unchanged = (attribute: string, value: number | undefined): Condition =>
  value === undefined ? { attribute, absent: true } : { attribute, is: "=", value };
