import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "@shardwatch/core/contract/report/report";
import { expect, onTestFinished, test } from "vitest";
import { type RunningProduct, startProduct } from "../e2e/product.ts";
import { signIn } from "./api-client.ts";

const reports = 200;
const killAfter = 80;

function start(folder: string, environment: Record<string, string> = {}) {
  const quiet = { WEB_DIST: join(folder, "dist"), SHARDWATCH_REDIS: "off" };
  return startProduct({ dataFolder: join(folder, "data"), environment: { ...quiet, ...environment } });
}

/** One deployment of a new agent: agents that share a key do not wait for each other. */
function reportOf(number: number): Report {
  const name = `server-${String(number).padStart(3, "0")}`;
  return {
    version: 1,
    agent: { id: `agent${String(number).padStart(5, "0")}`, version: "1.0.0" },
    measuredAt: new Date().toISOString(),
    deployments: [{ key: name, name, type: "STANDALONE", status: "active", databases: [] }],
  };
}

/** Sends reports until the product is gone; returns the names of those that were answered with 202. */
async function sendUntilKilled(product: RunningProduct, key: string): Promise<Set<string>> {
  const acknowledged = new Set<string>();
  let next = 0;
  const sender = async () => {
    while (next < reports) {
      const report = reportOf(next++);
      const answer = await fetch(`${product.apiUrl}/agent/reports`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(report),
      }).catch(() => undefined);
      if (!answer) return; // the product is gone
      expect(answer.status).toBe(202);
      acknowledged.add(report.deployments[0]?.name ?? "");
      if (acknowledged.size === killAfter) void product.stop("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: 8 }, sender));
  return acknowledged;
}

test(
  "a product that is killed in the middle of 200 reports loses none that it acknowledged",
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "shardwatch-kill-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, "dist"));
    writeFileSync(join(folder, "dist", "index.html"), "<!doctype html><title>Shardwatch</title>");
    const first = await start(folder);
    const admin = await signIn(first, "admin@example.com");
    const created = await admin.call("POST", "/access-key", { name: "Two hundred reports" });
    const { compositeKey } = (await created.json()) as { compositeKey: string };
    const acknowledged = await sendUntilKilled(first, compositeKey);
    await first.stop("SIGKILL");
    expect(acknowledged.size).toBeGreaterThanOrEqual(killAfter);
    expect(acknowledged.size).toBeLessThan(reports);

    const second = await start(folder, first.ports);
    onTestFinished(async () => void (await second.stop()));
    const names = new Set((await admin.deployments()).map(({ name }) => name));
    expect([...acknowledged].filter((name) => !names.has(name))).toEqual([]);
  },
);
