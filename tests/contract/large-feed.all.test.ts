import { longestSingle } from "@shardwatch/core/contract/token/metric-limits";
import { createApp } from "@shardwatch/functions/api/app";
import { expect, test } from "vitest";
import { scrape, valuesIn } from "../support/metrics.ts";
import { startPrometheus } from "../support/prometheus.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { serve } from "../support/serve.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, signUp } from "../support/world.ts";

const fleet = 10_000;
const agents = 20;

const world = await worldOfFile();

// Ten thousand deployments are reported first, and each part is scraped at its own moment of the interval.
test("OUT08 AMD17 a real Prometheus finds the parts of 10,000 deployments by one job, and has each once; one address without a part says what it leaves out", async () => {
  const owner = await signUp(world);
  const { compositeKey } = await createKey(world, owner);
  for (let agent = 0; agent < agents; agent += 1) {
    const many = Array.from({ length: fleet / agents }, (_, index) => reported(`cache-${agent}-${index}`));
    const id = `large${String(agent).padStart(11, "0")}`;
    const answer = await send(
      world,
      compositeKey,
      reportOf(world, many, { agent: { id, version: "1.0.0" } }),
    );
    expect(answer.status).toBe(202);
  }
  const { secret } = await createToken(world, owner, { scopes: ["metrics"] });

  const whole = await scrape(world, secret);
  expect(valuesIn(whole.text, "shardwatch_deployment_active").size).toBe(longestSingle);
  expect([...valuesIn(whole.text, "shardwatch_feed_truncated").values()]).toEqual([1]);

  expect((await scrape(world, secret, "/metrics?part=1/1")).status).toBe(409);
  expect((await scrape(world, secret, "/metrics?part=1/2")).text).toContain("PART_TOO_LARGE");

  const api = await serve(async (request) => {
    const settings = { ...world.services.settings, apiOrigin: api.url };
    return await createApp({ ...world.services, settings }).fetch(request, {});
  });
  const authorization = { type: "Bearer", credentials: secret };
  const job = {
    job_name: "shardwatch",
    scrape_interval: "15s",
    authorization,
    http_sd_configs: [{ url: `${api.url}/metrics/parts`, authorization, refresh_interval: "60s" }],
  };
  const prometheus = await startPrometheus({ scrape_configs: [job] });
  const ask = async (query: string) => (await prometheus.ask(query))?.[0]?.value[1];
  try {
    await expect
      .poll(() => ask("count(shardwatch_deployment_active)"), { timeout: 120_000, interval: 500 })
      .toBe(String(fleet));
    expect(await ask("sum(shardwatch_feed_deployments)")).toBe(String(fleet));
    expect(Number(await ask("max(shardwatch_feed_deployments)"))).toBeLessThanOrEqual(1_500);
    expect(await ask("sum(shardwatch_feed_truncated)")).toBe("0");
    expect(await ask("count(shardwatch_source_up)")).toBe("1");
  } finally {
    prometheus.stop();
    await api.stop();
  }
}, 180_000);
