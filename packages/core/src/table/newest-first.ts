import { badCursor, decodeCursor, encodeCursor } from "../kit/cursor.ts";

/* Pages of lists whose newest element comes first. The next page starts before the last id of this one. */

/** The id in a cursor; undefined without one. Throws invalid for a cursor that is not of such a list. */
export function readBefore(cursor: string | undefined, isId: (text: string) => boolean): string | undefined {
  if (cursor === undefined) return undefined;
  const { before = "", ...rest } = decodeCursor(cursor) ?? {};
  if (isId(before) && Object.keys(rest).length === 0) return before;
  throw badCursor();
}

/** The cursor of the page that starts before an id; none at the end of the list. */
export const nextBefore = (before: string | undefined) =>
  before === undefined ? {} : { nextCursor: encodeCursor({ before }) };
