import { expect, test } from "vitest";
import {
  databasesIn,
  entriesAmong,
  figuresIn,
  figuresOf,
  idOfEntry,
  packEntry,
  packLast,
  readLast,
  totalOf,
  type PulseEntry,
} from "./figures.ts";
import type { ObservedDatabase, Observation } from "./observation.ts";

function database(id: string, fields: Partial<ObservedDatabase> = {}): ObservedDatabase {
  const known = { name: `db-${id}`, status: "active", version: "7.2.4", tlsEnabled: true };
  return { id, ...known, memoryUsed: "50", memoryLimit: "100", ...fields };
}

const observation = (databases: ObservedDatabase[] | undefined): Observation => ({
  id: "dep_01234567890123456789",
  name: "server",
  type: "STANDALONE",
  status: "active",
  statusMessage: null,
  databases,
  license: null,
  cloudSubscription: null,
  enterpriseAdminUrl: null,
});

const cases: [string, ObservedDatabase[] | undefined, string][] = [
  ["nothing was measured", undefined, "[]"],
  ["one database", [database("1")], '[null,"50"]'],
  ["one whose bytes are not known", [database("1", { memoryUsed: null })], "[null,null]"],
  ["none", [], "[null,[]]"],
  ["one that evicts", [database("1", { evicted: 7 })], '[null,"50",7]'],
  [
    "several, with the fullest of them",
    [database("1"), database("2", { memoryUsed: "93" })],
    '[null,["50","93"],0,930,"db-2"]',
  ],
  [
    "several that evict",
    [database("1", { evicted: 2 }), database("2", { evicted: 3, memoryLimit: "0" })],
    '[null,["50","50"],5,500,"db-1"]',
  ],
  [
    "several without a limit",
    [database("1", { memoryLimit: "0" }), database("2", { memoryLimit: null })],
    '[null,["50","50"]]',
  ],
];

test.each(cases)("P1 an entry of a pulse holds nothing that is absent: %s", (_, databases, expected) => {
  const entry = packEntry(observation(databases));
  expect(JSON.stringify(entry.slice(1))).toBe(expected);
  const read = figuresIn(JSON.parse(JSON.stringify(entry)) as PulseEntry);
  expect(read).toEqual(figuresOf(databases));
});

test.each(cases.slice(1))("a row's last figures are read as they were written: %s", (_, databases) => {
  const figures = figuresOf(databases) ?? { used: [] };
  const packed = packLast(figures);
  expect(readLast(packed)).toEqual(figures);
  const [total, used] = JSON.parse(packed) as [unknown, unknown];
  expect([total, used]).toEqual([totalOf(figures), figures.used]); // what 0.2.0 reads
});

test("R16 entries and last figures of 0.2.0 are read, and 0.2.0 takes ours for not measured", () => {
  const former = ["id", ["143", ["50", "93"]]] as const;
  expect(figuresIn(former)).toEqual({ used: ["50", "93"] });
  expect(readLast('["143",["50","93"]]')).toEqual({ used: ["50", "93"] });
  expect(databasesIn([former as unknown as PulseEntry, packEntry(observation([database("1")]))])).toBe(3);
  expect(packEntry(observation([database("1")]))[1]).toBeNull();
});

test("the fullest database is one with a limit, and the first of equal ones", () => {
  const fullest = (...databases: ObservedDatabase[]) => figuresOf(databases)?.fullest;
  const [half, full] = [database("1"), database("2", { memoryUsed: "99" })];
  const unlimited = database("3", { memoryUsed: "9999", memoryLimit: "0" });
  expect(fullest(half, full, unlimited)).toEqual({ perMille: 990, database: "db-2" });
  expect(fullest(unlimited, half)).toEqual({ perMille: 500, database: "db-1" });
  expect(fullest(half, database("4"))).toEqual({ perMille: 500, database: "db-1" });
  expect(fullest(database("5", { memoryUsed: "0" }), unlimited)).toEqual({ perMille: 0, database: "db-5" });
  expect(fullest(half)).toBeUndefined();
  // A cache is full on purpose. So a store beside it counts, however full the cache is.
  const cache = database("6", { memoryUsed: "100", evictionPolicy: "allkeys-lru" });
  expect(fullest(cache, half)).toEqual({ perMille: 500, database: "db-1" });
  expect(fullest(cache, unlimited)).toEqual({ perMille: 1_000, database: "db-6" });
});

test("a database without a name is named by its id, and a long name is cut to 40 characters", () => {
  const named = (name: string | null) =>
    figuresOf([database("1", { memoryUsed: "1" }), database("2", { name })])?.fullest?.database;
  expect(named(null)).toBe("db 2");
  expect(named("é".repeat(40))).toBe("é".repeat(40));
  expect(named("😀".repeat(21))).toBe(`${"😀".repeat(19)}…`);
});

test("the wanted entries of a pulse are found without parsing the others, whatever names of databases hold", () => {
  const names = ["],[", '],["', '],["01234567890123456789"', "\\", '\\"],["', "]", '"]', "[[", "名前"];
  const id = (index: number) => String(index).padStart(20, "0");
  const entries = [
    [id(0)],
    ...names.map((name, index) => [id(index + 1), null, ["1", null], 0, 900, name]),
    // As 0.2.0 wrote it.
    [id(50), ["3", ["1", "2"]]],
    [id(51), null, null],
    [id(52), null, []],
    [id(53), null, "7", 5],
  ] as unknown as PulseEntry[];
  const text = JSON.stringify(entries);
  expect(entriesAmong(text, () => true)).toEqual(entries);
  for (const one of entries) {
    const isWanted = (asked: string) => asked === idOfEntry(one);
    expect(entriesAmong(text, isWanted)).toEqual([one]);
    expect(entriesAmong(JSON.stringify([one]), isWanted)).toEqual([one]);
    expect(entriesAmong(text, (asked) => !isWanted(asked))).toEqual(entries.filter((each) => each !== one));
  }
  expect(entriesAmong("[]", () => true)).toEqual([]);
});
