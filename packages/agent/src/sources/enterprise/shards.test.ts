import type { Certificate } from "@shardwatch/local/simulators/redis-enterprise/certificate";
import { startRedisEnterprise } from "@shardwatch/local/simulators/redis-enterprise/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cleanUpAfterEach } from "../../../test/cleanups.ts";
import {
  asReported,
  enterpriseCertificate,
  enterpriseSettings,
  usualEnterpriseLimits,
} from "../../../test/enterprise.ts";
import type { EnterpriseSettings } from "../../configuration/settings.ts";
import { createLog } from "../../log.ts";
import { reportedNodes } from "./cluster.ts";
import { reportedShards } from "./shards.ts";
import { EnterpriseSource } from "./source.ts";

let certificate: Certificate & { remove(): void };
beforeAll(async () => {
  certificate = await enterpriseCertificate();
});
afterAll(() => certificate.remove());
const cleanups = cleanUpAfterEach();

async function start(more: Partial<EnterpriseSettings> = {}) {
  const cluster = await startRedisEnterprise({ certificate, cluster: { databases: 2, downShards: [5] } });
  const settings = enterpriseSettings(cluster, certificate, more);
  const quiet = createLog("error", () => undefined);
  const source = new EnterpriseSource(settings, quiet, new Map(), usualEnterpriseLimits);
  cleanups.push(
    () => cluster.stop(),
    () => source.close(),
  );
  return { cluster, read: async () => asReported(await source.read()) };
}

const shard = (uid: string, more: object) => ({ uid, bdb_uid: 1, node_uid: "2", role: "master", ...more });

test("DEX01 a shard that is busy is no change, one that is down says so, and those of the cluster itself are left out", () => {
  const listed = [
    shard("10", { status: "active", detailed_status: "busy" }),
    shard("9", { role: "slave", node_uid: null, status: "inactive", detailed_status: "down" }),
    shard("11", { role: "unheard-of", status: "active" }),
    shard("12", { bdb_uid: 7 }),
    shard("13", { bdb_uid: null }),
    "a text",
  ];
  expect(reportedShards(listed, new Set(["1"]))).toEqual([
    { id: "9", database: "1", node: null, role: "replica", state: "down" },
    { id: "10", database: "1", node: "2", role: "primary", state: "active" },
    { id: "11", database: "1", node: "2", role: null, state: "active" },
  ]);
  expect(reportedShards({ shards: [] }, new Set(["1"]))).toBeUndefined();
});

test("DEX01 shards that could not be read stay as they were, and a gap says why", async () => {
  const { cluster, read } = await start();
  const { shards: before } = await read();
  expect(before?.map(({ id, state }) => `${id} ${state}`)).toEqual([
    "2 active",
    "3 active",
    "4 active",
    "5 down",
  ]);
  cluster.state.faults["/v1/shards"] = "forbidden";
  const { shards, gaps } = await read();
  expect(shards).toEqual(before);
  expect(gaps).toEqual([expect.stringMatching(/^Shards: .*Cluster Viewer/)]);
});

test("DEX01 R11 the endpoints of databases and the addresses of nodes leave the host only if the configuration says so", async () => {
  const telling = await (await start({ tellAddress: true })).read();
  expect(telling.databases?.map(({ endpoint }) => endpoint)).toEqual([
    "db1.example:12001",
    "db2.example:12002",
  ]);
  expect(telling.nodes?.map(({ address }) => address)).toEqual(["10.0.0.1", "10.0.0.2", "10.0.0.3"]);
  const silent = JSON.stringify(await (await start()).read());
  for (const address of ["10.0.0", "db1.example", "12001"]) expect(silent).not.toContain(address);
});

test("DEX01 R12 texts of a shard and of a node that a cluster makes long are cut", () => {
  const long = "\u4e00".repeat(300);
  const [cut] = reportedShards([shard(long, { node_uid: long, status: long })], new Set(["1"])) ?? [];
  const text = "\u4e00".repeat(40);
  expect(cut).toEqual({ id: text, database: "1", node: text, role: "primary", state: text });
  const [node] = reportedNodes([{ uid: long, status: long }]) ?? [];
  expect(node).toMatchObject({ id: text, state: text });
});
