import { expect, test } from "vitest";
import { adminList } from "./admin-list.ts";

const rows = [
  { id: "1", name: "team 10", email: "b@example.com" },
  { id: "2", name: "Team 2", email: "Z@example.org" },
  { id: "3", name: "team 10", email: "a@example.com" },
];
const list = adminList<(typeof rows)[number]>(({ name, email }) => [name, email]);
const found = (search: string) =>
  list.take(list.createIndexer()(rows), { search, page: 1, pageSize: 10 }).rows.map(({ email }) => email);

test("rows are found by any of their texts, whatever the case", () => {
  expect(found(" z@EXAMPLE ")).toEqual(["Z@example.org"]);
  expect(found("nobody")).toEqual([]);
});

test("rows are ordered as people read names, the same ones by the last text", () => {
  expect(found("")).toEqual(["Z@example.org", "a@example.com", "b@example.com"]);
});
