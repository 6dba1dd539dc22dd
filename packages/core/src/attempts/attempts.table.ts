import { digest } from "../kit/hash.ts";
import type { Change, Condition } from "../table/expression.ts";
import { filled, number } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { type Row, RowKind } from "../table/row.ts";
import { timeToLiveAttribute } from "../table/schema.ts";

/** The count of one caller's attempts within one window of time. */
export const attemptsKey = (hash: string): Key => ({ pk: `ATTEMPTS#${hash}`, sk: "ATTEMPTS" });

/** Only updates write these rows, so they carry no version. */
export const attemptsKind = new RowKind("attempts", 1, { attempts: filled(number(), 0) });

/**
 * The key of the count of one caller's attempts within one window of time. The next window has its own row.
 * @param what the kind of attempts
 * @param name the person, network or organization that tries
 * @param windowEnd Unix epoch in milliseconds
 */
export function keyOfAttempts(what: string, name: string, windowEnd: number): Key {
  return attemptsKey(digest(JSON.stringify([what, name, windowEnd])));
}

/** @param windowEnd Unix epoch in milliseconds; the row expires then */
export function addAttempts(attempts: number, windowEnd: number): Change {
  return {
    add: { [attemptsKind.attribute.attempts]: attempts },
    set: { [timeToLiveAttribute]: Math.ceil(windowEnd / 1_000) },
  };
}

/** Holds while there are fewer than `most` attempts. */
export const fewerThan = (most: number): Condition => ({
  attribute: attemptsKind.attribute.attempts,
  absentOr: "<",
  value: most,
});

export const readAttempts = (row: Row | undefined): number => (row ? attemptsKind.read(row).attempts : 0);
