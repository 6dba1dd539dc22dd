import { setTimeout as wait } from "node:timers/promises";
import { Secret } from "@shardwatch/core/kit/secret";
import { expect, test, vi } from "vitest";
import { cleanUpAfterEach } from "../../../test/cleanups.ts";
import { startRedisServer } from "../../../test/redis-server.ts";
import type { RedisServer } from "../../../test/redis-server.ts";
import { redisSettings, usualLimits } from "../../../test/settings.ts";
import { createLog } from "../../log.ts";
import { parseInfo } from "./info/info.ts";
import type { Info } from "./info/info.ts";
import { primaryLink } from "./info/primary-link.ts";
import { RedisSource } from "./source.ts";

/*
 * `npm run prove -- engines` plays this on every engine. Of a refused replica, Valkey 9 says nearly always that a copy is
 * in progress. Redis 7 and 8 say it in every fifth INFO, and Redis 6.0 never.
 */
const cleanups = cleanUpAfterEach();
async function server(...args: string[]): Promise<RedisServer> {
  const started = await startRedisServer({ args });
  cleanups.push(() => started.stop());
  return started;
}
/** So many readings that one of them falls into a try. */
const often = 60;

function reader(...servers: RedisServer[]): RedisSource {
  const addresses = servers.map(({ port }) => ({ host: "127.0.0.1", port }));
  const settings = redisSettings(0, { addresses, password: new Secret("pw") });
  const source = new RedisSource(
    settings,
    createLog("error", () => undefined),
    usualLimits,
  );
  cleanups.push(() => source.close());
  return source;
}

/** Runs a command as the default user with its password. */
const ask = (redis: RedisServer, ...words: string[]): Promise<string> =>
  redis.cli("--no-auth-warning", "-a", "pw", ...words);

const replicationOf = (redis: RedisServer): Promise<string> => ask(redis, "INFO", "replication");

async function linkBecomes(redis: RedisServer, status: "up" | "down"): Promise<void> {
  const isSo = async () => expect(await replicationOf(redis)).toContain(`master_link_status:${status}`);
  await vi.waitFor(isSo, { timeout: 60_000, interval: 100 });
}

/** Cuts the links of all replicas. Redis and its forks still know the former word. */
const cutLinks = (primary: RedisServer): Promise<string> => ask(primary, "CLIENT", "KILL", "TYPE", "slave");

/** What INFO says now, of a server that has run for an hour. */
const aged = async (redis: RedisServer): Promise<Info> =>
  parseInfo((await ask(redis, "INFO")).replace(/uptime_in_seconds:\d+/, "uptime_in_seconds:3600"));

async function links(redis: RedisServer): Promise<Set<string>> {
  const found = new Set<string>();
  for (let count = 0; count < often; count += 1) found.add(primaryLink(await aged(redis)));
  return found;
}

/** Reads often, and returns the different states that were reported. */
async function statesOf(source: RedisSource, times = often): Promise<string[]> {
  const states = new Set<string>();
  for (let count = 0; count < times; count += 1) {
    const { status, statusMessage, databases } = (await source.read()).deployment;
    const memory = databases?.map(({ memoryUsed }) => typeof memoryUsed);
    states.add(JSON.stringify([status, statusMessage, memory]));
    await wait(20);
  }
  return [...states];
}

/** A primary, and a replica with its data that may not come back. */
async function refused(refuse: (primary: RedisServer, replica: RedisServer) => Promise<unknown>) {
  const primary = await server("--requirepass", "pw");
  await ask(primary, "ACL", "SETUSER", "copier", "on", ">pw", "+psync", "+replconf", "+ping", "+sync");
  await ask(primary, "SET", "planted", "planted");
  const login = ["--requirepass", "pw", "--masteruser", "copier", "--masterauth", "pw"];
  const replica = await server(...login, "--replicaof", "127.0.0.1", `${primary.port}`);
  await linkBecomes(replica, "up");
  await refuse(primary, replica);
  await cutLinks(primary);
  await linkBecomes(replica, "down");
  return { primary, replica };
}

const reason =
  "The replica has lost its primary, or is refused by it: its data may be old. Check the connection to the primary, and masterauth and masteruser.";

const refusals: [string, Parameters<typeof refused>[0]][] = [
  ["its masterauth is wrong", (_, replica) => ask(replica, "CONFIG", "SET", "masterauth", "former")],
  [
    "it has no masterauth",
    async (_, replica) => {
      for (const setting of ["masteruser", "masterauth"]) await ask(replica, "CONFIG", "SET", setting, "");
    },
  ],
  ["its user is gone", (primary) => ask(primary, "ACL", "DELUSER", "copier")],
  ["its user may not copy", (primary) => ask(primary, "ACL", "SETUSER", "copier", "-psync", "-sync")],
];

test.each(refusals)(
  "MND15 a replica that its primary refuses, because %s, is lost in every reading, with its figures",
  async (_, refuse) => {
    const { primary, replica } = await refused(refuse);
    expect(await statesOf(reader(replica))).toEqual([JSON.stringify(["degraded", reason, ["string"]])]);
    const [pair, ...others] = await statesOf(reader(primary, replica), 15);
    expect(others).toEqual([]);
    expect(pair).toContain(
      "addresses[1] is a replica that has lost its primary, or is refused by it (masterauth).",
    );
  },
);

test("MND15 it is well again as soon as its primary takes it", async () => {
  const { replica } = await refused((_, one) => ask(one, "CONFIG", "SET", "masterauth", "former"));
  const source = reader(replica);
  expect((await source.read()).deployment.status).toBe("degraded");
  await ask(replica, "CONFIG", "SET", "masterauth", "pw");
  await linkBecomes(replica, "up");
  expect((await source.read()).deployment.status).toBe("active");
});

test("MND15 a replica that its primary never took is loading first, and then lost in every reading", async () => {
  const primary = await server("--requirepass", "pw");
  const replica = await server("--requirepass", "pw", "--replicaof", "127.0.0.1", `${primary.port}`);
  expect(await links(replica)).toEqual(new Set(["never up"]));
  expect(new Set((await statesOf(reader(replica))).map((state) => state.slice(0, 10)))).toEqual(
    new Set(['["loading"']),
  );
});

test("MND15 a replica whose copy arrives is loading, however long it runs", async () => {
  const whole = ["--repl-diskless-sync", "yes", "--rdbcompression", "no"];
  const primary = await server("--requirepass", "pw", ...whole);
  const fill = "for i=1,20000 do redis.call('set', 'k'..i, string.rep('x', 400)) end";
  await ask(primary, "EVAL", fill, "0");
  // Ten seconds for the copy.
  await ask(primary, "CONFIG", "SET", "rdb-key-save-delay", "500");
  const replica = await server(
    "--requirepass",
    "pw",
    "--masterauth",
    "pw",
    "--replicaof",
    "127.0.0.1",
    `${primary.port}`,
  );
  await vi.waitFor(async () => expect(primaryLink(await aged(replica))).toBe("synchronising"), {
    timeout: 60_000,
    interval: 50,
  });
  expect((await reader(replica).read()).deployment).toMatchObject({
    status: "loading",
    statusMessage: expect.stringContaining("synchronizing"),
  });
  await ask(primary, "CONFIG", "SET", "rdb-key-save-delay", "0");
});
