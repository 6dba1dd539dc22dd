import { expect, test } from "vitest";
import { readDatabases } from "./items.ts";

test("DEX01 P1 the modules of a database have one order, in whatever order Redis Cloud lists them", () => {
  const modulesIn = (...names: string[]) => {
    const database = { databaseId: 1, modules: names.map((name) => ({ name })) };
    return readDatabases({ accountId: 1, subscription: { databases: [database] } })?.list.items[0]?.modules;
  };
  expect(modulesIn("search", "bf")).toEqual(["bf", "search"]);
  expect(modulesIn("bf", "search")).toEqual(["bf", "search"]);
});

test.each([
  [{}, false, null],
  [{ memoryStorage: "ram" }, false, false],
  [{ memoryStorage: "ram-and-flash" }, false, true],
  [{ memoryStorage: 7 }, false, null],
  [{ activeActiveRedis: true }, true, null],
  [{ activeActiveRedis: false, crdbDatabases: [{ region: "us-east-1" }] }, true, null],
])("RUN01 a database %j is Active-Active: %s, tiered: %s", (fields, activeActive, tiered) => {
  const answer = { accountId: 1, subscription: { databases: [{ databaseId: 1, ...fields }] } };
  expect(readDatabases(answer)?.list.items[0]).toMatchObject({ activeActive, tiered });
});
