import { describe, expect, test } from "vitest";
import { read, sourceFiles } from "./files.ts";
import { allImports } from "./imports.ts";

/*
 * The noun `deployment` has five folders. `rows` holds the stored data. `read` answers queries and writes
 * nothing. `fleet` lists all databases and writes only rows that are derived from others. `ingest` takes in
 * reports, `lifecycle` deletes and moves. These three may use `read`, and none imports another.
 */
const below: Readonly<Record<string, readonly string[]>> = {
  rows: [],
  read: ["rows"],
  ingest: ["rows", "read"],
  lifecycle: ["rows", "read"],
  fleet: ["rows", "read"],
};

const noun = "packages/core/src/deployment/";

/** The folder of a file of the noun; undefined for files elsewhere and for tests. */
function folderOf(path: string): string | undefined {
  if (!path.startsWith(noun) || path.endsWith(".test.ts")) return undefined;
  const [folder = "", ...rest] = path.slice(noun.length).split("/");
  return rest.length > 0 ? folder : "";
}

/** Why one file of the noun may not import another; undefined when it may. */
function forbidden(from: string, to: string): string | undefined {
  const [importer, imported] = [folderOf(from), folderOf(to)];
  if (importer === undefined || imported === undefined) return undefined;
  const allowed = below[importer];
  if (!allowed || !below[imported]) return `${allowed ? to : from} is in none of the five folders`;
  if (importer === imported || allowed.includes(imported)) return undefined;
  return `${importer} may not know ${imported}`;
}

const internal = allImports().flatMap(({ from, to }) => (to === undefined ? [] : [{ from, to }]));

test("inside the deployment noun every import stays within the folders that its own may know", () => {
  const faults = internal.flatMap(({ from, to }) => {
    const reason = forbidden(from, to);
    return reason === undefined ? [] : [`${from} imports ${to}: ${reason}`];
  });
  expect(faults).toEqual([]);
});

test("every folder of the deployment noun is in use", () => {
  const used = new Set(internal.map(({ to }) => folderOf(to)));
  expect(Object.keys(below).filter((folder) => !used.has(folder))).toEqual([]);
});

/** Whether a text sends a write to the table. */
const writes = (text: string) => /\btable\s*\.(put|update|remove|transact)\(/.test(text);

test("the folder for reading writes nothing", () => {
  const reading = sourceFiles().filter((path) => folderOf(path) === "read");
  expect(reading.length).toBeGreaterThan(0);
  expect(reading.filter((path) => writes(read(path)))).toEqual([]);
});

const file = (path: string) => `${noun}${path}.ts`;

describe("what would be a fault is found", () => {
  test.each([
    ["rows/item", "read/list"],
    ["rows/pulse.table", "ingest/ownership"],
    ["rows/pulse.table", "lifecycle/remove"],
    ["read/list", "ingest/ingest"],
    ["read/list", "lifecycle/remove"],
    ["ingest/ingest", "lifecycle/remove"],
    ["ingest/ingest", "fleet/load"],
    ["fleet/load", "lifecycle/remove"],
    ["lifecycle/remove", "ingest/ingest"],
    ["loose", "rows/item"],
    ["rows/item", "brand-new/file"],
  ])("%s may not import %s", (from, to) => {
    expect(forbidden(file(from), file(to))).toBeDefined();
  });

  test("a write to the table", () => {
    expect(writes("await services.table.update(key, change);")).toBe(true);
    expect(writes("await services.table.queryAll(run);")).toBe(false);
  });

  test.each([
    ["read/list", "rows/item"],
    ["ingest/quota", "read/count"],
    ["lifecycle/remove", "read/locate"],
    ["ingest/page-commit", "ingest/ownership"],
    ["rows/item.test", "ingest/ingest"],
  ])("%s may import %s", (from, to) => {
    expect(forbidden(file(from), file(to))).toBeUndefined();
  });
});
