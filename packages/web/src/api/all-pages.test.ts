import type { ClientResponse } from "hono/client";
import { expect, test } from "vitest";
import { ApiError } from "../lib/errors.ts";
import { allPages, cursorIn, wholeFile } from "./all-pages.ts";
import { deleted } from "./request.ts";

/** As the client of the API gives it. */
const answer = (status: number, text?: string, headers?: HeadersInit) =>
  Promise.resolve(new Response(text, { status, ...(headers && { headers }) }) as ClientResponse<unknown>);

test("all pages of a list are asked for in their order, the first without a cursor", async () => {
  const pages = new Map([
    [undefined, { items: [1, 2], next: "b" }],
    ["b", { items: [], next: "c" }],
    ["c", { items: [3], next: undefined }],
  ]);
  const all = await allPages(async ({ cursor }) => {
    const page = pages.get(cursor);
    return [page?.items ?? [], page?.next];
  });
  expect(all).toEqual([1, 2, 3]);
});

test("the parts of a file are one text, and a refused part fails the whole", async () => {
  const link = { link: '</audit.csv?cursor=b>; rel="next"' };
  const text = await wholeFile(({ cursor }) =>
    cursor === undefined ? answer(200, "a\n", link) : answer(200, `${cursor}\n`),
  );
  expect(text).toBe("a\nb\n");
  const refused = wholeFile(({ cursor }) => (cursor === undefined ? answer(200, "a\n", link) : answer(403)));
  await expect(refused).rejects.toThrow(ApiError);
});

test("what is gone counts as deleted, and another refusal does not", async () => {
  await deleted(answer(204));
  await deleted(answer(404));
  await expect(deleted(answer(403))).rejects.toThrow(ApiError);
});

test("LSX08 the cursor of the next part of a file is in its Link header, with its escaped characters", () => {
  expect(cursorIn('</databases.csv?sort=name&cursor=a%2Bb%3D&order=asc>; rel="next"')).toBe("a+b=");
  expect(cursorIn(null)).toBeUndefined();
  for (const unreadable of [
    '</databases.csv?sort=name>; rel="next"',
    '</databases.csv?cursor=abc>; rel="prev"',
    "",
  ])
    expect(() => cursorIn(unreadable), unreadable).toThrow("no next part");
});
