import { report as reportSchema } from "@shardwatch/core/contract/report/report";
import { Secret } from "@shardwatch/core/kit/secret";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startRedisCluster } from "../../../../test/redis-cluster.ts";
import type { ClusterMember, RedisCluster } from "../../../../test/redis-cluster.ts";
import { hasPort } from "../../../../test/has-port.ts";
import { clusterRights, documentedRights, startRedisServer } from "../../../../test/redis-server.ts";
import { redisSettings, usualLimits } from "../../../../test/settings.ts";
import type { RedisSettings } from "../../../configuration/settings.ts";
import { parseNetwork } from "../../../ip-network.ts";
import { createLog } from "../../../log.ts";
import { Reporter } from "../../../report.ts";
import { RedisSource } from "../source.ts";

const megabyte = 1_048_576;
const limit = 50 * megabyte;
/** Addresses of this machine in two networks (/24). The nodes listen on both, and announce the first. */
const [own, elsewhere] = ["127.0.0.1", "127.1.2.3"];
const planted = ["planted-key", "planted-value"];
let cluster: RedisCluster;
const sources: RedisSource[] = [];

beforeAll(async () => {
  cluster = await startRedisCluster(["--maxmemory", `${limit}`, "--bind", own, `-${elsewhere}`]);
  const grants: [string, string[]][] = [
    ["agent", [...documentedRights, ...clusterRights]],
    ["nodes", [...documentedRights, "+cluster|nodes", "+cluster|info"]],
    ["alone", documentedRights],
  ];
  for (const [name, rights] of grants)
    await Promise.all(
      cluster.nodes.map((node) => node.cli("ACL", "SETUSER", name, "on", ">secret", ...rights)),
    );
});
afterEach(() => {
  for (const source of sources.splice(0)) source.close();
});
afterAll(() => cluster.stop());

function member(index: number): ClusterMember {
  const node = cluster.nodes[index];
  if (!node) throw new Error(`no node ${index}`);
  return node;
}

const address = (index: number) => ({ host: "127.0.0.1", port: member(index).port });

const ports = () => cluster.nodes.map(({ port }) => port);

/** The agent on these nodes, as a user with the given rights on all of them. */
function agent(
  username: string,
  entries: number[],
  more: Partial<RedisSettings> = {},
  lines: string[] = [],
  limits = usualLimits,
): RedisSource {
  const login = { username, password: new Secret("secret") };
  const source = new RedisSource(
    redisSettings(0, { ...login, addresses: entries.map(address), clusterPorts: ports(), ...more }),
    createLog("debug", (line) => lines.push(line)),
    limits,
  );
  sources.push(source);
  return source;
}

async function usedMemory(index: number): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await member(index).cli("INFO", "memory"))?.[1]);
}

/** How often a node ran each command since the last RESETSTAT, without the commands of redis-cli. */
async function calls(index: number): Promise<Record<string, number>> {
  const stats = (await member(index).cli("INFO", "commandstats")).matchAll(/cmdstat_([^:]+):calls=(\d+)/g);
  const internal = /^(config\|resetstat|ping|replconf|publish)$/;
  return Object.fromEntries(
    [...stats].filter(([, name = ""]) => !internal.test(name)).map(([, name, n]) => [name, Number(n)]),
  );
}

test("AGT20 ENT11 R11 a cluster is found from one replica, as one deployment whose replicas are not counted", async () => {
  await member(0).cli("-c", "SET", "planted-key", "planted-value");
  await Promise.all([0, 1, 2].map((index) => member(index).cli("CONFIG", "RESETSTAT")));
  await Promise.all([3, 4, 5].map((index) => member(index).cli("CONFIG", "RESETSTAT")));
  const lines: string[] = [];
  const source = agent("agent", [4], { databaseName: "main" }, lines);
  const reporter = new Reporter(
    [source],
    "0123456789abcdef",
    createLog("error", () => undefined),
  );
  await reporter.collect(Date.now);
  const report = await reporter.collect(Date.now);
  const [deployment] = reportSchema.parse(report).deployments;
  expect(deployment).toMatchObject({ key: "orders", type: "CLUSTER", status: "active" });
  expect(deployment?.gaps).toBeUndefined();
  expect(deployment?.databases).toMatchObject([
    { id: "0", name: "main", status: "active", memoryLimit: `${3 * limit}`, tlsEnabled: false },
  ]);
  const used = (await Promise.all([0, 1, 2].map(usedMemory))).reduce((sum, one) => sum + one);
  expect(Number(deployment?.databases?.[0]?.memoryUsed) / used).toBeCloseTo(1, 0.5);

  for (const index of [0, 1, 2]) expect(await calls(index)).toEqual({ auth: 1, info: 3 });
  expect(await calls(4)).toEqual({ auth: 1, info: 2, "cluster|shards": 2, "cluster|info": 2 });
  for (const index of [3, 5]) expect(await calls(index)).toEqual({});
  for (const secret of [...planted, "127.0.0.1", "secret", "agent"])
    expect(JSON.stringify(report.deployments)).not.toContain(secret);
  expect(hasPort(JSON.stringify(report.deployments), member(4).port)).toBe(false);
  for (const secret of [...planted, "secret"]) expect(lines.join("")).not.toContain(secret);
});

test("DEX01 R11 the addresses of a cluster's nodes leave the host only if the configuration says so", async () => {
  const { deployment: withAddresses } = await agent("agent", [4, 1], { tellAddress: true }).read();
  const found = cluster.nodes.map(
    ({ id }) => withAddresses.nodes?.find((one) => id.startsWith(one.id))?.address,
  );
  expect(found).toEqual(cluster.nodes.map(({ port }) => `${own}:${port}`));
});

test("AGT20 a user with CLUSTER NODES alone finds the cluster too, and the refused command is asked once", async () => {
  const source = agent("nodes", [0]);
  for (let count = 0; count < 3; count += 1)
    expect((await source.read()).deployment).toMatchObject({
      status: "active",
      databases: [{ memoryLimit: `${3 * limit}` }],
    });
  expect(await member(0).cli("INFO", "commandstats")).toMatch(/cmdstat_cluster\|shards:.*rejected_calls=1,/);
});

test("AGT20 without the right to CLUSTER the configured nodes are counted, and a gap names the right", async () => {
  const lines: string[] = [];
  const source = agent("alone", [3, 0, 1], {}, lines);
  for (let count = 0; count < 3; count += 1) {
    const { deployment } = await source.read();
    expect(deployment).toMatchObject({ type: "CLUSTER", status: "active" });
    // The first two are a primary and its replica.
    expect(deployment.databases).toMatchObject([{ memoryLimit: `${2 * limit}` }]);
    expect(deployment.gaps).toEqual([
      expect.stringMatching(/CLUSTER SHARDS: partial.* ACL SETUSER <user> \+cluster\|shards/),
    ]);
  }
  expect(lines.filter((line) => line.includes("not everything can be read"))).toHaveLength(1);
  const { ok, lines: checked } = await source.check();
  expect(ok).toBe(true);
  const shown = checked.join("\n");
  expect(shown).toMatch(/CLUSTER SHARDS +refused \(NOPERM\)/);
  expect(shown).toContain("ACL SETUSER alone +cluster|shards +cluster|info");
  expect(shown).toMatch(/gap +The user may not run CLUSTER SHARDS/);
});

test("AGT20 a node whose announced address is another one from here is named, and addressMap leads to it", async () => {
  const { id, port } = member(1);
  await member(1).cli("CONFIG", "SET", "cluster-announce-port", "1");
  try {
    await vi.waitFor(
      async () => expect(await member(0).cli("CLUSTER", "NODES")).toContain(`${id} 127.0.0.1:1@`),
      30_000,
    );
    const lost = await agent("agent", [0], { clusterPorts: [...ports(), 1] }).read();
    expect(lost.deployment).toMatchObject({
      status: "degraded",
      statusMessage: expect.stringContaining("node 22222222 could not be read: Nothing is listening"),
      databases: [{ memoryUsed: null, memoryLimit: null }],
      gaps: [expect.stringContaining("set addressMap")],
    });
    expect(lost.notes).toEqual(["node 22222222 is 127.0.0.1:1 (ECONNREFUSED)"]);
    const addressMap = new Map([["127.0.0.1:1", { host: "127.0.0.1", port }]]);
    expect((await agent("agent", [0], { addressMap }).read()).deployment.status).toBe("active");
  } finally {
    await member(1).cli("CONFIG", "SET", "cluster-announce-port", "0");
  }
});

/** Makes a node announce another IP address, and waits until the other nodes have received it. */
async function announce(index: number, ip: string): Promise<void> {
  const { id, port } = member(index);
  await member(index).cli("CONFIG", "SET", "cluster-announce-ip", ip);
  await vi.waitFor(async () => {
    const listings = await Promise.all(cluster.nodes.map((node) => node.cli("CLUSTER", "NODES")));
    for (const listing of listings) expect(listing).toContain(`${id} ${ip}:${port}@`);
  }, 30_000);
}

test("MND05 AGT31 AGT20 a node that announces itself in another network gets no connection until that network is listed", async () => {
  const listed = parseNetwork(`${elsewhere}/32`);
  const clusterNetworks = typeof listed === "string" ? [] : [listed];
  await announce(1, elsewhere);
  try {
    await member(1).cli("CONFIG", "RESETSTAT");
    const { deployment, notes } = await agent("agent", [0]).read();
    expect(deployment).toMatchObject({
      status: "degraded",
      databases: [{ memoryUsed: null }],
      gaps: [expect.stringMatching(/^node 22222222 is withheld, so the memory is not known/)],
    });
    expect(notes).toEqual([
      expect.stringContaining(
        `node 22222222 is ${elsewhere}:${member(1).port} (WITHHELD). If it belongs to the cluster, add`,
      ),
    ]);
    expect(await calls(1)).toEqual({});
    expect((await agent("agent", [0], { clusterNetworks }).read()).deployment.status).toBe("active");
    expect(await calls(1)).toMatchObject({ auth: 1 });
  } finally {
    await announce(1, own);
  }
});

async function setNodeTimeout(milliseconds: number): Promise<void> {
  await Promise.all(
    cluster.nodes.map((node) => node.cli("CONFIG", "SET", "cluster-node-timeout", `${milliseconds}`)),
  );
}

test("AGT25 R12 a primary that hangs is named in time, and other deployments are read all the same", async () => {
  const other = await startRedisServer();
  const silent = createLog("error", () => undefined);
  const neighbour = new RedisSource(redisSettings(other.port, { key: "other" }), silent, usualLimits);
  sources.push(neighbour);
  // The other primaries answer within two seconds, also when the machine is loaded.
  const short = { ...usualLimits, answerMilliseconds: 2_000 };
  const patience = { usual: 600_000, brief: 600_000, longest: 600_000 };
  const sourcesOfBoth = [agent("agent", [0, 2], {}, [], short), neighbour];
  const reporter = new Reporter(sourcesOfBoth, "0123456789abcdef", silent, { patience });
  // So no replica takes over.
  await setNodeTimeout(600_000);
  process.kill(member(2).pid, "SIGSTOP");
  try {
    const { deployments } = await reporter.collect(Date.now);
    expect(deployments).toMatchObject([
      {
        status: "degraded",
        statusMessage: expect.stringContaining("node 33333333 could not be read: The server accepted"),
        databases: [{ memoryUsed: null }],
      },
      { key: "other", status: "active" },
    ]);
  } finally {
    process.kill(member(2).pid, "SIGCONT");
    await setNodeTimeout(1_000);
    await other.stop();
  }
});

test("AGT17 AGT25 the cluster stays the same deployment when its configured node dies, and when a primary is replaced", async () => {
  const source = agent("agent", [5]);
  await vi.waitFor(async () => expect((await source.read()).deployment.status).toBe("active"), 30_000);
  await member(5).stop();
  expect((await source.read()).deployment).toMatchObject({
    key: "orders",
    type: "CLUSTER",
    databases: [{ memoryLimit: `${3 * limit}` }],
  });
  await member(0).stop();
  const during = (await source.read()).deployment;
  expect(during).toMatchObject({ key: "orders", type: "CLUSTER", status: "degraded" });
  await vi.waitFor(
    async () => {
      const { deployment } = await source.read();
      // The replica has taken over. All figures are known again, and the lost node is named.
      expect(deployment.databases).toMatchObject([{ memoryLimit: `${3 * limit}` }]);
      expect(deployment.status).toBe("degraded");
      expect(deployment.statusMessage).toContain("node 11111111 has failed");
      expect(deployment.statusMessage).toContain("node 66666666 has failed");
    },
    { timeout: 30_000, interval: 200 },
  );
});
