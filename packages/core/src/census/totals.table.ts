import type { OrganizationId } from "../access/scope.ts";
import { day } from "../kit/time.ts";
import type { Condition } from "../table/expression.ts";
import { bytes, optional } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { type Row, RowKind, type StoredRow } from "../table/row.ts";
import { expiresAt } from "../table/schema.ts";
import type { Write } from "../table/table.ts";
import { dateOfTotals, totalsKey } from "./census.keys.ts";
import { dateOf, hourOfDay } from "./hours.ts";
import { decodeTotals, encodeTotals, type Totals } from "./totals-payload.ts";

const hours = Array.from({ length: 24 }, (_, hour) => `h${String(hour).padStart(2, "0")}`);

/** The totals of a day: one attribute for each hour in which was counted. */
export const totalsKind = new RowKind(
  "totals",
  1,
  Object.fromEntries(hours.map((hour) => [hour, optional(bytes())])),
);

/** How long totals and the lists of past days are kept, in milliseconds. */
const keptFor = 400 * day;

/** When something about a day expires. It follows from the day alone. */
export const expiring = (date: string) => expiresAt(Date.parse(date) + keptFor);

/** The write of this hour's totals. It fails when the hour has some. */
export function addTotals(
  organization: OrganizationId,
  now: number,
  totals: Totals,
): Extract<Write, { update: Key }> & { when: Condition[] } {
  const date = dateOf(now);
  const attribute = hours[hourOfDay(now)] ?? "";
  const set = { ...totalsKind.write({ [attribute]: encodeTotals(totals) }), ...expiring(date) };
  return {
    update: totalsKey(organization, date),
    change: { set },
    when: [{ attribute, absent: true }],
  };
}

/** The row of a whole day. @param totals by the hour of the day */
export const dayOfTotals = (
  organization: OrganizationId,
  date: string,
  totals: ReadonlyMap<number, Totals>,
): Key & Row => ({
  ...totalsKey(organization, date),
  ...totalsKind.write(
    Object.fromEntries([...totals].map(([hour, one]) => [hours[hour] ?? "", encodeTotals(one)])),
  ),
  ...expiring(date),
});

/** The totals of each hour of a day; undefined for hours without. */
export interface TotalsOfDay {
  date: string;
  hours: readonly (Totals | undefined)[];
}

export function readTotals(row: StoredRow): TotalsOfDay {
  const stored: Readonly<Record<string, Uint8Array | undefined>> = totalsKind.read(row);
  return {
    date: dateOfTotals(row),
    hours: hours.map((hour) => {
      const found = stored[hour];
      return found && decodeTotals(found);
    }),
  };
}

/** Whether an hour of the day was counted. */
export const hasHour = (row: StoredRow | undefined, hour: number): boolean =>
  row?.[hours[hour] ?? ""] !== undefined;
