import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "@shardwatch/functions/api/app";
import { freePort } from "@shardwatch/server/machine/ports";
import { expect, test } from "vitest";
import { measuredFleet, scrape } from "../support/metrics.ts";
import { serve } from "../support/serve.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const { token } = await measuredFleet(world);

/** Runs a program with this input. */
async function run(program: string, args: string[], input: string) {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => output.push(String(data)));
  child.stdin.end(input);
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  return { code, output: output.join("") };
}

test("OUT02 promtool finds nothing to say about the text form 0.0.4, hostile names and all", async () => {
  const { text } = await scrape(world, token);
  expect(await run("promtool", ["check", "metrics"], text)).toEqual({ code: 0, output: "" });
  // It would find a gauge that is named like a counter.
  const wrong = await run(
    "promtool",
    ["check", "metrics"],
    "# HELP a_total b\n# TYPE a_total gauge\na_total 1\n",
  );
  expect(wrong.code).not.toBe(0);
});

test("OUT02 a real Prometheus finds the parts, scrapes them with the token, and answers a join", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-prometheus-"));
  const api = await serve(async (request) => {
    // The served address is known only now, so the parts lead to it.
    const settings = { ...world.services.settings, apiOrigin: api.url };
    return await createApp({ ...world.services, settings }).fetch(request, {});
  });
  const port = await freePort();
  const authorization = { type: "Bearer", credentials: token };
  const job = {
    job_name: "shardwatch",
    scrape_interval: "1s",
    authorization,
    http_sd_configs: [{ url: `${api.url}/metrics/parts`, authorization, refresh_interval: "1s" }],
  };
  writeFileSync(join(folder, "prometheus.yml"), JSON.stringify({ scrape_configs: [job] }));
  const prometheus = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: "ignore" },
  );
  const ask = async (query: string) => {
    const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`;
    const answer = await fetch(url).catch(() => undefined);
    const body = (await answer?.json().catch(() => undefined)) as
      | { data: { result: { metric: Record<string, string>; value: [number, string] }[] } }
      | undefined;
    return body?.data.result ?? [];
  };
  try {
    await expect
      .poll(() => ask("up"), { timeout: 60_000, interval: 250 })
      .toEqual([expect.objectContaining({ value: [expect.any(Number), "1"] })]);
    const joined =
      "shardwatch_deployment_memory_peak_ratio * on (deployment) group_left (name) shardwatch_deployment_info";
    const found = await ask(joined);
    expect(found.map(({ metric, value }) => [metric["name"], value[1]])).toContainEqual(["orders", "0.016"]);
    // The names are as customers wrote them.
    expect(found.map(({ metric }) => metric["name"])).toContain('quote " and \\ backslash');
    // The form that it has taken is OpenMetrics: it alone knows info families.
    const metadata = await fetch(`http://127.0.0.1:${port}/api/v1/metadata?metric=shardwatch_deployment`);
    expect(JSON.stringify(await metadata.json())).toContain('"type":"info"');
  } finally {
    prometheus.kill("SIGKILL");
    await api.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
