import { expect, test } from "vitest";
import { type EntryGroup, matching } from "./entries.ts";

const group = (name: string, labels: string[]): EntryGroup => ({
  name,
  entries: labels.map((label) => ({ id: label, label, run: () => undefined })),
});
const found = (groups: EntryGroup[], text: string) =>
  matching(groups, text).map(({ name, entries }) => [name, ...entries.map(({ label }) => label)]);

const groups = [
  group("Pages", ["Deployments", "Admin"]),
  group("Deployments", ["eu orders", "Orders EU", "cart"]),
];

test("an entry is found by all its words in any case and order, and a group without any is left out", () => {
  expect(found(groups, " EU  order ")).toEqual([["Deployments", "eu orders", "Orders EU"]]);
  expect(found(groups, "adm")).toEqual([["Pages", "Admin"]]);
  expect(found(groups, "nothing")).toEqual([]);
});

test("what starts with the text comes first", () => {
  expect(found(groups, "orders")).toEqual([["Deployments", "Orders EU", "eu orders"]]);
});

test("without text everything is there, but no more of a group than can be read", () => {
  expect(found(groups, "")[0]).toEqual(["Pages", "Deployments", "Admin"]);
  const many = group(
    "Deployments",
    Array.from({ length: 50 }, (_, index) => `cache ${index}`),
  );
  expect(matching([many], "cache")[0]?.entries).toHaveLength(8);
});
