import { startRedisEnterprise } from "@shardwatch/local/simulators/redis-enterprise/server";
import { expect, test } from "vitest";
import { cleanUpAfterEach } from "../../../test/cleanups.ts";
import {
  enterpriseCertificate,
  enterpriseSettings,
  usualEnterpriseLimits,
} from "../../../test/enterprise.ts";
import { createLog } from "../../log.ts";
import { EnterpriseSource } from "./source.ts";

const cleanups = cleanUpAfterEach();

test("AGT24 AGT33 statistics without figures are replaced by the shards; without both, a gap says so", async () => {
  const certificate = await enterpriseCertificate();
  cleanups.push(() => certificate.remove());
  const cluster = await startRedisEnterprise({ certificate });
  cleanups.push(() => cluster.stop());
  const log = createLog("error", () => undefined);
  const settings = enterpriseSettings(cluster, certificate);
  const source = new EnterpriseSource(settings, log, new Map(), usualEnterpriseLimits);
  cleanups.push(() => source.close());

  cluster.state.faults["/v1/bdbs/stats/last"] = "other-json";
  const fromShards = (await source.read()).deployment;
  expect(fromShards.databases?.[0]?.memoryUsed).toBe("5651336");
  expect(fromShards.gaps).toBeUndefined();

  cluster.state.faults["/v1/shards"] = "other-json";
  const { databases = [], gaps, status } = (await source.read()).deployment;
  expect(status).toBe("active");
  expect(new Set(databases.map(({ memoryUsed }) => memoryUsed))).toEqual(new Set([null]));
  const gap = "Memory used: the cluster doesn't report it for any of its databases (11).";
  expect(gaps).toEqual([gap, "Shards: The answer has a form that this version of the agent does not know."]);
  const { lines } = await source.check();
  expect(lines).toContain(`missing      ${gap}`);
  expect(lines.join("\n")).toContain("memory used —");
});
