import type { Job } from "@shardwatch/core/contract/job";
import { expect, test } from "vitest";
import { roundRobin } from "./round-robin.ts";

const sync = (organizationId: string, integrationId: string): Job => ({
  kind: "syncIntegration",
  source: "redis-cloud",
  organizationId,
  integrationId,
});

test("R14 every tenant's first job stands before anybody's second", () => {
  const many = Array.from({ length: 3 }, (_, index) => sync("org_many", String(index)));
  const moving: Job = { kind: "finishAcceptance", accountId: "acc_one", invitationId: "inv_one" };
  const jobs = [...many, sync("org_one", "a"), moving];
  expect(roundRobin(jobs)).toEqual([many[0], jobs[3], moving, many[1], many[2]]);
  expect(roundRobin([])).toEqual([]);
});
