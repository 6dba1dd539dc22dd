import { setTimeout as wait } from "node:timers/promises";
import type { ChangePage } from "@shardwatch/core/contract/history/changes";
import type { Deployment, DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { factsOf } from "@shardwatch/core/contract/filter/facts";
import { concernOf } from "@shardwatch/core/contract/filter/severity";
import { minute } from "@shardwatch/core/kit/time";
import { expect, test } from "vitest";
import { cleanUpAfterEach } from "../../packages/agent/test/cleanups.ts";
import { type RedisServer, startedServer } from "../../packages/agent/test/redis-server.ts";
import { redisSettings } from "../../packages/agent/test/settings.ts";
import { createLog } from "../../packages/agent/src/log.ts";
import { RedisSource } from "../../packages/agent/src/sources/redis/source.ts";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const cleanups = cleanUpAfterEach();

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (await isSo()) return;
    await wait(50);
  }
  throw new Error("it did not come about within twenty seconds");
}

const says = async (redis: RedisServer, line: string) =>
  await until(async () => (await redis.cli("INFO", "persistence")).includes(line));

/** Ways to save, with what is done on a full disk and after space was freed. */
const ways = {
  "a snapshot": {
    args: ["--save", "3600 1000000", "--rdbcompression", "no"],
    fail: async (redis: RedisServer) => {
      await redis.cli("BGSAVE");
      await says(redis, "rdb_last_bgsave_status:err");
    },
    recover: async (redis: RedisServer) => {
      await redis.cli("CONFIG", "SET", "stop-writes-on-bgsave-error", "no");
      await redis.cli("DEL", "large");
      await redis.cli("BGSAVE");
      await says(redis, "rdb_last_bgsave_status:ok");
    },
  },
  "the append-only file": {
    args: ["--appendonly", "yes"],
    fail: async (redis: RedisServer) => await says(redis, "aof_last_write_status:err"),
    recover: async (redis: RedisServer) => {
      await redis.cli("CONFIG", "SET", "appendonly", "no");
      await redis.cli("DEL", "large");
      await redis.cli("CONFIG", "SET", "appendonly", "yes");
      await says(redis, "aof_last_write_status:ok");
      await says(redis, "aof_last_bgrewrite_status:ok");
    },
  },
};

test.each(Object.entries(ways))(
  "MND14 a real server whose disk is too full for %s is shown so, is a change, and has an incident from its second report on",
  async (_, { args, fail, recover }) => {
    const redis = await startedServer(cleanups, { args, fullFrom: 256 });
    const person = await signUp(world);
    const { compositeKey } = await createKey(world, person);
    const source = new RedisSource(
      redisSettings(redis.port),
      createLog("error", () => undefined),
    );
    cleanups.push(() => source.close());
    const report = async () => {
      world.clock.advance(minute);
      const { deployment } = await source.read();
      expect((await send(world, compositeKey, reportOf(world, [deployment]))).status).toBe(202);
      await lookAt(world, person);
      // The version of the real server may have known vulnerabilities.
      return (await incidentsOf(world, person)).filter(({ rule }) => rule !== "known-vulnerability");
    };
    const ask = async <T>(path: string) => {
      const as = await signInAgain(world, person);
      return (await (await call(world, "GET", path, { as })).json()) as T;
    };
    const listed = async (query = "") =>
      (await ask<DeploymentList>(`/deployments${query}`)).deployments.map((item) =>
        concernOf(factsOf(item, world.clock.now())),
      );

    expect(await report()).toEqual([]);
    expect(await listed()).toEqual(["active"]);
    await redis.cli("EVAL", "redis.call('SET', 'large', string.rep('x', 1000000))", "0");
    await fail(redis);
    expect(await redis.cli("SET", "small", "1")).toContain("MISCONF");

    expect(await report()).toEqual([]);
    expect(await listed("?unsaved=yes")).toEqual(["unsaved"]);
    // There is no incident yet.
    expect(await listed("?severity=critical")).toEqual([]);
    const { changes } = await ask<ChangePage>("/changes");
    expect(changes[0]?.fields).toContainEqual({
      field: "databases.persistenceFailed",
      element: { id: "0", name: null },
      from: false,
      to: true,
    });
    const [{ id } = { id: "" }] = (await ask<DeploymentList>("/deployments")).deployments;
    expect((await ask<Deployment>(`/deployments/${id}`)).databases[0]?.persistenceFailed).toBe(true);
    expect(await report()).toMatchObject([
      { rule: "persistence-failing", severity: "critical", state: "open", cause: { kind: "deployment", id } },
    ]);
    expect(await listed("?unsaved=yes&severity=critical")).toEqual(["unsaved"]);

    await recover(redis);
    for (let passed = 0; passed < 3; passed += 1) expect(await report()).toHaveLength(1);
    expect(await report()).toEqual([]);
    expect(await listed()).toEqual(["active"]);
    expect(await incidentsOf(world, person, "past")).toMatchObject([
      { rule: "persistence-failing", resolution: "recovered" },
    ]);
  },
  60_000,
);
