import { webConfig } from "@shardwatch/core/contract/config";
import { readEnvironment } from "@shardwatch/functions/environment";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { declare, functionsOf, settings } from "./declared.ts";

beforeEach(() => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test("AWS19 SEC21 where AWS accounts are read, only one worker may assume customers' roles, and none of our own account", async () => {
  vi.stubEnv("ELASTICACHE", "on");
  await expect(declare("production")).rejects.toThrow("AWS_ACCOUNT_ID");
  vi.stubEnv("AWS_ACCOUNT_ID", "210987654321");
  const declared = await declare("production");
  const assuming = functionsOf(declared).map(({ bundle, permissions }) => [
    bundle,
    permissions.filter(({ actions }) => actions.includes("sts:AssumeRole")),
  ]);
  const rights = [
    { actions: ["sts:AssumeRole"], resources: ["arn:aws:iam::*:role/*"] },
    { effect: "deny", actions: ["sts:AssumeRole"], resources: ["arn:aws:iam::210987654321:role/*"] },
  ];
  expect(Object.fromEntries(assuming)).toEqual({
    "dist/functions/api": [],
    "dist/functions/agent-report": [],
    "dist/functions/read-redis-cloud": [],
    "dist/functions/read-elasticache": rights,
    "dist/functions/housekeeping": [],
    "dist/functions/tick": [],
  });
  const trying = functionsOf(declared).map(({ bundle, permissions }) => [
    bundle,
    permissions.filter(({ actions }) => actions.includes("lambda:InvokeFunction")),
  ]);
  const reader = "arn:aws:lambda:eu-central-1:123456789012:function:dist/functions/read-elasticache";
  expect(trying.filter(([, granted]) => granted?.length !== 0)).toEqual([
    ["dist/functions/api", [{ actions: ["lambda:InvokeFunction"], resources: [reader] }]],
  ]);
  expect(declared.routes["$default"]?.environment["ROLE_TRIAL_FUNCTION"]).toBe(
    "dist/functions/read-elasticache",
  );
  for (const { environment } of functionsOf(declared))
    expect(readEnvironment(environment)).toMatchObject({
      ELASTICACHE: "on",
      AWS_ACCOUNT_ID: "210987654321",
    });
  const config = webConfig.parse(JSON.parse(declared.site.environment.WEB_CONFIG));
  expect(config).toMatchObject({ features: { elasticache: true }, awsAccountId: "210987654321" });
});
