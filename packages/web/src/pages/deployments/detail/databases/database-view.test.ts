import { expect, test } from "vitest";
import { readDatabaseView, withoutDatabaseView, writeDatabaseView } from "./database-view.ts";

const read = (query: string) => readDatabaseView(new URLSearchParams(query));
const write = (query: string) =>
  writeDatabaseView(new URLSearchParams(query), readDatabaseView(new URLSearchParams(query))).toString();

test("NAV26 a view of databases comes back from its address, beside what the list keeps there", () => {
  const query =
    "search=pay&page=2&db=led&dbStatus=inactive&dbSort=utilization&dbOrder=desc&dbPage=3&dbPageSize=100";
  expect(read(query)).toEqual({
    search: "led",
    inactive: true,
    sort: "utilization",
    order: "desc",
    page: 3,
    pageSize: 100,
  });
  expect(write(query)).toBe(query);
});

test("defaults and what makes no sense are left out of the address", () => {
  const usual = { search: "", inactive: false, sort: "name", order: "asc", page: 1, pageSize: 50 };
  const nonsense = "dbSort=color&dbOrder=up&dbPage=0&dbPageSize=7&dbStatus=x";
  expect(read(nonsense)).toEqual(usual);
  expect(write(`${nonsense}&page=4`)).toBe("page=4");
});

test("DET01 the way back holds the list's query string and nothing of the databases", () => {
  expect(withoutDatabaseView("?search=pay&db=led&dbPage=2")).toBe("?search=pay");
  expect(withoutDatabaseView("?db=led")).toBe("");
  expect(withoutDatabaseView("")).toBe("");
});
