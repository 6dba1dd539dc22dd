import { expect, test } from "vitest";
import { readPaging, takePage, writePaging } from "./paging.ts";

const read = (query: string) => readPaging(new URLSearchParams(query));
const write = (query: string, page: number, pageSize: number) =>
  writePaging(new URLSearchParams(query), { page, pageSize }).toString();
const rows = Array.from({ length: 23 }, (_, index) => index);

test("LST43 LST90 page and page size are read from the address, ten rows a page unless it says otherwise", () => {
  expect(read("")).toEqual({ page: 1, pageSize: 10 });
  expect(read("page=3&pageSize=25")).toEqual({ page: 3, pageSize: 25 });
});

test.each(["page=0", "page=-1", "page=1.5", "page=x", "pageSize=7", "pageSize=1000", "page=&pageSize="])(
  "LST91 %s counts as the default",
  (query) => expect(read(query)).toEqual({ page: 1, pageSize: 10 }),
);

test("LST88 LST89 defaults are left out of the address, other parameters stay", () => {
  expect(write("type=CLOUD&page=4", 1, 10)).toBe("type=CLOUD");
  expect(write("type=CLOUD", 2, 50)).toBe("type=CLOUD&page=2&pageSize=50");
});

test("LST91 a page beyond the end shows the last page", () => {
  expect(takePage(rows, { page: 9, pageSize: 10 })).toEqual({
    rows: [20, 21, 22],
    page: 3,
    pageSize: 10,
    pageCount: 3,
  });
  expect(takePage([], { page: 2, pageSize: 10 })).toEqual({ rows: [], page: 1, pageSize: 10, pageCount: 1 });
});
