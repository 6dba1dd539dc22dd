import { expect, test } from "vitest";
import { collectLines, type PagedRows } from "./collect-lines.ts";

/** Rows from 0 on, in pages of `size` that a limit can make smaller. A cursor is the first row after it. */
function rowsUpTo(count: number, size: number): PagedRows<number> & { reads: number } {
  const rows: PagedRows<number> & { reads: number } = {
    reads: 0,
    read(limit, cursor) {
      rows.reads += 1;
      const start = Number(cursor ?? 0);
      const end = Math.min(start + Math.min(limit, size), count);
      const found = Array.from({ length: end - start }, (_, index) => start + index);
      return Promise.resolve({ rows: found, nextCursor: end < count ? String(end) : undefined });
    },
    cursorAfter: (row) => String(row + 1),
  };
  return rows;
}

/** The rows of every answer until the last. */
async function readAll(rows: PagedRows<number>, lineOf: (row: number) => string, limit: number) {
  const answers: string[] = [];
  let cursor: string | undefined;
  // A walk without end must fail the test, and not keep it busy.
  do {
    if (answers.length === 1_000) throw new Error("the walk does not end");
    const { text, nextCursor } = await collectLines(rows, lineOf, { limit, cursor });
    answers.push(text);
    cursor = nextCursor;
  } while (cursor !== undefined);
  return answers;
}

const short = (row: number) => `${row}\n`;
const all = (count: number) => Array.from({ length: count }, (_, row) => short(row)).join("");

test("an answer has as many pages of the list as fit", async () => {
  expect(await readAll(rowsUpTo(100, 30), short, 1_000)).toEqual([all(100)]);
  const answers = await readAll(rowsUpTo(100, 30), short, 40);
  expect(answers.map((text) => text.split("\n").length - 1)).toEqual([40, 40, 20]);
  expect(answers.join("")).toBe(all(100));
});

test("an answer of long lines ends before Lambda's limit, and the next one goes on after its last row", async () => {
  const long = (row: number) => `${row} ${'"'.repeat(3_000)}\n`;
  const answers = await readAll(rowsUpTo(2_500, 700), long, 10_000);
  expect(answers.length).toBeGreaterThan(2);
  for (const text of answers) expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(6 * 1024 * 1024);
  expect(answers.join("").replaceAll(/ "+/g, "")).toBe(all(2_500));
});

test("a line that is longer than an answer does not stop the walk", async () => {
  const huge = (row: number) => `${row} ${"x".repeat(4_000_000)}\n`;
  expect((await readAll(rowsUpTo(3, 2), huge, 10)).map((text) => text[0])).toEqual(["0", "1", "2"]);
});

test("a page with more rows than the limit is cut", async () => {
  const { read, cursorAfter } = rowsUpTo(10, 10);
  const generous = { cursorAfter, read: (_: number, cursor: string | undefined) => read(10, cursor) };
  const answers = await readAll(generous, short, 4);
  expect(answers.map((text) => text.split("\n").length - 1)).toEqual([4, 4, 2]);
  expect(answers.join("")).toBe(all(10));
});

test("an answer reads only so many pages, when a filter lets nearly nothing through", async () => {
  const rows = rowsUpTo(1_000, 10);
  const filtered: PagedRows<number> = {
    ...rows,
    async read(limit, cursor) {
      const page = await rows.read(limit, cursor);
      return { ...page, rows: page.rows.filter((row) => row === 777) };
    },
  };
  const { text, nextCursor } = await collectLines(filtered, short, { limit: 100 });
  expect({ text, nextCursor, reads: rows.reads }).toEqual({ text: "", nextCursor: "200", reads: 20 });
  expect((await readAll(filtered, short, 100)).join("")).toBe("777\n");
});
