import type { OrganizationId } from "../access/scope.ts";
import { type Trait, traits } from "../contract/source/source.ts";
import { type Field, number, optional } from "../table/field.ts";
import { type Row, RowKind, type RowOf } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import { quotaKey } from "./organization.keys.ts";

/** One count for each kind of source. */
const counts = Object.fromEntries(traits("counted").map((name) => [name, optional(number())])) as Record<
  Trait<"counted">,
  Field<number, "optional">
>;

/**
 * Upper bounds on the number of each kind: too high after deletions, never too low. Absent until the first
 * count. Only updates write it, so its rows carry no version.
 */
export const quotaKind = new RowKind("quota", 1, {
  ...counts,
  invitations: optional(number()),
  tokens: optional(number()),
  /** Changes with every count, and with every write that requires a new count. */
  counts: optional(number()),
});

type QuotaRow = RowOf<typeof quotaKind>;

/** The kinds that people create one by one, up to a limit. */
export type Limited = Exclude<keyof QuotaRow, "counts">;

export const readQuota = (row: Row | undefined): QuotaRow => (row ? quotaKind.read(row) : {});

const { attribute } = quotaKind;

/** Reserves one. Fails when the quota is reached, or when there is no count yet. */
export function addOne(organization: OrganizationId, what: Limited, most: number): Write {
  return {
    update: quotaKey(organization),
    change: { add: { [attribute[what]]: 1 } },
    when: [{ attribute: attribute[what], is: "<", value: most }],
  };
}

/** Stores a count. Fails when one was added or another count was stored after `before` was read. */
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

/** Invalidates the stored count, and a count that is running now. */
export function forgetCount(organization: OrganizationId, what: Limited): Write {
  return {
    update: quotaKey(organization),
    change: { remove: [attribute[what]], add: { [attribute.counts]: 1 } },
  };
}
