import { readFileSync } from "node:fs";
import net from "node:net";
import { Secret } from "@shardwatch/core/kit/secret";
import { expect, test, vi } from "vitest";
import { cleanUpAfterEach } from "../../../test/cleanups.ts";
import { documentedRights, startedServer } from "../../../test/redis-server.ts";
import type { RedisServerOptions } from "../../../test/redis-server.ts";
import { redisSettings, usualLimits } from "../../../test/settings.ts";
import type { RedisSettings } from "../../configuration/settings.ts";
import { createLog } from "../../log.ts";
import { RedisSource } from "./source.ts";

const cleanups = cleanUpAfterEach();

const server = (options?: RedisServerOptions) => startedServer(cleanups, options);

function source(port: number, more?: Partial<RedisSettings>, lines: string[] = []): RedisSource {
  const created = new RedisSource(
    redisSettings(port, more),
    createLog("debug", (line) => lines.push(line)),
    usualLimits,
  );
  cleanups.push(() => created.close());
  return created;
}

test("AGT20 a node without slots is a CLUSTER that is down, and one without CLUSTER commands a partial one, never an error", async () => {
  const node = await server({ args: ["--cluster-enabled", "yes"] });
  expect((await source(node.port).read()).deployment).toMatchObject({
    type: "CLUSTER",
    status: "down",
    statusMessage: expect.stringContaining("16384 of 16384 hash slots have no working primary"),
    databases: [{ memoryUsed: null, memoryLimit: null }],
  });
  const renamed = await server({ args: ["--cluster-enabled", "yes", "--rename-command", "CLUSTER", ""] });
  const lines: string[] = [];
  const reader = source(renamed.port, {}, lines);
  for (let count = 0; count < 3; count += 1)
    expect((await reader.read()).deployment.gaps).toEqual([
      expect.stringContaining("The server does not know CLUSTER SHARDS, it may be renamed"),
    ]);
  expect(lines.filter((line) => line.includes("does not know CLUSTER SHARDS"))).toHaveLength(1);
  expect(await renamed.cli("INFO", "stats")).toContain("total_error_replies:3\r"); // SHARDS, NODES, INFO
});

test("AGT25 a server whose INFO was renamed is unsupported and says what to undo", async () => {
  const redis = await server({ args: ["--rename-command", "INFO", "hidden"] });
  expect((await source(redis.port).read()).deployment).toMatchObject({
    status: "unsupported",
    statusMessage: expect.stringContaining("rename-command"),
  });
});

test("CLIENT LIST is sent only where the settings ask for it, and never again once it was refused", async () => {
  const redis = await server();
  await redis.cli("ACL", "SETUSER", "agent", "on", ">secret", ...documentedRights);
  const lines: string[] = [];
  const login = { username: "agent", password: new Secret("secret"), clientList: true };
  const refused = source(redis.port, login, lines);
  for (let count = 0; count < 3; count += 1)
    expect((await refused.read()).deployment).toMatchObject({
      status: "active",
      gaps: [expect.stringContaining("ACL SETUSER <user> +client|list")],
    });
  expect(lines.filter((line) => line.includes("not everything can be read"))).toHaveLength(1);
  expect(await redis.cli("INFO", "commandstats")).toMatch(/cmdstat_client\|list:calls=0.*rejected_calls=1/);
});

test("R11 AGT31 clients are counted into the local log; their names and addresses go nowhere", async () => {
  const redis = await server();
  await redis.cli("SET", "planted-key", "planted-value");
  const client = net.connect(redis.port, "127.0.0.1");
  cleanups.push(() => client.destroy());
  client.write("CLIENT SETNAME planted-client\r\nSUBSCRIBE planted-channel\r\n");
  await vi.waitFor(async () => expect(await redis.cli("CLIENT", "LIST")).toContain("flags=P"), 30_000);
  const lines: string[] = [];
  const reading = await source(redis.port, { clientList: true }, lines).read();
  expect(lines.join("")).toMatch(/"clients":2,"blocked":0,"subscribed":1,"idle":0/);
  expect(JSON.stringify(reading)).not.toMatch(/planted|127\.0\.0\.1/);
  expect(JSON.stringify(reading.deployment)).not.toContain("clients");
  expect(lines.join("")).not.toContain("planted");
});

test("the agent's sources hold no command outside the closed list", () => {
  const text = readFileSync(new URL("connection/commands.ts", import.meta.url), "utf8");
  const commands = [...text.matchAll(/readonly \[("[A-Z]+".*?)\]/g)].map(([, words]) => words);
  expect(commands).toEqual([
    '"PING"',
    '"INFO"',
    '"CONFIG", "GET", "maxmemory*"',
    '"CLIENT", "LIST"',
    '"CLUSTER", "SHARDS"',
    '"CLUSTER", "NODES"',
    '"CLUSTER", "INFO"',
  ]);
});
