import { Secret } from "@shardwatch/core/kit/secret";
import { expect } from "vitest";
import { cleanUpAfterEach } from "../../packages/agent/test/cleanups.ts";
import { documentedRights, type RedisServer, startedServer } from "../../packages/agent/test/redis-server.ts";
import { redisSettings } from "../../packages/agent/test/settings.ts";
import type { RedisSettings } from "../../packages/agent/src/configuration/settings.ts";
import { createLog } from "../../packages/agent/src/log.ts";
import { RedisSource } from "../../packages/agent/src/sources/redis/source.ts";
import { patience } from "./patience.ts";

const quiet = createLog("error", () => undefined);

/** Real servers with replicas, and the agent's source that reads them. They end after each test. */
export function realServers() {
  const cleanups = cleanUpAfterEach();

  /** A server with a user that may run INFO and PING, and nothing else. */
  async function server(args: readonly string[] = []): Promise<RedisServer> {
    const quick = ["--repl-timeout", "60"];
    const redis = await startedServer(cleanups, { args: [...quick, ...args] });
    await redis.cli("ACL", "SETUSER", "agent", "on", ">secret", ...documentedRights);
    return redis;
  }

  async function replicaOf(primary: RedisServer): Promise<RedisServer> {
    const replica = await server(["--replicaof", "127.0.0.1", `${primary.port}`]);
    await until(async () => (await replica.cli("INFO", "replication")).includes("master_link_status:up"));
    await until(() => isFollowed(primary));
    await until(async () => (await replica.cli("DBSIZE")) === (await primary.cli("DBSIZE")));
    return replica;
  }

  /** Whether a replica has acknowledged a write. Without one, the first comes after ten seconds. */
  async function isFollowed(primary: RedisServer): Promise<boolean> {
    await primary.cli("SET", "tick", "1");
    await primary.cli("DEL", "tick");
    return /state=online,offset=[1-9]/.test(await primary.cli("INFO", "replication"));
  }

  const until = (isSo: () => Promise<boolean>): Promise<void> =>
    expect.poll(isSo, { timeout: patience }).toBe(true);

  function sourceOf(port: number, more: Partial<RedisSettings> = {}): RedisSource {
    const login = { username: "agent", password: new Secret("secret"), ...more };
    const source = new RedisSource(redisSettings(port, login), quiet);
    cleanups.push(() => source.close());
    return source;
  }

  return { cleanups, server, replicaOf, isFollowed, until, sourceOf };
}
