import https from "node:https";
import { readFileSync } from "node:fs";
import { Secret } from "@shardwatch/core/kit/secret";
import { startRedisEnterprise } from "@shardwatch/local/simulators/redis-enterprise/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cleanUpAfterEach } from "../../packages/agent/test/cleanups.ts";
import { enterpriseCertificate, enterpriseSettings } from "../../packages/agent/test/enterprise.ts";
import { type RedisCluster, startRedisCluster } from "../../packages/agent/test/redis-cluster.ts";
import { clusterRights, documentedRights } from "../../packages/agent/test/redis-server.ts";
import { redisSettings } from "../../packages/agent/test/settings.ts";
import { createLog } from "../../packages/agent/src/log.ts";
import { EnterpriseSource } from "../../packages/agent/src/sources/enterprise/source.ts";
import { RedisSource } from "../../packages/agent/src/sources/redis/source.ts";
import { about, after, between, expectFacts } from "../support/fact-table.ts";
import { readByAgent } from "../support/read-by-agent.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { patience } from "../support/patience.ts";

const world = await worldOfFile();
const cleanups = cleanUpAfterEach();
const quiet = createLog("error", () => undefined);
let cluster: RedisCluster;

beforeAll(async () => {
  cluster = await startRedisCluster(["--maxmemory", "50mb", "--maxmemory-policy", "allkeys-lfu"]);
  const grants = { agent: [...documentedRights, ...clusterRights], alone: documentedRights };
  for (const [name, rights] of Object.entries(grants))
    await Promise.all(
      cluster.nodes.map((node) => node.cli("ACL", "SETUSER", name, "on", ">secret", ...rights)),
    );
});
afterAll(() => cluster.stop());

function sourceOf(username: string, nodes: readonly { port: number }[], tells?: true): RedisSource {
  const addresses = nodes.map(({ port }) => ({ host: "127.0.0.1", port }));
  const login = {
    username,
    password: new Secret("secret"),
    clusterPorts: cluster.nodes.map(({ port }) => port),
  };
  const settings = redisSettings(0, { ...login, addresses, ...(tells && { tellAddress: tells }) });
  const source = new RedisSource(settings, quiet);
  cleanups.push(() => source.close());
  return source;
}

const primaries = () => cluster.nodes.slice(0, 3);
/** What each primary answers to a command. */
const ask = async (...words: string[]) => await Promise.all(primaries().map((node) => node.cli(...words)));
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const sumOf = async (...words: string[]) => sum((await ask(...words)).map(Number));

/** The slots of "0-5460" and "42". */
function slotsIn(range: string): number {
  const [first = 0, last = first] = range.split("-").map(Number);
  return last - first + 1;
}

/** The nodes as one of them lists them: "id address flags primary ping pong epoch link slots…". */
async function listedNodes() {
  const [node] = primaries();
  const lines = (await node?.cli("CLUSTER", "NODES"))?.trim().split("\n") ?? [];
  const nodes = lines.map((line) => {
    const [id = "", , flags = "", primary = "", , , , , ...ranges] = line.trim().split(" ");
    const role = flags.includes("master") ? "primary" : "replica";
    const state = flags.includes("fail") ? "failed" : "ok";
    const replicaOf = role === "replica" && { replicaOf: primary.slice(0, 8) };
    return { id: id.slice(0, 8), role, ...replicaOf, slots: sum(ranges.map(slotsIn)), state };
  });
  return nodes.toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

/** Waits until each replica has acknowledged a write, which they do once a second. */
async function acknowledged(): Promise<void> {
  const ofEach = async () =>
    (await ask("INFO", "replication")).every((text) => /state=online,offset=[1-9]/.test(text));
  await expect.poll(ofEach, { timeout: patience }).toBe(true);
}

/** The figures that all primaries have together. */
async function figures() {
  const limits = (await ask("CONFIG", "GET", "maxmemory")).map((text) => Number(after(text, "maxmemory")));
  const memory = (await ask("MEMORY", "STATS")).map((text) => Number(after(text, "total.allocated")));
  const clients = (await ask("CLIENT", "LIST", "TYPE", "normal")).map((text) => text.split("\n").length - 1);
  return {
    limit: String(sum(limits)),
    memory: about(sum(memory), 0.2),
    clients: sum(clients),
    keys: await sumOf("DBSIZE"),
  };
}

test("DEX01 AGT20 every fact of a cluster is what its nodes say", async () => {
  for (let key = 0; key < 12; key += 1) await primaries()[0]?.cli("-c", "SET", `key ${key}`, "1");
  await acknowledged();
  const { detail, live } = await readByAgent(world, sourceOf("agent", [...cluster.nodes].slice(4, 5)));
  const truth = await figures();
  const [policy = ""] = await ask("CONFIG", "GET", "maxmemory-policy");
  const [database] = detail.databases;
  expectFacts([
    ["type", "CLUSTER INFO", "CLUSTER", detail.type],
    ["status", "CLUSTER INFO", "active", detail.status],
    ["missing rights", "none", [], detail.gaps],
    ["nodes", "CLUSTER NODES", await listedNodes(), detail.nodes],
    ["replicas of each primary", "CLUSTER NODES", 1, database?.replicas],
    ["eviction policy", "CONFIG GET", after(policy, "maxmemory-policy"), database?.evictionPolicy],
    ["persistence", "how it was started", null, database?.persistence],
    ["failed writes", "how it was started", false, database?.persistenceFailed],
    ["memory limit", "CONFIG GET", truth.limit, database?.memoryLimit],
    ["memory used", "MEMORY STATS", truth.memory, database?.memoryUsed],
    ["endpoint", "the agent's configuration", undefined, database?.endpoint],
    ["keys", "DBSIZE", truth.keys, live.total.keys],
    ["clients", "CLIENT LIST", truth.clients, live.total.clients],
    ["lag in bytes", "nothing is written", between(0, 200), live.total.replicationLag],
    ["lag in seconds", "nothing is stopped", between(0, 2), live.total.replicationSilence],
    ["fragmentation", "MEMORY STATS", between(0.5, 30), live.total.fragmentation],
    ["evicted keys a second", "what was written", 0, live.total.evictedPerSecond],
  ]);
});

test("DEX01 AGT23 AGT24 with INFO and PING alone, a cluster's nodes are unknown and the missing right is named", async () => {
  const { detail, live } = await readByAgent(world, sourceOf("alone", primaries(), true));
  const truth = await figures();
  expectFacts([
    ["nodes", "the user may not list them", undefined, detail.nodes],
    ["endpoint", "the configuration", `127.0.0.1:${primaries()[0]?.port}`, detail.databases[0]?.endpoint],
    ["memory limit", "CONFIG GET", truth.limit, detail.databases[0]?.memoryLimit],
    ["memory used", "MEMORY STATS", truth.memory, detail.databases[0]?.memoryUsed],
    ["keys", "DBSIZE", truth.keys, live.total.keys],
    ["replicas of each primary", "the user may not list them", null, detail.databases[0]?.replicas],
  ]);
  expect(detail.gaps.join(" ")).toMatch(/\+cluster\|(shards|nodes)/);
});

type Body = Record<string, unknown>;

test("DEX01 ENT23 AGT24 every fact of a Redis Enterprise cluster is what its REST API answers", async () => {
  const certificate = await enterpriseCertificate();
  cleanups.push(() => certificate.remove());
  const state = { databases: 7, downShards: [5], nodes: ["active", "down"] as const };
  const simulator = await startRedisEnterprise({
    certificate,
    cluster: { ...state, nodes: [...state.nodes] },
  });
  cleanups.push(() => simulator.stop());
  const settings = enterpriseSettings(simulator, certificate, { tellAddress: true });
  const source = new EnterpriseSource(settings, quiet, new Map());
  const { detail, live } = await readByAgent(world, source);
  const rest = async <Answer>(path: string): Promise<Answer> =>
    await new Promise((resolve, reject) => {
      const auth = `${settings.username}:${settings.password.reveal()}`;
      const ca = readFileSync(certificate.caFile);
      https
        .get(`${settings.url}${path}`, { auth, ca }, (answer) => {
          let text = "";
          answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
          answer.on("end", () => resolve(JSON.parse(text) as Answer));
        })
        .on("error", reject);
    });
  const bodies = (await rest<Body[]>("/v1/bdbs")).filter(({ internal }) => internal !== true);
  const uids = new Set(bodies.map(({ uid }) => uid));
  const stats = await rest<Record<string, Body | undefined>>("/v1/bdbs/stats/last");
  const license = await rest<Body>("/v1/license");
  const nodes = await rest<Body[]>("/v1/nodes");
  const shards = (await rest<Body[]>("/v1/shards")).filter(({ bdb_uid }) => uids.has(bdb_uid));
  const each = (name: string) => bodies.map((body) => body[name]);
  const all = <Name extends keyof (typeof detail.databases)[number]>(name: Name) =>
    detail.databases.map((database) => database[name]);
  const measured = live.databases.filter(({ opsPerSecond }) => opsPerSecond !== null);
  const known = bodies.map(({ uid }) => stats[String(uid)]).filter((one) => one !== undefined);
  const roles: Record<string, string> = { master: "primary", slave: "replica" };
  expectFacts([
    ["names", "/v1/bdbs", each("name"), all("name")],
    ["status", "/v1/bdbs", each("status"), all("status")],
    ["versions", "/v1/bdbs", each("version"), all("version")],
    ["eviction policies", "/v1/bdbs", each("eviction_policy"), all("evictionPolicy")],
    ["persistence", "/v1/bdbs", each("data_persistence"), all("persistence")],
    ["replicas", "/v1/bdbs", each("replication").map(Number), all("replicas")],
    ["TLS", "/v1/bdbs", each("tls_mode").map((mode) => mode === "enabled"), all("tlsEnabled")],
    [
      "modules",
      "/v1/bdbs",
      each("module_list").map((list) => (list as Body[]).map((one) => one["module_name"])),
      all("modules"),
    ],
    [
      "endpoints",
      "/v1/bdbs",
      each("endpoints").map(
        (list) => (list as Body[]).map((one) => [one["dns_name"], one["port"]].join(":"))[0],
      ),
      all("endpoint"),
    ],
    [
      "memory used",
      "/v1/bdbs/stats/last",
      bodies.map(({ uid }) => stats[String(uid)]?.["used_memory"]?.toString() ?? null),
      all("memoryUsed"),
    ],
    ["licence's end", "/v1/license", license["expiration_date"], detail.license?.expirationDate],
    ["RAM shards", "/v1/license", license["ram_shards_in_use"], detail.license?.ramShardsInUse],
    [
      "nodes",
      "/v1/nodes",
      nodes.map(({ uid, status, addr }) => [String(uid), status, addr]),
      detail.nodes?.map(({ id, state: is, address }) => [id, is, address]),
    ],
    [
      "shards",
      "/v1/shards",
      shards.map((one) => [
        one["uid"],
        String(one["bdb_uid"]),
        one["node_uid"],
        roles[String(one["role"])],
        one["detailed_status"] === "down" ? "down" : "active",
      ]),
      detail.shards?.map(({ id, database, node, role, state: is }) => [id, database, node, role, is]),
    ],
    [
      "shards that are down",
      "the simulator's setting",
      1,
      detail.shards?.filter((one) => one.state === "down").length,
    ],
    [
      "operations",
      "statistics",
      known.map((one) => about(Number(one["instantaneous_ops_per_sec"]), 0.001)),
      measured.map((one) => one.opsPerSecond),
    ],
    [
      "expired keys",
      "statistics",
      known.map((one) => one["expired_objects"]),
      measured.map((one) => one.expiredPerSecond),
    ],
    [
      "fragmentation",
      "statistics",
      known.map((one) => one["mem_frag_ratio"]),
      measured.map((one) => one.fragmentation),
    ],
    ["clients", "statistics", known.map((one) => one["conns"]), measured.map((one) => one.clients)],
    ["lag", "the API has none", null, live.total.replicationLag],
  ]);
});
