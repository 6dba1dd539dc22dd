import { report as reportSchema } from "@shardwatch/core/contract/report/report";
import { expect, test } from "vitest";
import { Health } from "./health.ts";
import { version } from "./version.ts";

const noon = Date.parse("2030-01-01T12:00:00Z");

test("AGT31 the agent tells when it started, on what it runs and how far its clock is off, in the contract's words", () => {
  const described = new Health(noon).describe(noon, -1_500);
  expect(described).toEqual({
    version,
    startedAt: "2030-01-01T12:00:00.000Z",
    platform: `${process.platform}-${process.arch}`,
    clockSkewMs: -1_500,
  });
  expect(reportSchema.shape.agent.parse({ id: "0123456789abcdef", ...described })).toHaveProperty(
    "startedAt",
  );
  expect(new Health(noon).describe(noon, undefined)).not.toHaveProperty("clockSkewMs");
  expect(new Health(noon).describe(noon, 0)).not.toHaveProperty("name");
  expect(new Health(noon, "rack 7").describe(noon, 0).name).toBe("rack 7");
});

test("AGT31 R11 the last failure is told for an hour, without the texts that came over the network", () => {
  const health = new Health(noon);
  const tell = (): string | undefined => health.describe(noon, 0).lastError;
  const reason = "ECONNREFUSED: connect ECONNREFUSED 10.1.2.3:443";
  health.note({ kind: "retry", reason, code: "ECONNREFUSED" }, noon);
  expect(tell()).toBe("The API could not be reached: ECONNREFUSED.");
  health.note({ kind: "retry", reason: "no answer in time" }, noon);
  expect(tell()).toBe("The API could not be reached.");
  health.note({ kind: "retry", reason, status: 503 }, noon);
  expect(tell()).toBe("The API answered 503.");
  health.note({ kind: "refused", status: 400, reason: "deployments[0].name: is secret" }, noon);
  expect(tell()).toBe("The API refused a report with 400.");
  health.note({ kind: "rejectedKey" }, noon);
  expect(tell()).toBe("The API rejected the key.");
  health.note({ kind: "accepted", nextReportSeconds: 60 }, noon + 60_000);
  expect(tell()).toBe("The API rejected the key.");
  expect(health.describe(noon + 3_600_001, 0)).not.toHaveProperty("lastError");
});

test("the agent reports how long the round before took, and nothing when its clock went back", () => {
  const health = new Health(noon);
  const accepted = { kind: "accepted", nextReportSeconds: 60 } as const;
  expect(health.describe(noon, 0)).not.toHaveProperty("roundMs");
  health.note(accepted, noon + 1_250, noon);
  expect(health.describe(noon + 60_000, 0).roundMs).toBe(1_250);
  health.note(accepted, noon, noon + 60_000);
  expect(health.describe(noon, 0)).not.toHaveProperty("roundMs");
  health.note(accepted, noon + 90_000_000_000, noon);
  const described = { id: "0123456789abcdef", ...health.describe(noon, 0) };
  expect(reportSchema.shape.agent.parse(described).roundMs).toBe(86_400_000);
});
