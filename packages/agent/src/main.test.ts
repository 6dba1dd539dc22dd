import { once } from "node:events";
import net from "node:net";
import { expect, test } from "vitest";
import { testKey } from "../test/agent-process.ts";
import { ApiServer, accepted } from "../test/api-server.ts";
import { makeCertificates } from "../test/certificates.ts";
import {
  cleanups,
  configuration,
  environment,
  guarded,
  guardedRedis,
  password,
  startAgent,
  startApi,
} from "../test/guarded-agent.ts";
import { hasPort } from "../test/has-port.ts";
import { freePort } from "@shardwatch/server/machine/ports";
import { startRedisServer } from "../test/redis-server.ts";

test("AGT03 AGT25 AGT26 one agent reports several deployments; one that is down does not stop the others", async () => {
  const [api, redis, dead] = [
    await startApi(),
    await guardedRedis(["--maxmemory", "64mb"]),
    await freePort(),
  ];
  api.answer = () => accepted(1);
  const deployments = [`name: gone, address: "127.0.0.1:${dead}"`, guarded(redis)];
  await startAgent(["run"], configuration(api.address, deployments), environment);
  const { report, headers } = await api.received(2);
  expect(api.faults).toEqual([]);
  expect(headers.authorization).toBe(`Bearer ${testKey}`);
  expect(report.agent.id).toMatch(/^[0-9a-f]{24}$/);
  expect(report.deployments).toMatchObject([
    { key: "gone", status: "unreachable" },
    { key: "orders", status: "active", databases: [{ memoryLimit: "67108864" }] },
  ]);
});

test("AGT23 R11 the server sees only documented commands, and nothing that it stores leaves the host", async () => {
  const [api, redis] = [await startApi(), await guardedRedis()];
  api.answer = () => accepted(1);
  await redis.cli("SET", "planted-key", "planted-value");
  const client = net.connect(redis.port, "127.0.0.1");
  cleanups.push(async () => void client.destroy());
  client.write("CLIENT SETNAME planted-client\r\n");
  await once(client, "data");
  const planted = ["planted-key", "planted-value", "planted-client", password, "127.0.0.1", "agent.yaml"];
  await redis.cli("CONFIG", "RESETSTAT");
  const agent = await startAgent(
    ["run"],
    configuration(api.address, [guarded(redis)], "logLevel: debug\n"),
    environment,
  );
  await api.received(3);
  const statistics = await redis.cli("INFO", "commandstats");
  const commands = [...statistics.matchAll(/cmdstat_([^:]+):/g)].map(([, name]) => name);
  expect(new Set(commands)).toEqual(new Set(["auth", "config|resetstat", "info"]));
  expect(statistics).not.toMatch(/(rejected|failed)_calls=[1-9]/);
  expect(await redis.cli("ACL", "LOG")).toBe("");
  for (const { text } of api.reports) {
    for (const word of planted) expect(text).not.toContain(word);
    expect(hasPort(text, redis.port)).toBe(false);
  }
  expect(agent.stderr).not.toContain("planted");
});

test("AGT31 neither the key nor a password is in any log, also when both are refused", async () => {
  const [api, redis] = [await startApi(), await guardedRedis()];
  api.answer = (number) =>
    number === 0 ? { status: 401, body: { message: "no", details: [testKey] } } : accepted(1);
  const wrong = `name: wrong, address: "127.0.0.1:${redis.port}", username: agent, password: "${password}-wrong"`;
  const agent = await startAgent(["run"], configuration(api.address, [wrong], "logLevel: debug\n"), {
    SHARDWATCH_REJECTED_KEY_SECONDS: "1",
  });
  const { report } = await api.received(2);
  expect(report.deployments[0]?.status).toBe("denied");
  await agent.logged(({ event }) => event === "report accepted");
  for (const secret of [password, testKey, testKey.slice(-20)]) {
    expect(agent.stderr + agent.stdout).not.toContain(secret);
    expect(api.reports.map(({ text }) => text).join("")).not.toContain(secret);
  }
});

test("AGT33 SIGTERM ends the agent with exit code 0", async () => {
  const [api, redis] = [await startApi(), await guardedRedis()];
  const agent = await startAgent(["run"], configuration(api.address, [guarded(redis)]), environment);
  await api.received(1);
  await agent.logged(({ event }) => event === "report accepted");
  agent.signal("SIGTERM");
  expect(await agent.exit()).toBe(0);
  expect(agent.log.at(-1)?.event).toBe("agent stopped");
});

test("AGT32 certificates of the API and of a server are verified, each against the authority that is configured", async () => {
  const [own, foreign] = await Promise.all([makeCertificates(), makeCertificates()]);
  cleanups.push(
    () => own.remove(),
    () => foreign.remove(),
  );
  const [api, redis] = [
    await ApiServer.start(own),
    await startRedisServer({ tls: own, args: ["--tls-auth-clients", "no"] }),
  ];
  cleanups.push(
    () => api.stop(),
    () => redis.stop(),
  );
  const text = (apiCa: string, redisCa: string): string =>
    configuration(
      api.address,
      [`name: orders, address: "rediss://127.0.0.1:${redis.port}", tls: {ca: "${redisCa}"}`],
      `ca: ${apiCa}\n`,
    );
  const outcomes = [text(own.ca, own.ca), text(own.ca, foreign.ca), text(foreign.ca, own.ca)].map(
    async (one) => (await startAgent(["once"], one)).exit(),
  );
  expect(await Promise.all(outcomes)).toEqual([0, 0, 1]);
  const statuses = api.reports.map(({ report }) => report.deployments[0]?.status);
  expect(new Set(statuses)).toEqual(new Set(["active", "unreachable"]));
  expect(statuses).toHaveLength(2);
});

test("AGT33 once sends one report and tells by its exit code whether it was accepted", async () => {
  const [api, redis] = [await startApi(), await guardedRedis()];
  const text = configuration(api.address, [guarded(redis)]);
  expect(await (await startAgent(["once"], text, environment)).exit()).toBe(0);
  api.answer = () => ({ status: 401 });
  expect(await (await startAgent(["once"], text, environment)).exit()).toBe(1);
  expect(api.reports).toHaveLength(2);
});

test("AGT33 R11 once --print-only prints all that would leave the host, with the commands asked, and sends nothing", async () => {
  const [api, redis] = [await startApi(), await guardedRedis()];
  await redis.cli("SET", "planted-key", "planted-value");
  const text = configuration(api.address, [guarded(redis)]);
  const agent = await startAgent(["once", "--print-only"], text, environment);
  expect(await agent.exit()).toBe(0);
  expect(api.connections).toBe(0);
  const printed = JSON.parse(agent.stdout) as Record<string, unknown>;
  expect(printed).toMatchObject({
    version: 1,
    deployments: [{ key: "orders", status: "active" }],
    commands: ["AUTH", "INFO"],
  });
  expect(agent.stderr).toContain(`POST ${api.address}/agent/reports, 1 report(s)`);
  expect(agent.stderr).toContain("AUTH, INFO");
  for (const word of ["planted", password, testKey, "127.0.0.1", "agent.yaml"])
    expect(agent.stdout).not.toContain(word);
  expect(hasPort(agent.stdout, redis.port)).toBe(false);
  // Only where the configuration says so, it has the server's address, in one place.
  const settings = configuration(api.address, [`${guarded(redis)}, tellAddress: true`]);
  const telling = await startAgent(["once", "--print-only"], settings, environment);
  expect(await telling.exit()).toBe(0);
  const endpoint = `127.0.0.1:${redis.port}`;
  expect(JSON.parse(telling.stdout)).toMatchObject({ deployments: [{ databases: [{ endpoint }] }] });
  expect(telling.stdout.split("127.0.0.1")).toHaveLength(2);
  // A sent report has the same fields, and no more.
  await (await startAgent(["once"], text, environment)).exit();
  const sent = JSON.parse(api.reports[0]?.text ?? "") as Record<string, unknown>;
  expect(shape(sent)).toEqual(shape(printed));
});

/** The names of all fields, with their paths. */
function shape(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => shape(inner, `${path}.${name}`));
}

test.each(["run", "once", "check"])(
  "AGT28 %s sends nothing while a setting is wrong, and names it",
  async (word) => {
    const [api, redis] = [await startApi(), await guardedRedis()];
    const wrong = `${configuration(api.address, [guarded(redis)])}  - {name: b, address: "b:0"}\n`;
    const connections = await redis.cli("INFO", "stats");
    const agent = await startAgent([word], wrong, environment);
    expect(await agent.exit()).toBe(1);
    expect(agent.stderr).toContain("deployments[1].address: has no port between 1 and 65535");
    expect(api.connections).toBe(0);
    const count = (text: string): number => Number(/total_connections_received:(\d+)/.exec(text)?.[1]);
    expect(count(await redis.cli("INFO", "stats"))).toBe(count(connections) + 1);
  },
);
