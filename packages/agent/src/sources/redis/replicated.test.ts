import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startRedisServer } from "../../../test/redis-server.ts";
import type { RedisServer } from "../../../test/redis-server.ts";
import { redisSettings, usualLimits } from "../../../test/settings.ts";
import { createLog } from "../../log.ts";
import { RedisSource } from "./source.ts";

const megabyte = 1_048_576;
const sources: RedisSource[] = [];
let primary: RedisServer;
let first: RedisServer;
let second: RedisServer;

beforeAll(async () => {
  const quick = ["--repl-diskless-sync-delay", "0"];
  primary = await startRedisServer({ args: ["--maxmemory", "50mb", ...quick] });
  const replica = () =>
    startRedisServer({
      args: ["--replicaof", "127.0.0.1", `${primary.port}`, "--maxmemory", "60mb", ...quick],
    });
  [first, second] = await Promise.all([replica(), replica()]);
  await Promise.all([first, second].map(linked));
});
afterEach(() => {
  for (const source of sources.splice(0)) source.close();
});
afterAll(() => Promise.all([primary, first, second].map((server) => server.stop())));

async function linked(server: RedisServer): Promise<void> {
  await vi.waitFor(
    async () => expect(await server.cli("INFO", "replication")).toContain("master_link_status:up"),
    { timeout: 30_000 },
  );
}

function agent(...servers: RedisServer[]): RedisSource {
  const addresses = servers.map(({ port }) => ({ host: "127.0.0.1", port }));
  const source = new RedisSource(
    redisSettings(0, { addresses }),
    createLog("error", () => undefined),
    usualLimits,
  );
  sources.push(source);
  return source;
}

test("AGT19 a primary and its replicas under several addresses are one STANDALONE deployment with the primary's memory", async () => {
  const { deployment } = await agent(first, primary, second).read();
  expect(deployment).toMatchObject({ type: "STANDALONE", status: "active" });
  expect(deployment.databases).toMatchObject([{ memoryLimit: `${50 * megabyte}` }]);
  expect(deployment.gaps).toBeUndefined();
});

test("a configured server with other data is not counted, and the message says so", async () => {
  const stranger = await startRedisServer();
  try {
    const { deployment } = await agent(stranger, first, primary).read();
    expect(deployment.databases).toMatchObject([{ memoryLimit: `${50 * megabyte}`, status: "degraded" }]);
    expect(deployment).toMatchObject({
      status: "degraded",
      statusMessage: expect.stringContaining("addresses[0] is a primary with other data"),
    });
  } finally {
    await stranger.stop();
  }
});

test("AGT17 AGT19 AGT25 after a failover the deployment stays the same and shows the new primary", async () => {
  const source = agent(primary, first, second);
  expect((await source.read()).deployment.status).toBe("active");
  await primary.stop();
  await vi.waitFor(async () => {
    const { deployment } = await source.read();
    expect(deployment).toMatchObject({ key: "orders", status: "degraded" });
    expect(deployment.statusMessage).toContain("addresses[0] could not be read: Nothing is listening");
    expect(deployment.statusMessage).toContain("addresses[1] is a replica that has lost its primary");
    expect(JSON.stringify(deployment)).not.toContain(`${primary.port}`);
  }, 30_000);
  await first.cli("REPLICAOF", "NO", "ONE");
  await second.cli("REPLICAOF", "127.0.0.1", `${first.port}`);
  await linked(second);
  const { deployment, replication } = await source.read();
  expect(replication?.primary).toBe(true);
  expect(deployment).toMatchObject({
    status: "degraded",
    gaps: [expect.stringContaining("addresses[0]")],
    databases: [{ memoryLimit: `${60 * megabyte}` }],
  });
  expect(deployment.statusMessage).not.toContain("addresses[1]");
});
