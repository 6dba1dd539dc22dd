import { digest } from "../kit/hash.ts";
import { attemptsKey, type Key } from "../table/keys.ts";
import type { Change } from "../table/expression.ts";
import { timeToLiveAttribute } from "../table/schema.ts";
import type { Row } from "../table/table.ts";

/** Whose attempts are counted: a network's, a person's, or those with one cookie of the provider. */
type Counted = "network" | "person" | "cookie";

/** How often somebody tried within one window of time; the next window has a row of its own. */
export function keyOfAttempts(who: Counted, name: string, windowEnd: number): Key {
  return attemptsKey(digest(JSON.stringify([who, name, windowEnd])));
}

/** @param windowEnd Unix epoch in milliseconds; the row expires then */
export function addAttempts(attempts: number, windowEnd: number): Change {
  return { add: { attempts }, set: { [timeToLiveAttribute]: Math.ceil(windowEnd / 1_000) } };
}

export const readAttempts = (row: Row | undefined): number => (row?.["attempts"] as number | undefined) ?? 0;
