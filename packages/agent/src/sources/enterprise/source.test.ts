import type { Certificate } from "@shardwatch/local/simulators/redis-enterprise/certificate";
import { startRedisEnterprise } from "@shardwatch/local/simulators/redis-enterprise/server";
import type { RedisEnterprise } from "@shardwatch/local/simulators/redis-enterprise/server";
import { plantedSecret } from "@shardwatch/local/simulators/redis-enterprise/state";
import type { ClusterState } from "@shardwatch/local/simulators/redis-enterprise/state";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cleanUpAfterEach } from "../../../test/cleanups.ts";
import {
  asReported,
  enterpriseCertificate,
  enterpriseSettings,
  usualEnterpriseLimits,
} from "../../../test/enterprise.ts";
import { hasPort } from "../../../test/has-port.ts";
import type { EnterpriseSettings } from "../../configuration/settings.ts";
import { createLog } from "../../log.ts";
import { requests } from "./requests.ts";
import { EnterpriseSource, RecentEnds } from "./source.ts";
import type { Claims } from "./source.ts";

let certificate: Certificate & { remove(): void };
beforeAll(async () => {
  certificate = await enterpriseCertificate();
});
afterAll(() => certificate.remove());

const cleanups = cleanUpAfterEach();

async function start(cluster: Partial<ClusterState> = {}): Promise<RedisEnterprise> {
  const started = await startRedisEnterprise({ certificate, cluster });
  cleanups.push(() => started.stop());
  return started;
}

function source(
  cluster: RedisEnterprise,
  more: Partial<EnterpriseSettings> = {},
  { lines = [], claims = new Map() }: { lines?: string[]; claims?: Claims } = {},
): EnterpriseSource {
  const log = createLog("debug", (line) => lines.push(line));
  const settings = enterpriseSettings(cluster, certificate, more);
  const created = new EnterpriseSource(settings, log, claims, usualEnterpriseLimits);
  cleanups.push(() => created.close());
  return created;
}

const read = async (cluster: RedisEnterprise, more?: Partial<EnterpriseSettings>) =>
  (await source(cluster, more).read()).deployment;

test("AGT21 AGT22 AGT24 ENT27 ENT28 ENT29 a cluster is one ENTERPRISE deployment with licence, databases and admin address", async () => {
  const cluster = await start();
  const deployment = await read(cluster);
  expect(deployment).toMatchObject({
    key: "cluster.redis.example 2024-03-05T10:20:30Z",
    name: "production",
    type: "ENTERPRISE",
    status: "active",
    enterpriseAdminUrl: "https://cluster.redis.example:8443",
  });
  expect(deployment.license).toEqual({
    activationDate: "2024-03-05T00:00:00Z",
    expirationDate: "2099-03-05T00:00:00Z",
    clusterName: "cluster.redis.example",
    owner: "Example Ltd",
    ramShardsInUse: 44,
    ramShardsLimit: 120,
    flashShardsInUse: 16,
    flashShardsLimit: 80,
    shardsLimit: 200,
    features: ["bigstore", "unheard-of"],
  });
  // The third of twelve belongs to the cluster itself.
  expect(deployment.databases).toHaveLength(11);
  expect(deployment.databases?.[0]).toEqual({
    id: "1",
    name: "sessions-1",
    status: "active",
    version: "7.2.4",
    memoryUsed: "5651336",
    memoryLimit: "1073741824",
    tlsEnabled: false,
    engine: "redis",
    evictionPolicy: "noeviction",
    persistence: "disabled",
    replicas: 0,
    modules: [],
  });
  expect(deployment.databases?.find(({ id }) => id === "2")).toMatchObject({
    persistence: "aof",
    replicas: 1,
  });
  expect(deployment.databases?.find(({ id }) => id === "6")?.modules).toEqual(["search"]);
  const having = (field: "activeActive" | "tiered") =>
    deployment.databases?.filter((database) => database[field]).map(({ id }) => id);
  expect([having("activeActive"), having("tiered")]).toEqual([["8"], ["11"]]);
  expect(deployment.nodes).toEqual(
    ["1", "2", "3"].map((id) => ({ id, role: null, slots: null, state: "active" })),
  );
  expect(deployment.gaps).toBeUndefined();
  expect(deployment.statusMessage).toBeUndefined();
});

test("ENT23 ENT24 ENT25 memory is exact beyond 2^53, null where it is not measured, and no limit is 0", async () => {
  const { databases = [] } = await read(await start());
  const byId = new Map(databases.map((database) => [database.id, database]));
  expect(byId.get("6")?.memoryLimit).toBe("9007199254740993");
  expect(byId.get("5")?.memoryUsed).toBeNull();
  expect(byId.get("7")?.memoryLimit).toBe("0");
});

test.each(["6.4.2-94", "7.4.6-22", "7.22.0-241", "8.0.2-17", "8.2.0-10"])(
  "AGT22 ENT26 version %s is read without a gap",
  async (version) => {
    const cluster = await start({ version });
    const { status, gaps, license, databases = [] } = await read(cluster);
    expect({ status, gaps }).toEqual({ status: "active", gaps: undefined });
    expect(license).toMatchObject({ shardsLimit: 200, ramShardsLimit: version.startsWith("6") ? 0 : 120 });
    expect(databases.slice(0, 3).map(({ tlsEnabled }) => tlsEnabled)).toEqual([false, false, false]);
    expect(databases.find(({ id }) => id === "6")?.tlsEnabled).toBe(true);
  },
);

test("ENT27 ENT28 a trial licence full of nulls has no limits by kind and the cluster's name", async () => {
  const { license } = await read(await start({ license: "trial" }));
  expect(license).toMatchObject({
    clusterName: "cluster.redis.example",
    owner: null,
    ramShardsInUse: 1,
    ramShardsLimit: 0,
    flashShardsLimit: 0,
    shardsLimit: 4,
    features: ["trial", "bigstore"],
  });
});

test("an expired licence keeps its dates; a cluster without a licence has none, which is no gap", async () => {
  const cluster = await start({ license: "expired" });
  const reader = source(cluster);
  expect((await reader.read()).deployment.license?.expirationDate).toBe("2025-03-05T00:00:00Z");
  cluster.state.license = "none";
  const { license, gaps } = (await reader.read()).deployment;
  expect({ license, gaps }).toEqual({ license: undefined, gaps: undefined });
});

test("a cluster without databases has an empty list, and its statistics are not asked for", async () => {
  const cluster = await start({ databases: 0 });
  expect((await read(cluster)).databases).toEqual([]);
  expect(cluster.requests.map(({ path }) => path)).not.toContain(requests.stats);
});

test("AGT31 R11 only the documented requests are sent, none of which can give away a password", async () => {
  const cluster = await start({ version: "6.4.2-94" });
  const lines: string[] = [];
  const reader = source(cluster, {}, { lines });
  const report = asReported(await reader.read());
  const { lines: shown } = await reader.check();
  cluster.state.faults["/v1/bdbs/stats/last"] = "not-found";
  await reader.read();
  const documented: string[] = Object.values(requests);
  for (const { method, path } of cluster.requests) {
    expect(method).toBe("GET");
    expect(documented).toContain(path);
  }
  expect(cluster.requests.some(({ path }) => path.startsWith("/v1/bdbs?fields="))).toBe(true);
  expect(documented.join()).not.toMatch(/pass|sasl|cert|crdt_sync/);
  const { user } = cluster.state;
  const basic = Buffer.from(`${user.email}:${user.password}`).toString("base64");
  const everything = [JSON.stringify(report), ...lines, ...shown].join("\n");
  for (const secret of [plantedSecret, user.password, user.email, basic, "10.0.0.1", "db1.example"])
    expect(everything).not.toContain(secret);
  expect(hasPort(everything, cluster.port)).toBe(false);
  expect(lines.join("")).toContain(`"request":"GET ${requests.databases}"`);
});

test("AGT24 one strange database does not spoil the others, and what it sends reaches nobody raw", async () => {
  const cluster = await start({ databases: 2, strangeDatabases: true });
  const reported = asReported(await source(cluster).read());
  const { databases = [], gaps } = reported;
  expect(databases.map(({ id }) => id)).toEqual(["1", "2", "9001", "9002", "9003"]);
  expect(databases[2]).toMatchObject({ name: null, status: "7", version: null, memoryLimit: null });
  expect(databases[3]).toMatchObject({
    name: "[31mred",
    status: "unknown",
    version: "5.0-big",
    tlsEnabled: true,
  });
  expect(gaps).toEqual(["Databases: 5 came without a usable uid and were skipped."]);
});

test("a node that is down makes the cluster degraded and is told", async () => {
  expect(await read(await start({ nodes: ["active", "down", "down"] }))).toMatchObject({
    status: "degraded",
    statusMessage: "2 of 3 nodes are not active: down.",
    databases: expect.arrayContaining([expect.objectContaining({ id: "1", status: "active" })]),
  });
});

test("memory used comes from the shards where there are no statistics, replicas included", async () => {
  const cluster = await start();
  cluster.state.faults["/v1/bdbs/stats/last"] = "not-found";
  const { databases = [], gaps } = await read(cluster);
  expect(databases[0]?.memoryUsed).toBe("5651336");
  expect(databases.find(({ id }) => id === "5")?.memoryUsed).toBeNull();
  expect(gaps).toBeUndefined();
});

test("AGT17 the same cluster keeps its key over an outage, an upgrade and a change of address; a rebuilt one gets another", async () => {
  const cluster = await start();
  const reader = source(cluster);
  const { key } = (await reader.read()).deployment;
  cluster.state.faults["*"] = "unavailable";
  const outage = (await reader.read()).deployment;
  expect(outage).toMatchObject({ key, status: "unreachable", license: { shardsLimit: 200 } });
  expect(outage.enterpriseAdminUrl).toBe("https://cluster.redis.example:8443");
  expect(outage.databases).toBeUndefined();
  cluster.state.faults["*"] = "works";
  cluster.state.version = "8.2.0-10";
  expect((await reader.read()).deployment.key).toBe(key);
  expect((await read(cluster, { url: `https://127.0.0.1:${cluster.port}` })).key).toBe(key);
  cluster.state.createdAt = "2026-01-01T00:00:00Z";
  expect((await reader.read()).deployment.key).not.toBe(key);
});

test("AGT17 a key of the configuration is kept from the first failure on", async () => {
  const cluster = await start();
  const reader = source(cluster, { key: "production-eu" });
  cluster.state.faults["*"] = "unavailable";
  expect((await reader.read()).deployment.key).toBe("production-eu");
  cluster.state.faults["*"] = "works";
  expect((await reader.read()).deployment.key).toBe("production-eu");
});

test("two addresses of one cluster make one deployment; the second says what to remove", async () => {
  const cluster = await start();
  const claims: Claims = new Map();
  const [first, second] = [source(cluster, {}, { claims }), source(cluster, { name: "again" }, { claims })];
  const [one, other] = [(await first.read()).deployment, (await second.read()).deployment];
  expect(other).toMatchObject({
    status: "unsupported",
    statusMessage: expect.stringContaining('"production"'),
  });
  expect(other.key).not.toBe(one.key);
});

test("AGT24 a thousand databases are read within the limits and fit into one report", async () => {
  const cluster = await start({ databases: 1_000 });
  const reported = asReported(await source(cluster).read());
  const { databases, status } = reported;
  expect(status).toBe("active");
  expect(databases).toHaveLength(999);
  expect(reported.shards).toHaveLength(1_998);
  expect(JSON.stringify(reported).length).toBeLessThan(400_000);
});

const [near, far] = ["2026-12-01T00:00:00.000Z", "2027-12-01T00:00:00.000Z"];
const minute = 60_000;

test("INC01 P1 nodes with different certificates behind one address have one end, the earliest", () => {
  const ends = new RecentEnds();
  expect(ends.earliest).toBeUndefined();
  const seen = [far, near, far, far, near, far].map((end, at) => {
    ends.note(new Set([end]), at * 10 * minute);
    return ends.earliest;
  });
  expect(seen).toEqual([far, near, near, near, near, near]);
});

test("INC01 an hour after the last certificate with the former end, only the new end counts", () => {
  const ends = new RecentEnds();
  ends.note(new Set([near]), 0);
  ends.note(new Set([far]), minute);
  ends.note(new Set([far]), 60 * minute);
  expect(ends.earliest).toBe(near);
  ends.note(new Set([far]), 61 * minute);
  expect(ends.earliest).toBe(far);
});

test("INC02 a cluster that shows no certificate keeps its last end", () => {
  const ends = new RecentEnds();
  ends.note(new Set([near]), 0);
  ends.note(new Set(), 600 * minute);
  expect(ends.earliest).toBe(near);
});
