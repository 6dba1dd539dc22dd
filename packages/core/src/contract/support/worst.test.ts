import { expect, test } from "vitest";
import { item, now, parse } from "../../../../../tests/support/filters.ts";
import type { DeploymentListItem, Engine } from "../deployment/deployment.ts";
import { compile } from "../filter/compile.ts";
import { factsOf, type TroubleOf } from "../filter/facts.ts";
import { advisoryOf, cveOf, knownOf, levelOfScore, versionKeyOf, versionOfKey, worstOf } from "./worst.ts";
import { vulnerabilities } from "./vulnerability-table.ts";

const worst = (version: string, engine: Engine = "redis") => worstOf([{ engine, version }]);

test("SCR09 the worst known vulnerability of a version has the highest score, and the version that mends all of them", () => {
  expect(worst("7.2.4")).toEqual({
    key: "redis 7.2.4",
    id: "CVE-2025-49844",
    score: 10,
    count: 12,
    fixedIn: "7.2.16",
  });
  expect(worst("8.2.9")).toBeNull();
  expect(worst("9.9.0")).toBeUndefined();
  expect(worst("unstable")).toBeUndefined();
  // Its branch gets no fix of some.
  expect(worst("8.0.1")).toMatchObject({ id: "CVE-2025-49844", fixedIn: undefined });
  expect(worst("9.1.0", "valkey")).toMatchObject({ id: "CVE-2026-63639", score: 8.8, fixedIn: "9.1.2" });
  expect(worst("9.1.1", "valkey")).toMatchObject({ id: "GHSA-fq2f-crmw-q97r", score: null });
});

test("SCR09 no version that is said to mend all has a known vulnerability", () => {
  const fixes = vulnerabilities.flatMap(({ fixedIn }) =>
    Object.entries(fixedIn).flatMap(([engine, versions]) =>
      versions.map((version) => ({ engine: engine as Engine, version })),
    ),
  );
  const mended = fixes.flatMap(({ engine, version }) => {
    const fixedIn = worst(version, engine)?.fixedIn;
    return fixedIn === undefined ? [] : [{ engine, version: fixedIn }];
  });
  expect(mended.length).toBeGreaterThan(10);
  for (const version of mended) expect(knownOf(version), versionKeyOf(version)).toEqual([]);
});

test("SCR09 of several versions the worst counts, and what is not known makes nothing well", () => {
  const redis = (version: string) => ({ engine: "redis", version }) as const;
  expect(worstOf([redis("8.2.2"), redis("7.2.4")])?.key).toBe("redis 7.2.4");
  expect(worstOf([redis("8.2.9"), redis("9.9.0")])).toBeUndefined();
  expect(worstOf([redis("9.9.0"), redis("7.2.4")])?.key).toBe("redis 7.2.4");
  expect(worstOf([])).toBeUndefined();
});

test("SCR09 levels are those of CVSS", () => {
  const scores = [10, 9, 8.9, 7, 6.9, 4, 3.9, null];
  expect(scores.map(levelOfScore)).toEqual([
    "critical",
    "critical",
    "high",
    "high",
    "medium",
    "medium",
    "low",
    "unscored",
  ]);
});

const of = (version: string, fields: Partial<DeploymentListItem> = {}) =>
  item({ facts: { engines: ["redis"], versions: [version, version] }, ...fields });
const asks = (filter: string, deployment: DeploymentListItem, troubleOf?: TroubleOf) =>
  compile(parse(filter).filter)(factsOf(deployment, now, troubleOf));

test("SCR09 FIL01 the filter asks for the level of the worst known vulnerability", () => {
  expect(asks("cve=critical", of("7.2.4"))).toBe(true);
  expect(asks("cve=high", of("7.2.4"))).toBe(false);
  expect(asks("cve=high", of("8.2.4"))).toBe(false);
  expect(asks("cve=high", of("7.4.11"))).toBe(false);
  expect(asks("cve=none", of("7.4.11"))).toBe(true);
  expect(asks("cve=critical,high", of("8.6.1"))).toBe(true);
  expect(asks("cve=unknown", of("9.9.0"))).toBe(true);
  expect(asks("cve=none", of("9.9.0"))).toBeUndefined();
});

test.each<[string, Partial<DeploymentListItem>]>([
  ["ElastiCache", { source: "elasticache", type: "CLOUD" }],
  ["Redis Cloud", { source: "redis-cloud", type: "CLOUD" }],
  ["Redis Enterprise", { type: "ENTERPRISE" }],
  ["an unknown engine", { facts: { versions: ["7.2.4", "7.2.4"] } }],
])("SCR09 the version of %s is compared with nothing", (_, fields) => {
  expect(asks("cve=unknown", of("7.2.4", fields))).toBe(true);
  expect(asks("cve=critical", of("7.2.4", fields))).toBeUndefined();
});

test("SCR09 a version that a distribution patched is left out, until more is known of it", () => {
  const saying = (ids: readonly string[]): TroubleOf =>
    Object.assign(() => null, { patchedIn: () => new Map([["redis 7.2.4", ids]]) });
  const all = (knownOf({ engine: "redis", version: "7.2.4" }) ?? []).map(({ id }) => id);
  expect(asks("cve=patched", of("7.2.4"), saying(all))).toBe(true);
  expect(asks("cve=critical", of("7.2.4"), saying(all))).toBe(false);
  expect(asks("cve=critical", of("7.2.5"), saying(all))).toBe(true);
  const allBut = all.filter((id) => id !== "CVE-2026-81934");
  expect(asks("cve=critical", of("7.2.4"), saying(allBut))).toBe(true);
  const facts = factsOf(of("7.2.4"), now, saying(all.filter((id) => id !== "CVE-2025-46818")));
  expect(cveOf(facts)).toBe("high");
});

test("SCR09 a version has one key, however it is written", () => {
  expect(versionKeyOf({ engine: "redis", version: "v7.2.4" })).toBe("redis 7.2.4");
  expect(versionKeyOf({ engine: "valkey", version: "8.1" })).toBe("valkey 8.1.0");
  expect(versionKeyOf({ engine: "redis", version: "unstable" })).toBeUndefined();
  expect(versionOfKey("valkey 8.1.0")).toEqual({ engine: "valkey", version: "8.1.0", name: "Valkey 8.1.0" });
  for (const key of ["redis 7.2", "redict 7.3.0", "redis", "redis 7.2.4 x"])
    expect(versionOfKey(key), key).toBeUndefined();
});

test("SCR09 an advisory is an address of the CVE list or of GitHub, and nothing for any other id", () => {
  expect(advisoryOf("CVE-2025-49844")).toBe("https://www.cve.org/CVERecord?id=CVE-2025-49844");
  expect(advisoryOf("GHSA-fq2f-crmw-q97r")).toBe("https://github.com/advisories/GHSA-fq2f-crmw-q97r");
  for (const id of ["CVE-2025-49844&x=1", "RHSA-2025:1", "javascript:alert(1)", ""])
    expect(advisoryOf(id), id).toBeUndefined();
  for (const { id } of vulnerabilities) expect(advisoryOf(id), id).toBeDefined();
});
