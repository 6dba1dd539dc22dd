import { expect, test } from "vitest";
import { matching } from "./matching.ts";

const rows = [
  { name: "team 10", email: "b@example.com" },
  { name: "Team 2", email: "Z@example.org" },
  { name: "team 10", email: "a@example.com" },
];
const found = (search: string) =>
  matching(rows, search, ({ name, email }) => [name, email]).map(({ email }) => email);

test("rows are found by any of their texts, whatever the case", () => {
  expect(found(" z@EXAMPLE ")).toEqual(["Z@example.org"]);
  expect(found("nobody")).toEqual([]);
});

test("rows are ordered as people read names, the same ones by the last text", () => {
  expect(found("")).toEqual(["Z@example.org", "a@example.com", "b@example.com"]);
});
