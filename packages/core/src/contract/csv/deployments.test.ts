import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { cloud, item, license, now } from "../../../../../tests/support/filters.ts";
import type { DeploymentListItem } from "../deployment/deployment.ts";
import { deploymentColumns, deploymentLine } from "./deployments.ts";
import { csvHeader } from "./table.ts";

function read(deployment: DeploymentListItem): Record<string, string> {
  const file = csvHeader(deploymentColumns) + deploymentLine(deployment, now, undefined);
  const [record = {}] = parse<Record<string, string>>(file, { columns: true });
  return record;
}

test("LSX08 a line has every fact of a deployment, in columns that never change", () => {
  const full = item({
    status: "degraded",
    statusMessage: "1 of 3 nodes does not answer",
    statusSince: "2026-11-20T08:00:00.000Z",
    via: "key_one/agent",
    memoryUsed: "23456789012345678901",
    memoryLimit: "33456789012345678901",
    fullest: { utilization: 96.5, database: "sessions" },
    facts: {
      engines: ["redis", "valkey"],
      versions: ["6.2.14", "8.1.0"],
      tls: "mixed",
      policy: "noeviction",
      persistence: ["aof", "off"],
      regions: ["eu-west-1", "us-east-1"],
    },
    license: license({ expirationDate: "2026-12-02T12:00:00.000Z" }),
    figures: {
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
    },
    outlook: {
      say: "date",
      earliest: "2026-12-03T07:00:00.000Z",
      latest: "2026-12-09T12:00:00.000Z",
      database: { id: "0", name: null },
      full: 1,
    },
  });
  expect(read(full)).toEqual({
    id: full.id,
    name: "Orders Cache",
    type: "CLUSTER",
    source: "agent",
    via: "key_one/agent",
    organizationId: "org_one",
    severity: "critical",
    status: "degraded",
    statusMessage: "1 of 3 nodes does not answer",
    statusSince: "2026-11-20T08:00:00.000Z",
    lastUpdated: full.lastUpdated,
    databaseCount: "3",
    memoryUsedBytes: "23456789012345678901",
    memoryLimitBytes: "33456789012345678901",
    utilizationPercent: "96.5",
    fullestDatabase: "sessions",
    evictionPolicy: "noeviction",
    engine: "redis valkey",
    versionLowest: "6.2.14",
    versionHighest: "8.1.0",
    tls: "mixed",
    region: "eu-west-1 us-east-1",
    licenseExpires: "2026-12-02T12:00:00.000Z",
    licenseDaysLeft: "10",
    ramShardsInUse: "9",
    ramShardsLimit: "10",
    flashShardsInUse: "0",
    flashShardsLimit: "none",
    shardsLimit: "none",
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
    persistence: "aof off",
    knownVulnerabilities: "",
    memoryFullFrom: "2026-12-03T07:00:00.000Z",
  });
});

describe("LSX08 what is not known is empty, and what there is none of is none", () => {
  test("of a row that is older than the facts", () => {
    const old = read(item({ memoryUsed: null, memoryLimit: null }));
    const unknown = Object.keys(old).filter((name) => old[name] === "");
    expect(unknown).toEqual([
      "via",
      "statusMessage",
      "statusSince",
      "memoryUsedBytes",
      "memoryLimitBytes",
      "utilizationPercent",
      "fullestDatabase",
      "evictionPolicy",
      "engine",
      "versionLowest",
      "versionHighest",
      "tls",
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
      "persistence",
      "knownVulnerabilities",
      "memoryFullFrom",
    ]);
  });

  test("of memory without a limit, and of a licence", () => {
    expect(read(item({ memoryLimit: "0" }))).toMatchObject({
      memoryLimitBytes: "none",
      utilizationPercent: "none",
      licenseExpires: "none",
      licenseDaysLeft: "none",
      ramShardsInUse: "none",
    });
    const undated = read(item({ license: license({ expirationDate: null }) }));
    expect(undated).toMatchObject({ licenseExpires: "", licenseDaysLeft: "", ramShardsLimit: "10" });
  });

  test("of a region", () => {
    expect(read(item())["region"]).toBe("none");
    expect(read(item({ cloudSubscription: cloud({ regions: [] }) }))["region"]).toBe("");
  });
});

test("LSX08 an expired licence has a negative number of days, which stays a number", () => {
  const expired = license({ expirationDate: "2026-11-19T00:00:00.000Z" });
  expect(read(item({ license: expired }))["licenseDaysLeft"]).toBe("-3");
});

test("LSX08 a name that is a formula is text", () => {
  expect(read(item({ name: '=HYPERLINK("https://evil.example")' }))["name"]).toBe(
    '\'=HYPERLINK("https://evil.example")',
  );
});
