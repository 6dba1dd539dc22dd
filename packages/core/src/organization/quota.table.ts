import type { OrganizationId } from "../access/scope.ts";
import { number, optional } from "../table/field.ts";
import { type Row, RowKind, type RowOf } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import { quotaKey } from "./organization.keys.ts";

/**
 * How many of each there are at most: too high after deletions, never too low. Absent while nobody has counted. Only
 * updates write it, so its rows carry no version.
 */
export const quotaKind = new RowKind("quota", 1, {
  accessKeys: optional(number()),
  redisClouds: optional(number()),
  elastiCaches: optional(number()),
  invitations: optional(number()),
  /** Changes with every count, and with whatever makes a new one necessary. */
  counts: optional(number()),
});

type QuotaRow = RowOf<typeof quotaKind>;

/** What people create one by one, up to a limit. */
export type Limited = Exclude<keyof QuotaRow, "counts">;

export const readQuota = (row: Row | undefined): QuotaRow => (row ? quotaKind.read(row) : {});

const { attribute } = quotaKind;

/** Takes room for one; fails when there is none, or when nobody has counted. */
export function addOne(organization: OrganizationId, what: Limited, most: number): Write {
  return {
    update: quotaKey(organization),
    change: { add: { [attribute[what]]: 1 } },
    when: [{ attribute: attribute[what], is: "<", value: most }],
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
    change: { set: quotaKind.changes({ [what]: count }), add: { [attribute.counts]: 1 } },
    when: quotaKind.equals({ [what]: before[what], counts: before.counts }),
  };
}

/** What was counted counts no more, and neither does a count that is being made. */
export function forgetCount(organization: OrganizationId, what: Limited): Write {
  return {
    update: quotaKey(organization),
    change: { remove: [attribute[what]], add: { [attribute.counts]: 1 } },
  };
}
