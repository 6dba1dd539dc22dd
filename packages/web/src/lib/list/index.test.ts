import fc from "fast-check";
import { expect, test } from "vitest";
import { defineList } from "./index.ts";
import { byValue } from "./sorting.ts";

interface Row {
  id: string;
  name: string;
  note: string;
  size?: number;
}

const list = defineList<Row>({
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  tieOf: ({ id }) => id,
  textsOf: ({ name, note }) => [name, note],
  sorters: { size: byValue(({ size }) => size) },
});
const rows: Row[] = [
  { id: "3", name: "db10", note: "last", size: 1 },
  { id: "2", name: "DB2", note: "Spare" },
  { id: "1", name: "db2", note: "", size: 9 },
];
const paging = { page: 1, pageSize: 10 };
const ids = (view: Partial<Parameters<typeof list.takeRows>[1]>) =>
  list.takeRows(list.indexRows(rows), { search: "", ...paging, ...view }).rows.map(({ id }) => id);

test("rows are found by any text that is searched, in any case, and never across two texts", () => {
  expect(ids({ search: "SPARE" })).toEqual(["2"]);
  expect(ids({ search: "db2" })).toEqual(["1", "2"]);
  expect(ids({ search: "db2spare" })).toEqual([]);
});

test("rows are in the order of their names, the same name by its tie in both directions", () => {
  expect(ids({})).toEqual(["1", "2", "3"]);
  expect(ids({ order: "desc" })).toEqual(["3", "1", "2"]);
});

test("a sorter orders rows by its value, and rows without it stand last in both directions", () => {
  expect(ids({ sort: "size" })).toEqual(["3", "1", "2"]);
  expect(ids({ sort: "size", order: "desc" })).toEqual(["1", "3", "2"]);
});

test("a page counts all rows that pass search and filter, and a page beyond the end is the last one", () => {
  const index = list.indexRows(rows);
  const keep = ({ size }: Row) => size !== undefined;
  expect(list.takeRows(index, { search: "", keep, page: 9, pageSize: 1 })).toEqual({
    rows: [rows[0]],
    page: 2,
    pageSize: 1,
    pageCount: 2,
    total: 2,
  });
});

test("an order is worked out once for an index", () => {
  const index = list.indexRows(rows);
  const view = { search: "", sort: "size", ...paging };
  list.takeRows(index, view);
  const before = [...index.orders.values()];
  list.takeRows(index, { ...view, search: "db" });
  expect([...index.orders.values()][0]).toBe(before[0]);
});

test("rows that arrive in pages, or are loaded again, have the order of rows that are indexed at once", () => {
  const anyRows = fc.uniqueArray(
    fc.record({ id: fc.string({ minLength: 1 }), name: fc.string({ maxLength: 3 }), note: fc.constant("") }),
    { selector: ({ id }) => id, maxLength: 40 },
  );
  fc.assert(
    fc.property(anyRows, fc.array(fc.nat(40), { maxLength: 4 }), (all, cuts) => {
      const expected = list.indexRows(all).presorted;
      const pages = [...cuts.toSorted((a, b) => a - b), all.length].map((end) => all.slice(0, end));
      const arrived = pages.reduce<ReturnType<typeof list.indexRows> | undefined>(
        (before, page) => list.indexRows(page, before),
        undefined,
      );
      expect(arrived?.presorted).toEqual(expected);
      const again = all.map((row) => ({ ...row })).toReversed();
      expect(list.indexRows(again, arrived).presorted).toEqual(expected);
    }),
  );
});
