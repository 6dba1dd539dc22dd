/**
 * The cursor in a Link header such as `</databases.csv?cursor=abc>; rel="next"`. Undefined when nothing
 * follows.
 * @throws Error for any other header: the part before it must not look like the whole
 */
export function nextCursor(link: string | null): string | undefined {
  if (link === null) return undefined;
  const [, query] = /^<[^>?]*\?([^>]*)>; rel="next"$/.exec(link) ?? [];
  const cursor = new URLSearchParams(query).get("cursor");
  if (cursor === null) throw new Error("The Link header of the answer names no next part");
  return cursor;
}
