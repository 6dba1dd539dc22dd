/**
 * The cursor in a Link header such as `</databases.csv?cursor=abc>; rel="next"`. Undefined when nothing
 * follows.
 */
export function nextCursor(link: string | null): string | undefined {
  const [, query] = /^<[^>?]*\?([^>]*)>; rel="next"$/.exec(link ?? "") ?? [];
  return new URLSearchParams(query).get("cursor") ?? undefined;
}
