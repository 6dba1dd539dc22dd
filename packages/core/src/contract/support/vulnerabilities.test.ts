import { expect, test } from "vitest";
import { readVersion } from "../filter/version.ts";
import { branchOf } from "./branch.ts";
import { vulnerabilitiesOf, isBranchKnown, undecidedOf, withoutFixesSince } from "./vulnerabilities.ts";
import { lastFixes, vulnerabilities } from "./vulnerability-table.ts";
import { vulnerabilityWords } from "./vulnerability-words.ts";

const idsOf = (...given: Parameters<typeof vulnerabilitiesOf>) =>
  vulnerabilitiesOf(...given).map(({ id }) => id);

test("DEX05 a version has the vulnerabilities that its own branch fixed later, and none that another branch did", () => {
  expect(idsOf("redis", "8.2.2")).toContain("CVE-2025-62507");
  expect(idsOf("redis", "8.2.3")).not.toContain("CVE-2025-62507");
  expect(vulnerabilitiesOf("redis", "7.2.4")[0]).toEqual({
    id: "CVE-2025-49844",
    score: 10,
    fixedIn: "7.2.11",
  });
  // 7.2.11 is older than 7.4.6, and has the fix all the same.
  expect(idsOf("redis", "7.2.11")).not.toContain("CVE-2025-49844");
  expect(idsOf("redis", "7.4.11")).toEqual([]);
});

test("DEX05 a branch that gets no more fixes says so, and keeps its vulnerabilities", () => {
  expect(vulnerabilitiesOf("redis", "8.0.6").map(({ id, fixedIn }) => [id, fixedIn])).toEqual([
    ["CVE-2026-81934", undefined],
    ["CVE-2026-23479", undefined],
    ["CVE-2026-25243", undefined],
    ["CVE-2026-23631", undefined],
  ]);
  expect(withoutFixesSince("redis", "8.0.6")).toBe("2026-02");
  expect(withoutFixesSince("redis", "7.0.15")).toBe("2024-10");
  expect(withoutFixesSince("redis", "7.2.4")).toBeUndefined();
});

test("DEX05 the last version of an ended branch has all that was found since, and no fix", () => {
  const ended = vulnerabilitiesOf("redis", "7.0.15");
  expect(ended.map(({ id }) => id)).toEqual([
    "CVE-2025-49844",
    "CVE-2026-25243",
    "CVE-2025-48367",
    "CVE-2025-21605",
    "CVE-2025-46818",
    "CVE-2025-32023",
    "CVE-2025-46817",
    "CVE-2024-31449",
    "CVE-2026-23631",
    "CVE-2024-31228",
    "CVE-2024-51741",
    "CVE-2024-31227",
    "CVE-2025-46819",
  ]);
  expect(new Set(ended.map(({ fixedIn }) => fixedIn))).toEqual(new Set([undefined]));
  // Redis 7.0 brought the selectors of ACL rules.
  expect(idsOf("redis", "6.0.20")).not.toContain("CVE-2024-51741");
  expect(idsOf("redis", "5.0.14")).toContain("CVE-2025-49844");
  // It came with Redis 7.2.
  for (const version of ["5.0.14", "6.0.20", "7.0.15"])
    expect([...idsOf("redis", version), ...undecidedOf("redis", version)]).not.toContain("CVE-2026-23479");
});

test("DEX05 a vulnerability is not known where no source says whether the branch has it or its fix", () => {
  expect(undecidedOf("redis", "7.0.15")).toEqual(["CVE-2026-81934", "CVE-2024-46981"]);
  expect(undecidedOf("redis", "6.2.24")).toEqual(["CVE-2026-81934", "CVE-2026-25243", "CVE-2025-21605"]);
  expect(undecidedOf("valkey", "8.1.10")).toEqual(["GHSA-fq2f-crmw-q97r"]);
  expect(undecidedOf("redis", "7.4.11")).toEqual([]);
  expect(undecidedOf("redis", "unstable")).toEqual([]);
});

test("DEX05 no branch without fixes is without known vulnerabilities", () => {
  for (const branch of Object.keys(lastFixes.redis ?? {}))
    expect(idsOf("redis", `${branch}.99`), branch).not.toEqual([]);
});

test("DEX05 Valkey is never judged by what is known of Redis, nor a version by another's text", () => {
  expect(idsOf("valkey", "8.1.10")).toEqual([]);
  expect(idsOf("valkey", "8.1.8")).toEqual(["CVE-2026-63639", "CVE-2026-56684"]);
  expect(idsOf("redis", "7.2.16")).toEqual([]);
  expect(idsOf("valkey", "7.2.13")).toEqual(["CVE-2026-63639", "CVE-2026-56684"]);
  expect(vulnerabilitiesOf("redis", "unstable")).toEqual([]);
  expect(withoutFixesSince("valkey", "8.0.6")).toBeUndefined();
});

test("DEX05 what the table does not name is not known", () => {
  expect(isBranchKnown("redis", "8.2.9")).toBe(true);
  expect(isBranchKnown("redis", "9.9.0")).toBe(false);
  expect(isBranchKnown("valkey", "255.255.255")).toBe(false);
  expect(isBranchKnown("valkey", "8.2.0")).toBe(false);
});

test("DEX05 the table is in order: one row a vulnerability, one fix a branch, the worst first", () => {
  const ids = vulnerabilities.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const scores = vulnerabilities.map(({ score }) => score ?? 0);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  for (const { fixedIn, unfixed, undecided } of vulnerabilities)
    for (const engine of ["redis", "valkey"] as const) {
      const fixes = fixedIn[engine] ?? [];
      expect(fixes.every((fix) => readVersion(fix) !== undefined)).toBe(true);
      const branches = [...fixes.map(branchOf), ...(unfixed?.[engine] ?? []), ...(undecided?.[engine] ?? [])];
      expect(new Set(branches).size).toBe(branches.length);
    }
});

test("DEX05 each vulnerability has its words", () => {
  expect(Object.keys(vulnerabilityWords).toSorted()).toEqual(vulnerabilities.map(({ id }) => id).toSorted());
});
