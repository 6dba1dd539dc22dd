import { answerOf } from "./request.ts";
import type { ClientResponse } from "hono/client";

/** The part of a query that asks for a page; empty for the first one. */
type PageQuery = { cursor?: string };

/** Page after page of an infinite query. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | undefined }) => nextCursor,
};

/** Asks for all pages of a list, one after the other. */
export async function allPages<Item>(
  ask: (page: PageQuery) => Promise<[items: Item[], nextCursor: string | undefined]>,
): Promise<Item[]> {
  const all: Item[] = [];
  let page: PageQuery = {};
  for (;;) {
    const [items, cursor] = await ask(page);
    all.push(...items);
    if (cursor === undefined) return all;
    page = { cursor };
  }
}

/**
 * The cursor in a Link header such as `</databases.csv?cursor=abc>; rel="next"`. Undefined when nothing
 * follows.
 * @throws Error for any other header: the part before it must not look like the whole
 */
export function cursorIn(link: string | null): string | undefined {
  if (link === null) return undefined;
  const [, query] = /^<[^>?]*\?([^>]*)>; rel="next"$/.exec(link) ?? [];
  const cursor = new URLSearchParams(query).get("cursor");
  if (cursor === null) throw new Error("The Link header of the answer names no next part");
  return cursor;
}

/** The text of one file. Further answers continue the first one. @throws ApiError */
export async function wholeFile(ask: (page: PageQuery) => Promise<ClientResponse<unknown>>): Promise<string> {
  const texts = await allPages(async (page) => {
    const answer = await ask(page);
    if (!answer.ok) await answerOf(answer);
    return [[await answer.text()], cursorIn(answer.headers.get("link"))];
  });
  return texts.join("");
}
