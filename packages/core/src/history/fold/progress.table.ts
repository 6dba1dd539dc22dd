import type { OrganizationId } from "../../access/scope.ts";
import { minute } from "../../kit/time.ts";
import { number, optional, text } from "../../table/field.ts";
import { type Key, keyIn, keysIn, runIn } from "../../table/keys.ts";
import { RowKind, type RowOf, type StoredRow } from "../../table/row.ts";
import type { Write } from "../../table/table.ts";

/** How far the days of an organization are folded. */
export const foldProgressKind = new RowKind("fold progress", 1, {
  /** The last day that is folded completely, counted from 1970-01-01. */
  foldedTo: number(),
  /** The last owner of the day after it that is folded; absent between two days. */
  owner: optional(text()),
  /** By which clock, Unix epoch in milliseconds; absent in older rows. */
  foldedAt: optional(number("at")),
  /** The last day after whose fold everything that follows from it was done; absent before there was anything. */
  followedTo: optional(number("f")),
});
export type FoldProgress = RowOf<typeof foldProgressKind>;

const sortKey = "FOLDED";
export const foldProgressKey = keyIn(sortKey);
export const foldProgressRun = runIn(sortKey);

/** In the index: organizations whose fold was begun and has not finished. */
export const unfinishedFolds = "FOLDS_UNFINISHED";

/** Stores how far a fold has come. While a part is left, the index holds the row, so that a tick continues it. */
export function putProgress(
  organization: OrganizationId,
  progress: FoldProgress,
  isDone: boolean,
): Extract<Write, { put: unknown }>["put"] {
  return {
    ...foldProgressKey(organization),
    ...(!isDone && { gsi1pk: unfinishedFolds, gsi1sk: organization }),
    ...foldProgressKind.write(progress),
  };
}

/** By how much the clocks of two functions may differ, in milliseconds. */
const clocksDiffer = minute;

/**
 * How far a fold came. Undefined without a row, and for one of the future: a clock that was ahead has folded days that
 * were not over. They are folded again.
 */
export function readProgress(row: StoredRow | undefined, now: number): FoldProgress | undefined {
  const progress = row && foldProgressKind.read(row);
  return progress && (progress.foldedAt ?? 0) <= now + clocksDiffer ? progress : undefined;
}

/** How far the trails of a source were copied to the organization that it moved to, in one move. */
export const trailMoveKind = new RowKind("trail move", 1, {
  /** The sort key of the last trail that was copied. */
  after: text(),
});

const movePrefix = "TRAILMOVE#";
const trailMoveKeys = keysIn(movePrefix);

/** @param id of the move: a source may move to the same organization twice */
export const trailMoveKey = (to: OrganizationId, source: string, id: string): Key =>
  trailMoveKeys(to, `${source}#${id}`);

export const trailMoves = runIn(movePrefix);
