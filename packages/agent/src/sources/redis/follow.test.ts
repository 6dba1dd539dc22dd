import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { freePort } from "@shardwatch/server/machine/ports";
import { afterEach, expect, test } from "vitest";
import { testKey } from "../../../test/agent-process.ts";
import {
  elsewhere,
  elsewhereByName,
  FakeCluster,
  loggedIn,
  networks,
  own,
} from "../../../test/fake-cluster.ts";
import type { FakeRedis } from "../../../test/fake-redis.ts";
import type { RedisSettings } from "../../configuration/settings.ts";
import { readConfiguration } from "../../configuration/read.ts";

const withoutPassword = {};
const noPorts = { clusterPorts: [] };
const cluster = new FakeCluster();
afterEach(() => cluster.stop());

/** What a configuration file says with these lines in its deployment. */
function settingsWith(lines: readonly string[]): RedisSettings {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-follow-"));
  const file = join(folder, "agent.yaml");
  const deployment = ["- name: a", "  address: a", ...lines.map((line) => `  ${line}`)].join("\n");
  writeFileSync(file, `api: https://a.test\nkey: ${testKey}\ndeployments:\n${deployment}\n`);
  const [found] = readConfiguration(file, {}).deployments;
  rmSync(folder, { recursive: true });
  if (!found || found.type !== undefined) throw new Error("no deployment");
  return found;
}

/** The lines that a sentence gives to add. */
const linesIn = (sentence = ""): string[] =>
  (/add to the deployment: (.*)$/.exec(sentence)?.[1] ?? "").split(" and ").filter(Boolean);

test("MND05 without a password the agent connects to every port of its networks, and nowhere else", async () => {
  const [far, near] = [await cluster.node({ host: elsewhere }), await cluster.node({ host: "127.0.0.9" })];
  const entry: FakeRedis = await cluster.node({}, () => [entry, near, far]);
  const { deployment } = await cluster.agent(entry.port, noPorts, withoutPassword).read();
  expect(deployment).toMatchObject({ status: "degraded", databases: [{ memoryUsed: null }] });
  expect(deployment.statusMessage).toBe("node 33333333 is withheld.");
  expect(near.requests).toEqual(["INFO"]);
  expect(far.connections).toBe(0);
  const listed = { ...noPorts, ...networks("127.1.2.0/24") };
  expect((await cluster.agent(entry.port, listed, withoutPassword).read()).deployment.status).toBe("active");
  expect(far.requests).toEqual(["INFO"]);
});

test.each([own, "127.0.0.9"])(
  "MND05 AGT31 a password goes to no port of %s that is not configured or listed, and the gap has the line",
  async (host) => {
    const near = await cluster.node({ host });
    const entry: FakeRedis = await cluster.node({}, () => [entry, near]);
    const { deployment } = await cluster.agent(entry.port, noPorts).read();
    expect(near.connections).toBe(0);
    expect(deployment.statusMessage).toBe("node 22222222 is withheld.");
    const line = `clusterPorts: [${near.port}]`;
    expect(deployment.gaps).toContain(
      "node 22222222 is withheld, so the memory is not known. If it belongs to the cluster, add to the deployment: " +
        line,
    );
    const { clusterPorts = [] } = settingsWith([line]);
    expect((await cluster.agent(entry.port, { clusterPorts }).read()).deployment.status).toBe("active");
    expect(near.requests).toEqual(loggedIn);
  },
);

test("MND05 a port of another configured node and of addressMap is good for every node", async () => {
  const near = await cluster.node({ host: "127.0.0.9" });
  const entry: FakeRedis = await cluster.node({}, () => [entry, near]);
  const second = { addresses: [entry.port, near.port].map((port) => ({ host: own, port })) };
  const mapped = { addressMap: new Map([["10.0.0.1:1", { host: own, port: near.port }]]) };
  for (const more of [second, mapped])
    expect((await cluster.agent(entry.port, { ...noPorts, ...more }).read()).deployment.status).toBe(
      "active",
    );
});

test("MND05 a node outside in both ways needs two lines, which keep what is listed; they leave the host with tellAddress", async () => {
  const far = await cluster.node({ host: elsewhere });
  const entry: FakeRedis = await cluster.node({}, () => [entry, far]);
  const listed = { ...networks("10.1.0.0/16", "fd00:1::/64"), clusterPorts: [7001] };
  const both = [
    'clusterNetworks: [10.1.0.0/16, "fd00:1::/64", 127.1.2.0/24]',
    `clusterPorts: [7001, ${far.port}]`,
  ];
  const quiet = await cluster.agent(entry.port, listed).read();
  const reading = await cluster.agent(entry.port, { ...listed, tellAddress: true }).read();
  expect(quiet.deployment.gaps?.join("")).not.toMatch(/clusterNetworks|clusterPorts/);
  const gap = reading.deployment.gaps?.find((one) => one.includes("22222222"));
  for (const sentence of [quiet.notes?.join(""), gap]) expect(linesIn(sentence)).toEqual(both);
  const { clusterNetworks = [], clusterPorts = [] } = settingsWith(both);
  const after = await cluster.agent(entry.port, { clusterNetworks, clusterPorts }).read();
  expect(after.deployment.status).toBe("active");
});

test("MND05 a report says the same of every place outside: open, shut, no Redis, or no such name", async () => {
  const open = await cluster.node({ host: elsewhere });
  let connections = 0;
  const garbage = net.createServer((socket) => {
    connections += 1;
    socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
  });
  await once(garbage.listen(0, elsewhere), "listening");
  const address = garbage.address();
  const places = [
    { host: elsewhere, port: open.port },
    { host: elsewhere, port: await freePort() },
    { host: elsewhere, port: address !== null && typeof address === "object" ? address.port : 0 },
    { host: elsewhereByName, port: open.port },
    { host: "no-such-name.invalid", port: open.port },
  ];
  const said = await Promise.all(
    places.map(async (place) => {
      const entry: FakeRedis = await cluster.node({}, () => [entry, place]);
      const agents = [cluster.agent(entry.port), cluster.agent(entry.port, {}, withoutPassword)];
      const readings = await Promise.all(agents.map(async (agent) => agent.read()));
      return readings.map(({ deployment: { statusMessage, gaps, status } }) => ({
        status,
        statusMessage,
        gaps: gaps?.filter((gap) => gap.includes("22222222")),
      }));
    }),
  );
  garbage.close();
  expect(connections + open.connections).toBe(0);
  const [first] = said.flat();
  expect(first).toMatchObject({ statusMessage: "node 22222222 is withheld." });
  for (const one of said.flat()) expect(one).toEqual(first);
});

test("MND05 of announced names a report says the same, whether they exist and wherever their addresses are", async () => {
  const hosts = [elsewhereByName, "no-such-name.invalid", "localhost"];
  const gapOf = async (host: string, more: Partial<RedisSettings>) => {
    const entry: FakeRedis = await cluster.node({}, () => [entry, { host, port: 9 }]);
    const { deployment } = await cluster.agent(entry.port, { clusterPorts: [], ...more }).read();
    return deployment.gaps?.filter((gap) => gap.includes("22222222"));
  };
  for (const more of [{}, { tellAddress: true as const }]) {
    const gaps = await Promise.all(hosts.map((host) => gapOf(host, more)));
    expect(gaps[0]).toEqual([expect.stringContaining("The agent's log and its check command say why")]);
    for (const gap of gaps) expect(gap).toEqual(gaps[0]);
  }
});
