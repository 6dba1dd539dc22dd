import { startRedisEnterprise } from "@shardwatch/local/simulators/redis-enterprise/server";
import { plantedSecret } from "@shardwatch/local/simulators/redis-enterprise/state";
import { expect, test } from "vitest";
import { cleanUpAfterEach } from "../../../test/cleanups.ts";
import { AgentProcess, testKey } from "../../../test/agent-process.ts";
import { accepted, ApiServer } from "../../../test/api-server.ts";
import { enterpriseCertificate } from "../../../test/enterprise.ts";
import { hasPort } from "../../../test/has-port.ts";
import { startRedisServer } from "../../../test/redis-server.ts";

const cleanups = cleanUpAfterEach();

const password = "Sesame-0pen-up";

/** The API, a cluster, a real Redis, and the configuration of an agent that reads both. */
async function startAll() {
  const certificate = await enterpriseCertificate();
  cleanups.push(() => certificate.remove());
  const user = { email: "agent@example.com", password, role: "cluster_viewer" as const };
  const cluster = await startRedisEnterprise({ certificate, cluster: { user } });
  cleanups.push(() => cluster.stop());
  const redis = await startRedisServer();
  cleanups.push(() => redis.stop());
  const api = await ApiServer.start();
  cleanups.push(() => api.stop());
  const configuration = `api: ${api.address}
key: ${testKey}
logLevel: debug
deployments:
  - type: enterprise
    name: production
    url: https://localhost:${cluster.port}
    username: ${user.email}
    passwordEnv: CLUSTER_PASSWORD
    tls: { ca: ${certificate.caFile} }
  - { name: orders, address: "127.0.0.1:${redis.port}" }
`;
  return { api, cluster, configuration };
}

async function run(words: string[], configuration: string): Promise<AgentProcess> {
  const agent = await AgentProcess.start(words, configuration, { CLUSTER_PASSWORD: password });
  cleanups.push(() => agent.stop());
  return agent;
}

test("AGT21 AGT25 AGT26 AGT31 one agent reports a cluster of Redis Enterprise beside a Redis, also while the cluster is down", async () => {
  const { api, cluster, configuration } = await startAll();
  api.answer = () => accepted(1);
  const agent = await run(["run"], configuration);
  const { report } = await api.received(1);
  const [production, orders] = report.deployments;
  expect(production).toMatchObject({ type: "ENTERPRISE", status: "active", license: { shardsLimit: 200 } });
  expect(production?.databases).toHaveLength(11);
  expect(orders).toMatchObject({ type: "STANDALONE", status: "active" });

  cluster.state.faults["*"] = "basic-off";
  const sent = api.reports.length;
  // The report after the next certainly began after the change.
  const later = (await api.received(sent + 2)).report.deployments;
  expect(later).toMatchObject([{ key: production?.key, status: "denied" }, { status: "active" }]);
  expect(later[0]?.databases).toBeUndefined();
  expect(api.faults).toEqual([]);

  agent.signal("SIGTERM");
  expect(await agent.exit()).toBe(0);
  expect(agent.stderr).toContain('"request":"GET /v1/cluster"');
  const basic = Buffer.from(`agent@example.com:${password}`).toString("base64");
  const everything = agent.stdout + agent.stderr + api.reports.map(({ text }) => text).join("");
  for (const secret of [plantedSecret, password, "agent@example.com", basic, "localhost"])
    expect(everything).not.toContain(secret);
  expect(hasPort(everything, cluster.port)).toBe(false);
  expect(cluster.requests.filter(({ path }) => path.startsWith("/v1/bdbs?")).length).toBeGreaterThan(0);
  for (const { path } of cluster.requests) expect(path).not.toMatch(/^\/v1\/bdbs(\/\d+)?$/);
});

test("AGT33 check and --print-only read a cluster as they read a Redis", async () => {
  const { api, configuration } = await startAll();
  const check = await run(["check"], configuration);
  expect(await check.exit()).toBe(0);
  expect(check.stdout).toMatch(/production: ok\n {2}GET \/v1\/cluster +ok, \d+ ms/);
  expect(check.stdout).toContain("Everything is ready.");
  const print = await run(["once", "--print-only"], configuration);
  expect(await print.exit()).toBe(0);
  expect(print.stdout).toContain('"type": "ENTERPRISE"');
  expect(print.stdout).toContain('"GET /v1/cluster"');
  expect(api.reports).toHaveLength(0);
});
