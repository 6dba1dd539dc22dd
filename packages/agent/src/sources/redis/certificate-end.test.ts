import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeCertificates } from "../../../test/certificates.ts";
import type { Certificates } from "../../../test/certificates.ts";
import { cleanUpAfterEach } from "../../../test/cleanups.ts";
import { startRedisCluster } from "../../../test/redis-cluster.ts";
import { engineHas, startRedisServer } from "../../../test/redis-server.ts";
import type { RedisServer } from "../../../test/redis-server.ts";
import { redisSettings, usualLimits } from "../../../test/settings.ts";
import type { TlsSettings } from "../../configuration/settings.ts";
import { createLog } from "../../log.ts";
import { RedisSource } from "./source.ts";

let soon: Certificates;
let later: Certificates;
/** File with the authorities of both. */
let both: string;
beforeAll(async () => {
  [soon, later] = await Promise.all([makeCertificates(undefined, 20), makeCertificates(undefined, 40)]);
  both = join(soon.ca, "..", "both.pem");
  writeFileSync(both, [soon, later].map((one) => readFileSync(one.ca, "utf8")).join(""));
});
afterAll(() => Promise.all([soon.remove(), later.remove()]));

const cleanups = cleanUpAfterEach();

async function start(
  tls: Certificates | undefined,
  args: string[] = [],
  port?: number,
): Promise<RedisServer> {
  const clients = tls ? ["--tls-auth-clients", "no"] : [];
  const server = await startRedisServer({
    args: [...clients, ...args],
    ...(tls && { tls }),
    ...(port !== undefined && { port }),
  });
  cleanups.push(() => server.stop());
  return server;
}

const any: TlsSettings = { insecureSkipVerify: true };

/** Reads these servers as one deployment. Each call is a report. */
function agentOf(servers: readonly Pick<RedisServer, "port">[], tls: TlsSettings | null = any) {
  const addresses = servers.map(({ port }) => ({ host: "127.0.0.1", port }));
  const settings = redisSettings(0, { addresses, ...(tls && { tls }) });
  const source = new RedisSource(
    settings,
    createLog("error", () => undefined),
    usualLimits,
  );
  cleanups.push(() => source.close());
  return { source, read: async () => (await source.read()).deployment };
}

test("INC01 AGT32 the end of a server's certificate is reported, and costs no command and no connection", async () => {
  const server = await start(soon);
  const connections = async () =>
    Number(/total_connections_received:(\d+)/.exec(await server.cli("INFO", "stats"))?.[1]);
  const before = await connections();
  const agent = agentOf([server], { insecureSkipVerify: false, ca: readFileSync(soon.ca) });
  for (let report = 0; report < 3; report += 1)
    expect(await agent.read()).toMatchObject({ status: "active", certificateEnd: soon.ends });
  expect([...agent.source.sent.names]).toEqual(["INFO"]);
  // The agent's, and the one that counts.
  expect(await connections()).toBe(before + 2);
});

test("INC01 the end is reported of a certificate that is not verified, and without TLS there is none", async () => {
  const [secure, plain] = await Promise.all([start(soon), start(undefined)]);
  expect(await agentOf([secure]).read()).toMatchObject({ status: "active", certificateEnd: soon.ends });
  const deployment = await agentOf([plain], null).read();
  expect(deployment.status).toBe("active");
  expect(deployment).not.toHaveProperty("certificateEnd");
});

test("INC01 a server that started again with a new certificate has the new end", async () => {
  const before = await start(soon);
  const agent = agentOf([before]);
  expect((await agent.read()).certificateEnd).toBe(soon.ends);
  await before.stop();
  expect(await agent.read()).toMatchObject({ status: "unreachable", certificateEnd: soon.ends });
  await start(later, [], before.port);
  expect((await agent.read()).certificateEnd).toBe(later.ends);
});

test.skipIf(!engineHas("6.2"))(
  "INC01 the end of a certificate that a running server has loaded is known within six hours",
  async () => {
    const server = await start(soon);
    const agent = agentOf([server]);
    expect((await agent.read()).certificateEnd).toBe(soon.ends);
    await server.cli("CONFIG", "SET", "tls-cert-file", later.cert, "tls-key-file", later.key);
    expect((await agent.read()).certificateEnd).toBe(soon.ends);
    const then = performance.now() + 6 * 3_600_000;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => then);
    cleanups.push(() => clock.mockRestore());
    expect(await agent.read()).toMatchObject({ status: "active", certificateEnd: later.ends });
  },
);

test("INC01 INC02 of several servers the earliest end counts, and none while one of them is not known", async () => {
  const [first, second] = await Promise.all([start(later), start(soon)]);
  await second.cli("CONFIG", "SET", "tls-replication", "yes");
  await second.cli("CONFIG", "SET", "tls-ca-cert-file", both);
  await second.cli("REPLICAOF", "127.0.0.1", `${first.port}`);
  const agent = agentOf([first, second]);
  await expect.poll(agent.read).toMatchObject({ status: "active" });
  expect((await agent.read()).certificateEnd).toBe(soon.ends);
  await second.stop();
  // What is known of it stays known to this agent. Another one that starts now knows nothing of it.
  expect(await agent.read()).toMatchObject({ status: "degraded", certificateEnd: soon.ends });
  const other = await agentOf([first, second]).read();
  expect(other.status).toBe("degraded");
  expect(other).not.toHaveProperty("certificateEnd");
});

test.skipIf(!engineHas("7.0"))("INC01 AGT20 of the nodes of a cluster the earliest end counts", async () => {
  const cluster = await startRedisCluster(["--tls-auth-clients", "no"], { tls: { ...later, ca: both } });
  cleanups.push(() => cluster.stop());
  const files = ["tls-cert-file", soon.cert, "tls-key-file", soon.key];
  const [first, , third] = cluster.nodes;
  if (!first || !third) throw new Error("no nodes");
  expect(await agentOf([first]).read()).toMatchObject({ type: "CLUSTER", certificateEnd: later.ends });
  await third.cli("CONFIG", "SET", ...files);
  expect(await agentOf([first]).read()).toMatchObject({ status: "active", certificateEnd: soon.ends });
});
