import { type Cell, charactersOfToken, longestAnswer } from "../contract/assistants/parts.ts";
import { badCursor, decodeCursor, encodeCursor } from "../kit/cursor.ts";
import { digest } from "../kit/hash.ts";
import { Problem } from "../kit/problem.ts";
import { shownTexts } from "./clean.ts";

/** How many characters the rows of an answer may have. The rest is for its own sentences and for the filter in words. */
const longestRows = longestAnswer * charactersOfToken - 3_000;

/** Rows until an answer is full, clean. */
export class Rows {
  readonly rows: Cell[][] = [];
  #left: number;

  constructor(most = longestRows) {
    this.#left = most;
  }

  /** Adds rows that belong together. Returns whether all of them fit. */
  add(...added: readonly Cell[][]): boolean {
    const clean = added.map(shownTexts);
    const length = clean.reduce((sum, row) => sum + JSON.stringify(row).length + 1, 0);
    if (length > this.#left) return false;
    this.#left -= length;
    this.rows.push(...clean);
    return true;
  }
}

interface Question<T> {
  /** What the cursor has to be of: the arguments without limit and cursor. */
  asked: unknown;
  limit: number;
  cursor: string | undefined;
  idOf: (one: T) => string;
  rowOf: (one: T) => Cell[];
}

/**
 * The rows of a page, and the cursor of the next. A cursor holds a place and a hash of what came before it, so it has no
 * text of a customer. Throws invalid for a cursor of another question, and conflict where what it follows is gone.
 */
export function pageOf<T>(all: readonly T[], { asked, limit, cursor, idOf, rowOf }: Question<T>) {
  const question = JSON.stringify(asked);
  const markOf = (one: T): string => digest(`${question} ${idOf(one)}`).slice(0, 12);
  const start = cursor === undefined ? 0 : placeIn(all, cursor, digest(question).slice(0, 8), markOf);
  const page = new Rows();
  let next = start;
  for (const one of all.slice(start, start + limit)) {
    if (!page.add(rowOf(one))) break;
    next += 1;
  }
  const last = all[next - 1];
  const hasMore = next < all.length && last !== undefined && next > start;
  const place = last && { at: String(next), of: digest(question).slice(0, 8), mark: markOf(last) };
  return {
    rows: page.rows,
    extent: {
      total: all.length,
      truncated: next < all.length,
      ...(hasMore && place && { cursor: encodeCursor(place) }),
    },
  };
}

function placeIn<T>(all: readonly T[], cursor: string, question: string, markOf: (one: T) => string): number {
  const { at = "", of, mark = "" } = decodeCursor(cursor) ?? {};
  if (of !== question || !/^\d{1,6}$/.test(at)) throw badCursor();
  const before = all[Number(at) - 1];
  if (before !== undefined && markOf(before) === mark) return Number(at);
  // Something came or went since.
  const found = all.findIndex((one) => markOf(one) === mark);
  if (found < 0) throw new Problem("conflict", "The list has changed since. Ask again without a cursor.");
  return found + 1;
}
