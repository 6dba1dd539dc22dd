import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasRedis, ping, startDemoRedis } from "./redis.ts";

test.runIf(hasRedis())("OPS04 a real Redis starts with data, refuses strangers, and stops", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-redis-"));
  const redis = await startDemoRedis(folder, 1);
  try {
    expect(await ping(redis.port, "a stranger's guess")).toBe(false);
    expect(statSync(join(folder, "redis.conf")).mode & 0o077).toBe(0);
  } finally {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  await expect(fetch(`http://127.0.0.1:${redis.port}`)).rejects.toThrow("fetch failed");
});
