import { createApp } from "@shardwatch/functions/api/app";
import { expect, test } from "vitest";
import { measuredFleet, scrape } from "../support/metrics.ts";
import { run, startPrometheus } from "../support/prometheus.ts";
import { serve } from "../support/serve.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const { token } = await measuredFleet(world);

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
  const api = await serve(async (request) => {
    // The served address is known only now, so the parts lead to it.
    const settings = { ...world.services.settings, apiOrigin: api.url };
    return await createApp({ ...world.services, settings }).fetch(request, {});
  });
  const authorization = { type: "Bearer", credentials: token };
  const job = {
    job_name: "shardwatch",
    // The world's clock does not move, and within a minute a token may scrape twelve times.
    scrape_interval: "6s",
    authorization,
    http_sd_configs: [{ url: `${api.url}/metrics/parts`, authorization, refresh_interval: "1s" }],
  };
  const prometheus = await startPrometheus({ scrape_configs: [job] });
  try {
    await expect
      .poll(() => prometheus.ask("up"), { timeout: 60_000, interval: 250 })
      .toEqual([expect.objectContaining({ value: [expect.any(Number), "1"] })]);
    const joined =
      "shardwatch_deployment_memory_peak_ratio * on (deployment) group_left (name) shardwatch_deployment_info";
    const found = (await prometheus.ask(joined)) ?? [];
    expect(found.map(({ metric, value }) => [metric["name"], value[1]])).toContainEqual(["orders", "0.016"]);
    // The names are as customers wrote them.
    expect(found.map(({ metric }) => metric["name"])).toContain('quote " and \\ backslash');
    // The form that it has taken is OpenMetrics: it alone knows info families.
    const metadata = await prometheus.get("/api/v1/metadata?metric=shardwatch_deployment");
    expect(JSON.stringify(metadata)).toContain('"type":"info"');
  } finally {
    prometheus.stop();
    await api.stop();
  }
});
