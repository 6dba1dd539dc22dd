import { expect, test } from "vitest";
import { deployment, start } from "../../../../../tests/support/watched.ts";
import { knownOf } from "../../contract/support/worst.ts";
import { withPatched } from "../judging/watched.ts";
import { ruleOf } from "./rules.ts";
import { adviceOfVersion, knownVulnerability } from "./vulnerabilities.ts";

const of = (version: string, engine: "redis" | "valkey" = "redis") =>
  deployment("dep_1", {}, { facts: { engines: [engine], versions: [version, version] } });
const judge = (...given: Parameters<typeof of>) => knownVulnerability.judge(of(...given), start);

test("SCR09 a version with a high or a critical vulnerability is a warning at once, which names the worst", () => {
  expect(judge("7.2.4")).toMatchObject({
    when: true,
    severity: "warning",
    step: 2,
    value: "CVE-2025-49844, CVSS 10.0",
  });
  expect(judge("9.0.2", "valkey")).toMatchObject({ severity: "warning", step: 1 });
  expect(knownVulnerability.timing(of("7.2.4"))).toEqual({ for: 0, keep: 0 });
});

test("SCR09 what is mended, less than high or not comparable is no incident", () => {
  expect(judge("8.2.9")).toMatchObject({ when: false, clear: true });
  // Only without a score.
  expect(judge("9.0.5", "valkey")).toMatchObject({ when: false, clear: true });
  // Nothing is known of its branch, but a former version is gone.
  expect(judge("9.9.0")).toMatchObject({ when: false, clear: true });
  expect(judge("unstable")).toMatchObject({ when: undefined, clear: undefined });
});

test("SCR09 the condition has the score that the rule judges by", () => {
  const { condition } = ruleOf("known-vulnerability");
  const [, score = ""] = /CVSS score of (\d+) or more/.exec(condition.text) ?? [];
  const scores = ["7.2.4", "7.2.15", "8.2.2", "8.0.6", "7.0.15"].map((version) => {
    const worst = knownOf({ engine: "redis", version })?.[0]?.score ?? 0;
    expect(judge(version).when, version).toBe(worst >= Number(score));
    return worst;
  });
  expect(Math.min(...scores)).toBeGreaterThanOrEqual(Number(score));
  expect(condition.severities).toEqual(["warning"]);
});

test("SCR09 a patched version ends as patched, and counts again when more is known", () => {
  const all = (knownOf({ engine: "redis", version: "7.2.4" }) ?? []).map(({ id }) => id);
  const [patched] = withPatched([of("7.2.4")], new Map([["redis 7.2.4", all]]));
  expect(patched && knownVulnerability.judge(patched, start)).toMatchObject({
    when: false,
    clear: true,
    ending: "patched",
  });
  const [known] = withPatched([of("7.2.4")], new Map([["redis 7.2.4", all.slice(1)]]));
  expect(known && knownVulnerability.judge(known, start)).toMatchObject({
    when: true,
    value: "CVE-2025-49844, CVSS 10.0",
  });
});

test("SCR09 the advice names the version that mends all, or a supported branch", () => {
  expect(adviceOfVersion("7.2.16").text).toContain("Upgrade to 7.2.16");
  expect(adviceOfVersion(undefined).text).toContain("Move to a supported branch");
  for (const fixedIn of ["7.2.16", undefined])
    expect(adviceOfVersion(fixedIn).text).toContain("unless your distribution patched it");
});
