import type { OrganizationId } from "../../access/scope.ts";
import type { ShortId } from "../../history/deployment-bytes.ts";
import { day, minute } from "../../kit/time.ts";
import { bytes, number } from "../../table/field.ts";
import type { Key } from "../../table/keys.ts";
import { type Row, RowKind, type StoredRow } from "../../table/row.ts";
import { expiresAt } from "../../table/schema.ts";
import { outlookKey } from "./outlook.keys.ts";
import { type DatabaseOutlooks, decodeOutlooks, encodeOutlooks } from "./payload.ts";

/** What the newest folded day of an owner says about up to 4,000 databases. */
export const outlookKind = new RowKind("outlook", 1, {
  /** As `encodeOutlooks` writes it. */
  payload: bytes("p"),
  /** The newest folded day, counted from 1970-01-01. */
  dayNumber: number("d"),
});

/** After two folds that failed, nothing is said. */
const keptFor = 3 * day;

/** The midnight of UTC at which a day ends, Unix epoch in milliseconds. */
export const endOfDay = (dayNumber: number): number => (dayNumber + 1) * day;

/** The row of a part. It expires three days after the end of its day. @param part as `outlookKey` takes it */
export const outlookRow = (
  organization: OrganizationId,
  { owner, part, dayNumber }: { owner: string; part: number; dayNumber: number },
  deployments: ReadonlyMap<ShortId, DatabaseOutlooks>,
): Key & Row => ({
  ...outlookKey(organization, owner, part),
  ...outlookKind.write({ payload: encodeOutlooks(deployments), dayNumber }),
  ...expiresAt(endOfDay(dayNumber) + keptFor),
});

/** A row as it is read. */
export interface ReadOutlook {
  /** The midnight of UTC at which its trends end, Unix epoch in milliseconds. */
  end: number;
  /** Damaged bytes hold none. */
  deployments: ReadonlyMap<ShortId, DatabaseOutlooks>;
}

/** By how much the clocks of two functions may differ, in milliseconds. */
const clocksDiffer = minute;

/** Reads rows. Those that have expired are left out, and those of a day that is not over: a clock was ahead. */
export const readOutlooks = (rows: readonly StoredRow[], now: number): ReadOutlook[] =>
  rows.flatMap((row) => {
    const { payload, dayNumber } = outlookKind.read(row);
    const end = endOfDay(dayNumber);
    if (end > now + clocksDiffer || end + keptFor <= now) return [];
    return [{ end, deployments: decodeOutlooks(payload) ?? new Map<ShortId, DatabaseOutlooks>() }];
  });
