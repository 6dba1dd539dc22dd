import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import type { DatabaseRow } from "../deployment/database.ts";
import { databaseColumns, databaseLine } from "./databases.ts";
import { csvHeader } from "./table.ts";

const row: DatabaseRow = {
  id: "12",
  name: "sessions",
  status: "active",
  version: "7.4.1",
  engine: "redis",
  memoryUsed: "23456789012345678",
  memoryLimit: "33456789012345678",
  utilization: 70.1,
  evictionPolicy: "noeviction",
  persistence: "aof-every-1-second",
  tlsEnabled: true,
  nodeType: "cache.r7g.large",
  region: "eu-west-1",
  deploymentId: "dep_one",
  deploymentName: "Orders Cache",
  organizationId: "org_one",
  type: "CLOUD",
  source: "redis-cloud",
  lastUpdated: "2026-11-22T12:00:00.000Z",
};

function read(fields: Partial<DatabaseRow> = {}): Record<string, string> {
  const file = csvHeader(databaseColumns) + databaseLine({ ...row, ...fields });
  const [record = {}] = parse<Record<string, string>>(file, { columns: true });
  return record;
}

test("LSX08 DBS01 a line has every fact of a database, in columns that never change", () => {
  const figures = {
    to: "2026-11-22T11:55:00.000Z",
    opsPerSecond: 250.5,
    clients: 7,
    lookupsPerSecond: 40,
    hitRatio: 90.25,
    evictedPerSecond: 0,
    keys: 12_000,
    fragmentation: 1.25,
    replicationLag: "23456789012345678901",
    replicationSilence: null,
  };
  expect(read({ figures })).toEqual({
    deploymentId: "dep_one",
    deploymentName: "Orders Cache",
    id: "12",
    name: "sessions",
    type: "CLOUD",
    source: "redis-cloud",
    organizationId: "org_one",
    status: "active",
    lastUpdated: "2026-11-22T12:00:00.000Z",
    memoryUsedBytes: "23456789012345678",
    memoryLimitBytes: "33456789012345678",
    utilizationPercent: "70.1",
    evictionPolicy: "noeviction",
    engine: "redis",
    version: "7.4.1",
    tls: "yes",
    nodeType: "cache.r7g.large",
    region: "eu-west-1",
    fiveMinutesUntil: "2026-11-22T11:55:00.000Z",
    opsPerSecond: "250.5",
    clients: "7",
    lookupsPerSecond: "40",
    hitRatioPercent: "90.25",
    evictedPerSecond: "0",
    keys: "12000",
    fragmentation: "1.25",
    replicationLagBytes: "23456789012345678901",
    replicationSilenceSeconds: "",
    persistence: "aof-every-1-second",
    memoryFullFrom: "",
  });
});

test("RUN02 LSX08 a line says when memory may be full at the earliest, or that it is full", () => {
  const said = (outlook: NonNullable<DatabaseRow["outlook"]>) => read({ outlook })["memoryFullFrom"];
  const never = { earliest: null, latest: null };
  expect(
    said({ say: "date", earliest: "2026-12-03T07:00:00.000Z", latest: "2026-12-09T07:00:00.000Z" }),
  ).toBe("2026-12-03T07:00:00.000Z");
  expect(said({ say: "full", ...never })).toBe("full");
  for (const say of ["none", "far", "unclear", "noLimit"] as const)
    expect(said({ say, ...never })).toBe("none");
  for (const say of ["early", "unknown", "tiered"] as const) expect(said({ say, ...never })).toBe("");
});

test("LSX08 what is not known is empty, and without a limit there is none", () => {
  const unlimited = read({ memoryLimit: "0", utilization: null });
  expect(unlimited).toMatchObject({ memoryLimitBytes: "none", utilizationPercent: "none" });
  const unknown = read({
    name: null,
    version: null,
    engine: null,
    memoryUsed: null,
    memoryLimit: null,
    utilization: null,
    evictionPolicy: null,
    tlsEnabled: null,
    nodeType: null,
    region: null,
  });
  const empty = Object.keys(unknown).filter((name) => unknown[name] === "");
  expect(empty).toEqual([
    "name",
    "memoryUsedBytes",
    "memoryLimitBytes",
    "utilizationPercent",
    "evictionPolicy",
    "engine",
    "version",
    "tls",
    "nodeType",
    "region",
    "fiveMinutesUntil",
    "opsPerSecond",
    "clients",
    "lookupsPerSecond",
    "hitRatioPercent",
    "evictedPerSecond",
    "keys",
    "fragmentation",
    "replicationLagBytes",
    "replicationSilenceSeconds",
    "memoryFullFrom",
  ]);
});

test("LSX08 a name or an id that is a formula is text", () => {
  expect(read({ id: "-1", name: "@SUM(A1)" })).toMatchObject({ id: "'-1", name: "'@SUM(A1)" });
});
