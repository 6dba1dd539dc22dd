import { expect, test } from "vitest";
import { type EntryGroup, matching, readSearch } from "./entries.ts";

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

const run = () => undefined;

test("SCR14 further words find an entry after those whose label does, and text after > finds actions alone", () => {
  const entries = [
    { id: "1", label: "Organization", words: "Members webhooks", run },
    { id: "2", label: "webhooks", run },
  ];
  const both: EntryGroup[] = [
    { name: "Pages", entries },
    { name: "Actions", acts: true, entries: [{ id: "3", label: "Test webhooks", run }] },
  ];
  expect(found(both, "WEBH")).toEqual([
    ["Pages", "webhooks", "Organization"],
    ["Actions", "Test webhooks"],
  ]);
  // A group that further words alone have found comes last.
  const named = [{ name: "Settings", entries: entries.slice(0, 1) }, ...both.slice(1)];
  expect(found(named, "webh").map(([name]) => name)).toEqual(["Actions", "Settings"]);
  expect(found(both, "org memb")).toEqual([["Pages", "Organization"]]);
  expect(found(both, " > webh")).toEqual([["Actions", "Test webhooks"]]);
  expect(found(both, ">")).toEqual([["Actions", "Test webhooks"]]);
  expect(readSearch(">Retire > now")).toEqual({ words: ["retire", ">", "now"], acts: true });
});

test("SCR14 an action is found by what it does, and not by what it does it to alone", () => {
  const onPage = [
    { name: "On this page", entries: [{ id: "1", label: "Silence webhooks", verb: "Silence", run }] },
  ];
  expect(found(onPage, "webhooks")).toEqual([]);
  expect(found(onPage, "web SIL")).toEqual([["On this page", "Silence webhooks"]]);
  expect(found(onPage, "")).toHaveLength(1);
});
