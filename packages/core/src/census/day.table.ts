import { deflateRawSync } from "node:zlib";
import type { OrganizationId } from "../access/scope.ts";
import { bytes, number } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { type Row, RowKind } from "../table/row.ts";
import { censusKey } from "./census.keys.ts";
import { expiring } from "./totals.table.ts";

export const censusKind = new RowKind("census", 1, {
  /** When the list was read, Unix epoch in milliseconds. */
  takenAt: number("at"),
  /** How many parts the day has. */
  parts: number("of"),
  /** A JSON array of list items in the order of the list, deflated. */
  items: bytes("p"),
});

/** What DynamoDB takes in one row, less what the other attributes need. */
const mostBytes = 380_000;

const pack = (items: readonly string[]): Buffer => deflateRawSync(`[${items.join(",")}]`, { level: 9 });

/** As few parts as the bytes of a row allow, each half of a larger one. */
function divide(items: readonly string[]): Buffer[] {
  const packed = pack(items);
  if (packed.length <= mostBytes || items.length === 1) return [packed];
  const half = Math.ceil(items.length / 2);
  return [...divide(items.slice(0, half)), ...divide(items.slice(half))];
}

/**
 * The list of a day as rows. Write the first one last: a day that has it is complete.
 * @param items as JSON texts
 */
export function censusRows(
  organization: OrganizationId,
  date: string,
  takenAt: number,
  items: readonly string[],
): (Key & Row)[] {
  const packed = divide(items);
  return packed.map((part, index) => ({
    ...censusKey(organization, date, index),
    ...censusKind.write({ takenAt, parts: packed.length, items: part }),
    ...expiring(date),
  }));
}
