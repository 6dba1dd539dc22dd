import { expect, test } from "vitest";
import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import { indexDatabases, takeDatabases } from "./database-index.ts";
import type { DatabaseView } from "./database-view.ts";

const usual: DatabaseView = {
  search: "",
  inactive: false,
  sort: "name",
  order: "asc",
  page: 1,
  pageSize: 50,
};

const database = (id: string, fields: Partial<Database> = {}): Database => ({
  id,
  name: null,
  status: "active",
  version: null,
  memoryUsed: null,
  memoryLimit: null,
  tlsEnabled: null,
  ...fields,
});

const ids = (databases: Database[], view: Partial<DatabaseView>) =>
  takeDatabases(indexDatabases(databases), { ...usual, ...view }).rows.map(({ id }) => id);

test("ENT22 databases are sorted and found by the name that is shown, ignoring case", () => {
  const rows = [database("10"), database("2"), database("x", { name: "Cache" })];
  expect(ids(rows, {})).toEqual(["x", "2", "10"]);
  expect(ids(rows, { order: "desc" })).toEqual(["10", "2", "x"]);
  expect(ids(rows, { search: "DB 1" })).toEqual(["10"]);
  expect(ids(rows, { search: "cache" })).toEqual(["x"]);
});

test("ENT25 figures are compared beyond 2^53 without loss, and unknown ones stand last in both directions", () => {
  const rows = [
    database("a"),
    database("b", { memoryUsed: "9007199254740993", memoryLimit: "0" }),
    database("c", { memoryUsed: "9007199254740992", memoryLimit: "18014398509481985" }),
    database("d", { memoryUsed: "9007199254740992", memoryLimit: "18014398509481984" }),
  ];
  expect(ids(rows, { sort: "memoryUsed" })).toEqual(["c", "d", "b", "a"]);
  expect(ids(rows, { sort: "memoryUsed", order: "desc" })).toEqual(["b", "c", "d", "a"]);
  expect(ids(rows, { sort: "memoryLimit" })).toEqual(["d", "c", "a", "b"]);
  expect(ids(rows, { sort: "utilization" })).toEqual(["c", "d", "a", "b"]);
  expect(ids(rows, { sort: "utilization", order: "desc" })).toEqual(["d", "c", "a", "b"]);
});

test("a page holds what passes search and status, and the total counts all of it", () => {
  const rows = Array.from({ length: 120 }, (_, index) =>
    database(`${index}`, { status: index % 40 === 0 ? "pending" : "active" }),
  );
  const page = takeDatabases(indexDatabases(rows), { ...usual, page: 3 });
  expect([page.total, page.pageCount, page.rows.length, page.rows[0]?.id]).toEqual([120, 3, 20, "100"]);
  expect(ids(rows, { inactive: true })).toEqual(["0", "40", "80"]);
  expect(takeDatabases(indexDatabases(rows), { ...usual, inactive: true, page: 9 })).toMatchObject({
    page: 1,
    total: 3,
  });
});
