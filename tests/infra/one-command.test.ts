import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lambdas } from "../../scripts/lib/bundle.mjs";
import { declare, functionsOf, settings } from "./declared.ts";

beforeEach(() => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test("OPS12 one command deploys the web application, the API, the workers with their queues, the schedule, the table and the key", async () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  expect(scripts["deploy"]).toBe("node scripts/bundle.mjs && sst deploy");
  for (const stage of ["production", "pr-7"]) {
    const declared = await declare(stage);
    expect(declared.table).toBeDefined();
    expect(declared.vaultKey).toBeDefined();
    expect(declared.site.build.command).toBe("node scripts/build-site.mjs");
    expect(Object.keys(declared.queues).toSorted()).toEqual([
      "HousekeepingDeadLetters",
      "HousekeepingJobs",
      "ReadElastiCacheDeadLetters",
      "ReadElastiCacheJobs",
      "ReadRedisCloudDeadLetters",
      "ReadRedisCloudJobs",
    ]);
    const names = new Set(functionsOf(declared).map(({ bundle }) => bundle.replace("dist/functions/", "")));
    expect(names).toEqual(new Set(Object.keys(lambdas)));
    expect(Object.keys(declared.workers)).toHaveLength(3);
    expect(declared.schedule).toBeDefined();
    expect(Object.keys(declared.outputs).toSorted()).toEqual(["apiUrl", "webUrl"]);
    // Its settings are in the environment, and a missing one stops it: see OPS19.
    expect(declared.app.home).toBe("aws");
  }
});
