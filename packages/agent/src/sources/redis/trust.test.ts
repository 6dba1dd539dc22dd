import { afterEach, expect, test } from "vitest";
import {
  elsewhere,
  elsewhereByName,
  FakeCluster,
  loggedIn,
  networks,
  own,
} from "../../../test/fake-cluster.ts";
import { bulk, startFakeRedis } from "../../../test/fake-redis.ts";
import type { FakeRedis } from "../../../test/fake-redis.ts";
import type { RedisSettings } from "../../configuration/settings.ts";

const figures = "# Memory\r\nused_memory:1000\r\nmaxmemory:0\r\n# Replication\r\n";
const ifRight = "If it belongs to the cluster, add to the deployment:";
const cluster = new FakeCluster();
afterEach(() => cluster.stop());

test.each<["CLUSTER NODES" | "CLUSTER SHARDS", string]>([
  ["CLUSTER NODES", elsewhere],
  ["CLUSTER SHARDS", elsewhere],
  ["CLUSTER NODES", elsewhereByName],
  ["CLUSTER SHARDS", elsewhereByName],
])("MND05 AGT31 AGT20 the agent connects to no other network that %s names (%s)", async (listing, host) => {
  const hostile = await cluster.node({ host: elsewhere });
  const neighbours = [await cluster.node(), await cluster.node({ host: "127.0.0.9" })];
  const entry: FakeRedis = await cluster.node(
    {},
    () => [entry, ...neighbours, { host, port: hostile.port }],
    listing,
  );
  const source = cluster.agent(entry.port);
  for (let round = 0; round < 2; round += 1) {
    const { deployment, notes } = await source.read();
    expect(deployment).toMatchObject({
      type: "CLUSTER",
      status: "degraded",
      databases: [{ memoryUsed: null }],
    });
    expect(deployment.gaps).toContainEqual(
      "node 44444444 is withheld, so the memory is not known. The agent's log and its check command say why, and " +
        "give the line to add.",
    );
    expect(JSON.stringify(deployment)).not.toContain("127.");
    expect(notes).toEqual([
      `node 44444444 is ${host}:${hostile.port} (WITHHELD). ${ifRight} clusterNetworks: [127.1.2.0/24]`,
    ]);
  }
  for (const neighbour of neighbours) expect(neighbour.requests).toEqual([...loggedIn, "INFO"]);
  expect(hostile.connections).toBe(0);
});

test.each<[string, string, Partial<RedisSettings>]>([
  ["its network is listed", elsewhere, networks("10.0.0.0/8", "127.1.0.0/16")],
  ["the network of its name's address is listed", elsewhereByName, networks("127.1.2.3/32")],
  ["its host is configured too", elsewhere, { addresses: [{ host: elsewhere, port: 1 }] }],
  [
    "its address is that of a configured name",
    elsewhere,
    { addresses: [{ host: elsewhereByName, port: 0 }] },
  ],
  ["addressMap names its host", elsewhere, { addressMap: new Map([["a:1", { host: elsewhere, port: 1 }]]) }],
])("AGT31 AGT20 a cluster's node in another network is logged in at when %s", async (_, host, more) => {
  const named = () => [entry, { host, port: far.port }];
  const far: FakeRedis = await cluster.node({ host: elsewhere }, named);
  const entry: FakeRedis = await cluster.node({}, named);
  // Port 0 represents the node itself, at which the agent can connect.
  const added = more.addresses?.map((one) => (one.port === 0 ? { ...one, port: far.port } : one)) ?? [];
  const addresses = [{ host: own, port: entry.port }, ...added];
  expect((await cluster.agent(entry.port, { ...more, addresses }).read()).deployment).toMatchObject({
    status: "active",
    databases: [{ memoryUsed: "2000" }],
  });
  expect(far.requests).toEqual(expect.arrayContaining(loggedIn));
});

test.each<[string, (port: number) => string]>([
  ["MOVED", (port) => `-MOVED 1 ${elsewhere}:${port}\r\n`],
  ["ASK", (port) => `-ASK 1 ${elsewhere}:${port}\r\n`],
  [
    "INFO of a replica",
    (port) => bulk(`${figures}role:slave\r\nmaster_host:${elsewhere}\r\nmaster_port:${port}\r\n`),
  ],
  ["INFO of a primary", (port) => bulk(`${figures}role:master\r\nslave0:ip=${elsewhere},port=${port}\r\n`)],
  [
    "INFO of a Sentinel",
    (port) => bulk(`redis_mode:sentinel\r\n# Sentinel\r\nmaster0:name=a,address=${elsewhere}:${port}\r\n`),
  ],
])("AGT31 the agent goes to no server that %s names", async (_, answer) => {
  const named = await cluster.node({ host: elsewhere });
  const redis = await startFakeRedis(() => answer(named.port));
  // No other rule keeps the agent from connecting there.
  const source = cluster.agent(redis.port, networks(`${elsewhere}/32`), {});
  await source.read();
  await source.check();
  redis.stop();
  expect(redis.requests).toContain("INFO");
  expect(named.connections).toBe(0);
});

test("AGT31 the nodes of last time get no password either, when the configured one is down", async () => {
  const hostile = await cluster.node({ host: elsewhere });
  const entry: FakeRedis = await cluster.node({}, () => [entry, hostile]);
  const source = cluster.agent(entry.port);
  await source.read();
  entry.stop();
  await source.read();
  expect(hostile.connections).toBe(0);
});

test("AGT20 whoever configures one of this host's loopback addresses means the other too", async () => {
  const other = await cluster.node();
  const entry: FakeRedis = await cluster.node({ host: elsewhere }, () => [entry, other]);
  // Nothing needs to listen at ::1, so the test passes on a machine without IPv6.
  const addresses = [entry, { host: "::1", port: 1 }].map(({ host, port }) => ({ host, port }));
  await cluster.agent(entry.port, { addresses }).read();
  expect(other.requests).toEqual(loggedIn);
});

test("MND05 AGT33 check says where it may go, which nodes it follows and why, and which it does not", async () => {
  const [near, listed, far] = [
    await cluster.node(),
    await cluster.node({ host: "127.9.9.9" }),
    await cluster.node({ host: elsewhere }),
  ];
  const neighbour = await cluster.node({ host: "127.0.0.9" });
  const entry: FakeRedis = await cluster.node({}, () => [entry, near, neighbour, listed, far]);
  const { ok, lines } = await cluster.agent(entry.port, networks("127.9.0.0/16")).check();
  expect(ok).toBe(true);
  const ports = [entry, near, listed, far, neighbour].map(({ port }) => port);
  const reach = lines.find((line) => line.startsWith("reaches")) ?? "";
  expect(reach).toMatch(
    /^reaches      nodes in 127\.0\.0\.0\/24, 127\.9\.0\.0\/16; the password only at port /,
  );
  expect(new Set(reach.match(/\d+/g)?.slice(-5).map(Number))).toEqual(new Set(ports));
  expect(lines.filter((line) => line.startsWith("follows"))).toEqual([
    `follows      127.0.0.9:${neighbour.port}: in 127.0.0.0/24, the network of a configured host`,
    `follows      127.9.9.9:${listed.port}: in 127.9.0.0/16, from clusterNetworks`,
  ]);
  expect(lines).toContainEqual(
    expect.stringMatching(/^gap +node 5{8} is withheld, .* check command say why, and give the line to add/),
  );
  expect(lines).toContainEqual(
    `note         node 55555555 is ${elsewhere}:${far.port} (WITHHELD). ${ifRight} clusterNetworks: [127.9.0.0/16, 127.1.2.0/24]`,
  );
  expect(far.connections).toBe(0);
});
