import { type DeploymentListItem, deploymentType } from "@shardwatch/core/contract/deployment/deployment";
import { everything } from "@shardwatch/core/contract/filter/filter";
import fc from "fast-check";
import { expect, test } from "vitest";
import { withIncident } from "@shardwatch/core/contract/incident/trouble";
import { keyOf } from "../../lib/words/deployment-key.ts";
import { readFilter } from "../../filter/address.ts";
import { pageOf } from "../../lib/list/index.ts";
import type { Order } from "../../lib/list/sorting.ts";
import { sortFields, type SortField } from "./list/columns.tsx";
import type { View } from "./view.ts";
import { findRow, indexRows as indexAt, matching, type ViewIndex, withIncidents } from "./view-index.ts";

/** One page of the deployments, as the page of the list takes it. */
const takeView = (index: ViewIndex, view: View) => pageOf(matching(index, view), view);

type License = NonNullable<DeploymentListItem["license"]>;
const noShards: License = {
  expirationDate: null,
  ramShardsInUse: 0,
  ramShardsLimit: 0,
  flashShardsInUse: 0,
  flashShardsLimit: 0,
  shardsLimit: 0,
};

function row(id: string, change: Partial<DeploymentListItem> = {}): DeploymentListItem {
  return {
    id,
    organizationId: "org_1",
    name: id,
    type: "STANDALONE",
    source: "agent",
    status: "active",
    statusMessage: null,
    lastUpdated: "2026-01-01T00:00:00.000Z",
    databaseCount: 0,
    memoryUsed: null,
    memoryLimit: null,
    cloudSubscription: null,
    enterpriseAdminUrl: null,
    databases: [],
    license: null,
    ...change,
  };
}

const licensed = (id: string, license: Partial<License>) => row(id, { license: { ...noShards, ...license } });

const loadedAt = Date.parse("2026-01-01T00:00:30.000Z");
const indexRows = (rows: readonly DeploymentListItem[], before?: ViewIndex) =>
  indexAt(rows, loadedAt, before);
const read = (query: Record<string, string>) => ({ filter: readFilter(new URLSearchParams(query), true) });

const usual: View = {
  filter: everything,
  sort: "name",
  order: "asc",
  page: 1,
  pageSize: 100,
};
const shown = (rows: readonly DeploymentListItem[], view: Partial<View> = {}) =>
  takeView(indexRows(rows), { ...usual, ...view }).rows.map(({ id }) => id);
const named = (...names: string[]) => names.map((name) => row(name));

test("LST06 search is a part of the name, whatever the case", () => {
  const rows = named("Orders-Cache", "orders", "CACHE", "sessions");
  expect(shown(rows, read({ search: "oRDer" }))).toEqual(["orders", "Orders-Cache"]);
  expect(shown(rows, read({ search: "-c" }))).toEqual(["Orders-Cache"]);
  expect(shown(rows, read({ search: "x" }))).toEqual([]);
});

test.each([".", "*", "(", "[a", "\\", "$", "^", "%"])("LST07 %s is searched as it is written", (sign) => {
  expect(shown(named(`a${sign}b`, "ab", "axb"), read({ search: sign }))).toEqual([`a${sign}b`]);
});

test.each(deploymentType.options)("LST08 LST09 LST10 LST11 the filter keeps type %s", (type) => {
  const rows = deploymentType.options.map((each) => row(each, { type: each }));
  expect(shown(rows, read({ type }))).toEqual([type]);
});

const expirations = [null, "2027-01-31T00:00:00Z", "soon", "2026-06-01T00:00:00Z"];
const cases: [SortField, DeploymentListItem[], up: string[], down: string[]][] = [
  ["name", named("db10", "Db2", "db1"), ["db1", "Db2", "db10"], ["db10", "Db2", "db1"]],
  [
    "type",
    deploymentType.options.map((type) => row(type, { type })),
    ["CLOUD", "ENTERPRISE", "CLUSTER", "STANDALONE"],
    ["STANDALONE", "CLUSTER", "ENTERPRISE", "CLOUD"],
  ],
  [
    "databaseCount",
    [2, 10, 1].map((databaseCount) => row(String(databaseCount), { databaseCount })),
    ["1", "2", "10"],
    ["10", "2", "1"],
  ],
  [
    "lastUpdated",
    ["2026-01-02T00:00:00Z", "never", "2025-12-31T00:00:00Z"].map((lastUpdated) =>
      row(lastUpdated, { lastUpdated }),
    ),
    ["2025-12-31T00:00:00Z", "2026-01-02T00:00:00Z", "never"],
    ["2026-01-02T00:00:00Z", "2025-12-31T00:00:00Z", "never"],
  ],
  [
    "licenseExpiration",
    expirations.map((expirationDate, index) => licensed(String(index), { expirationDate })),
    ["3", "1", "0", "2"],
    ["1", "3", "0", "2"],
  ],
];

test.each(cases)(
  "LST30 LST31 LST32 LST33 LST34 LST39 sorted by %s, upwards and downwards, what has no value stands last",
  (sort, rows, up, down) => {
    expect(shown(rows, { sort })).toEqual(up);
    expect(shown(rows, { sort, order: "desc" })).toEqual(down);
  },
);

test("LST35 LST39 licence utilization is RAM in use of its limit: flash does not count, no limit stands last", () => {
  const rows = [
    row("none"),
    licensed("zero", { ramShardsInUse: 9, ramShardsLimit: 0, shardsLimit: 20 }),
    licensed("half", { ramShardsInUse: 5, ramShardsLimit: 10, flashShardsInUse: 9, flashShardsLimit: 9 }),
    licensed("full", { ramShardsInUse: 4, ramShardsLimit: 4 }),
    licensed("idle", { ramShardsInUse: 0, ramShardsLimit: 4 }),
  ];
  expect(shown(rows, { sort: "licenseUtilization" })).toEqual(["idle", "half", "full", "none", "zero"]);
  expect(shown(rows, { sort: "licenseUtilization", order: "desc" })).toEqual([
    "full",
    "half",
    "idle",
    "none",
    "zero",
  ]);
});

const maybeDate = fc.option(fc.constantFrom("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z", "x"), {
  nil: null,
});
const shards = fc.integer({ min: 0, max: 3 });
const anyRow = fc
  .record({
    name: fc.oneof(fc.constantFrom("db1", "db2", "db10", "DB2"), fc.string({ maxLength: 3 })),
    type: fc.constantFrom(...deploymentType.options),
    databaseCount: shards,
    lastUpdated: fc.constantFrom("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z", ""),
    license: fc.option(
      fc
        .record({ expirationDate: maybeDate, ramShardsInUse: shards, ramShardsLimit: shards })
        .map((some) => ({ ...noShards, ...some })),
      { nil: null },
    ),
  })
  .map((change) => ({ change }));
const anyRows = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 9_999 }), anyRow), {
    selector: ([id]) => id,
    maxLength: 40,
  })
  .map((rows) => rows.map(([id, { change }]) => row(`dep_${id}`, change)));
const anySort = fc.record({
  sort: fc.constantFrom(...(Object.keys(sortFields) as SortField[])),
  order: fc.constantFrom<Order>("asc", "desc"),
});
const anyFilter = fc
  .record({
    search: fc.constantFrom("", "d", "b1", "D", "zzz"),
    type: fc.constantFrom("", ...deploymentType.options),
    fresh: fc.constantFrom("", "live", "-silent"),
    shards: fc.constantFrom("", "50..", "none", "-none"),
  })
  .map(read);

test("LST82 to filter and then to sort is the same as the other way round", () => {
  fc.assert(
    fc.property(anyRows, anySort, anyFilter, (rows, sort, filter) => {
      const kept = new Set(shown(rows, filter));
      const filteredFirst = shown(
        rows.filter(({ id }) => kept.has(id)),
        sort,
      );
      const sortedFirst = shown(rows, sort).filter((id) => kept.has(id));
      expect(shown(rows, { ...sort, ...filter })).toEqual(filteredFirst);
      expect(filteredFirst).toEqual(sortedFirst);
    }),
  );
});

test("LST44 every row that passes the filters stands on exactly one page", () => {
  fc.assert(
    fc.property(anyRows, anySort, anyFilter, fc.constantFrom(1, 3, 10), (rows, sort, filter, pageSize) => {
      const index = indexRows(rows);
      const first = takeView(index, { ...usual, ...sort, ...filter, pageSize });
      const pages = Array.from({ length: first.pageCount }, (_, at) =>
        takeView(index, { ...usual, ...sort, ...filter, pageSize, page: at + 1 }),
      );
      const ids = pages.flatMap((page) => page.rows.map(({ id }) => id));
      expect(ids).toEqual(shown(rows, { ...sort, ...filter }));
      expect(new Set(ids).size).toBe(first.total);
    }),
  );
});

test("LST39 the same value is ordered by name and then by id, upwards and downwards", () => {
  fc.assert(
    fc.property(anyRows, anySort, (rows, { sort, order }) => {
      const same = rows.map((each) => ({ ...each, type: "CLOUD" as const, databaseCount: 1, license: null }));
      const dated = same.map((each) => ({ ...each, lastUpdated: "2026-01-01T00:00:00Z" }));
      if (sort === "name") return;
      expect(shown(dated, { sort, order })).toEqual(shown(dated));
    }),
  );
  const namesakes = [row("b", { name: "Same" }), row("a", { name: "same" }), row("c", { name: "other" })];
  expect(shown(namesakes, { order: "asc" })).toEqual(["c", "a", "b"]);
  expect(shown(namesakes, { order: "desc" })).toEqual(["a", "b", "c"]);
});

test("LST82 rows that arrive bit by bit, change and leave are in the order as if they had come at once", () => {
  fc.assert(
    fc.property(anyRows, anyRows, fc.nat(), (before, after, cut) => {
      const first = indexRows(before.slice(0, cut % (before.length + 1)));
      const index = indexRows(after, indexRows(before, first));
      expect(indexRows(after, index).presorted).toBe(index.presorted);
      expect(index.presorted.map((entry) => entry.row)).toEqual(
        indexRows(after).presorted.map((entry) => entry.row),
      );
      for (const each of after) expect(findRow(index, keyOf(each))).toBe(each);
      for (const gone of before)
        if (!after.some(({ id }) => id === gone.id)) expect(findRow(index, keyOf(gone))).toBeUndefined();
    }),
  );
});

test("LST82 two deployments of one id in two organizations stand beside each other, whichever came first", () => {
  const namesakes = ["org_2", "org_1"].map((organizationId) => row("dep_1", { organizationId }));
  let index: ViewIndex | undefined;
  for (const rows of [namesakes, namesakes.toReversed(), namesakes.slice(1), namesakes]) {
    index = indexRows(rows, index);
    expect(takeView(index, usual).rows.map(({ organizationId }) => organizationId)).toEqual(
      rows.map(({ organizationId }) => organizationId).toSorted(),
    );
    for (const each of rows) expect(findRow(index, keyOf(each))).toBe(each);
  }
});

const opened = { severity: "critical", acknowledged: null, isSilenced: false, since: 0, title: "" } as const;

test("INC11 FIL03 two lists of the same rows each match the incidents that they know, whatever the other knows", () => {
  const index = indexRows(named("a", "b"));
  const inIncident = (id: string) =>
    withIncidents(index, (of) => (of.id === id ? withIncident(undefined, opened) : null));
  const matched = (from: ViewIndex) =>
    takeView(from, { ...usual, ...read({ incident: "open" }) }).rows.map(({ id }) => id);
  const [first, second] = [inIncident("a"), inIncident("b")];
  expect([matched(first), matched(second), matched(first), matched(index)]).toEqual([
    ["a"],
    ["b"],
    ["a"],
    [],
  ]);
});
