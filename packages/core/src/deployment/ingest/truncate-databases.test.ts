import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { Database } from "../../contract/deployment/deployment.ts";
import { detailRow, readDetail } from "../rows/deployment.table.ts";
import { truncateDatabases } from "./truncate-databases.ts";

const named = (name: string, index: number): Database => {
  const unknown = { version: null, memoryUsed: null, memoryLimit: null, tlsEnabled: null };
  return { id: String(index), name, status: "active", ...unknown };
};
/** The gaps of a row with these databases: what it does not hold. */
function gapsOf(databases: Database[]): string[] {
  const detail = { databases, license: null, cloudSubscription: null };
  return readDetail(detailRow(detail, {})).gaps;
}

test("databases that fit stay as they are", () => {
  const databases = Array.from({ length: 5_000 }, (_, index) => named(`database ${index}`, index));
  expect(truncateDatabases(databases)).toEqual(databases);
  expect(truncateDatabases([])).toEqual([]);
});

test("of more than five thousand databases the first five thousand stay", () => {
  const databases = Array.from({ length: 5_001 }, (_, index) => named("", index));
  expect(truncateDatabases(databases)).toEqual(databases.slice(0, 5_000));
});

test("databases with names that do not compress are cut until the row takes them", () => {
  const names = Array.from({ length: 5_000 }, () => randomBytes(150).toString("base64"));
  const databases = names.map(named);
  expect(gapsOf(databases)).toEqual([expect.stringContaining("more databases are too large")]);
  const rest = truncateDatabases(databases);
  expect(rest.length).toBeGreaterThan(500);
  expect(rest).toEqual(databases.slice(0, rest.length));
  expect(gapsOf(rest)).toEqual([]);
});
