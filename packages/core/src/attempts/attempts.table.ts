import { digest } from "../kit/hash.ts";
import { attemptsKey, type Key } from "../table/keys.ts";
import type { Change } from "../table/expression.ts";
import { timeToLiveAttribute } from "../table/schema.ts";
import type { Row } from "../table/table.ts";

/**
 * How often somebody tried something within one window of time; the next window has a row of its own.
 * @param what whose attempts at what are counted
 * @param windowEnd Unix epoch in milliseconds
 */
export function keyOfAttempts(what: string, name: string, windowEnd: number): Key {
  return attemptsKey(digest(JSON.stringify([what, name, windowEnd])));
}

/** @param windowEnd Unix epoch in milliseconds; the row expires then */
export function addAttempts(attempts: number, windowEnd: number): Change {
  return { add: { attempts }, set: { [timeToLiveAttribute]: Math.ceil(windowEnd / 1_000) } };
}

export const readAttempts = (row: Row | undefined): number => (row?.["attempts"] as number | undefined) ?? 0;
