import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@shardwatch/server/machine/ports";
import { expect, test, vi } from "vitest";
import { cleanUpAfterEach } from "../../../../test/cleanups.ts";
import { bulk, startFakeRedis } from "../../../../test/fake-redis.ts";
import { engine, startRedisServer, stopProcess } from "../../../../test/redis-server.ts";
import { redisSettings, usualLimits } from "../../../../test/settings.ts";
import { createLog } from "../../../log.ts";
import { RedisSource } from "../source.ts";

const cleanups = cleanUpAfterEach();

function sourceAt(port: number): RedisSource {
  const source = new RedisSource(
    redisSettings(port),
    createLog("error", () => undefined),
    usualLimits,
  );
  cleanups.push(() => source.close());
  return source;
}

/** A real Sentinel of the engine that watches a server on this machine. Returns its port. */
async function startSentinel(watched: number): Promise<number> {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), "shardwatch-sentinel-"))];
  const file = join(folder, "sentinel.conf");
  // It writes into its own configuration.
  await writeFile(
    file,
    `port ${port}\nbind 127.0.0.1\ndir ${folder}\nsentinel monitor main 127.0.0.1 ${watched} 1\n`,
  );
  const child = spawn(engine().server, [file, "--sentinel"], { stdio: "ignore" });
  cleanups.push(async () => {
    await stopProcess(child);
    await rm(folder, { recursive: true, force: true });
  });
  return port;
}

test("AGT25 AGT33 a real Sentinel of each engine is recognised, and check names what it watches", async () => {
  const watched = await startRedisServer();
  cleanups.push(() => watched.stop());
  const source = sourceAt(await startSentinel(watched.port));
  await vi.waitFor(
    async () => {
      const { deployment, notes } = await source.read();
      expect(deployment).toMatchObject({
        status: "unsupported",
        statusMessage: expect.stringMatching(/^The address is a Sentinel/),
      });
      expect(notes).toEqual([
        `the Sentinel watches main at 127.0.0.1:${watched.port}: configure that address`,
      ]);
    },
    { timeout: 60_000, interval: 200 },
  );
  const { ok, lines } = await source.check();
  expect(ok).toBe(false);
  expect(lines).toContainEqual(expect.stringMatching(/^server .*, sentinel, /));
});

test.each(["redis_mode", "redict_mode", "server_mode"])(
  "AGT25 a Sentinel that says so in %s is one",
  async (field) => {
    const redis = await startFakeRedis(() =>
      bulk(`# Server\r\nredis_version:7.2.4\r\n${field}:sentinel\r\n`),
    );
    cleanups.push(() => redis.stop());
    expect((await sourceAt(redis.port).read()).deployment.statusMessage).toContain("is a Sentinel");
  },
);
