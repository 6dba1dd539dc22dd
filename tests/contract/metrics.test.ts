import { gunzipSync } from "node:zlib";
import { createApp } from "@shardwatch/functions/api/app";
import { expect, test } from "vitest";
import { hostileNames, measuredFleet, scrape, valuesIn } from "../support/metrics.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, signInAgain } from "../support/world.ts";

const world = await worldOfFile();
const { owner, token, key } = await measuredFleet(world);
const openMetrics = "application/openmetrics-text; version=1.0.0,text/plain;version=0.0.4;q=0.5";

/** The id of a deployment by the name on its info family. */
function idOf(text: string, name: string): string {
  const line = text.split("\n").find((one) => one.includes(`name="${name}"`)) ?? "";
  return /deployment="(\w+)"/.exec(line)?.[1] ?? "";
}

test("OUT02 the Accept header chooses between OpenMetrics and the text form 0.0.4, with the same values", async () => {
  const [open, old] = [await scrape(world, token, "/metrics", openMetrics), await scrape(world, token)];
  expect(open.type).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  expect(old.type).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(open.text.endsWith("\n# EOF\n")).toBe(true);
  expect(open.text).toContain("# TYPE shardwatch_deployment info\n");
  expect(open.text).toContain("# UNIT shardwatch_deployment_memory_used_bytes bytes\n");
  expect(old.text).toContain("# TYPE shardwatch_deployment_info gauge\n");
  expect(old.text).not.toMatch(/^# (EOF|UNIT)/m);
  const samples = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("# "));
  expect(samples(open.text)).toEqual(samples(old.text));
  const id = idOf(old.text, "orders");
  const figure = (name: string) =>
    valuesIn(old.text, `shardwatch_deployment_${name}`).get(`{deployment="${id}"}`);
  expect([figure("memory_used_bytes"), figure("memory_limit_bytes")]).toEqual([1_048_576, 67_108_864]);
  expect([figure("commands_per_second"), figure("clients"), figure("hit_ratio")]).toEqual([100, 7, 0.9]);
  expect([figure("active"), figure("stale"), figure("databases")]).toEqual([1, 0, 1]);
  expect(figure("last_report_timestamp_seconds")).toBe(Math.floor(world.clock.now() / 1_000));
  const packed = await call(world, "GET", "/metrics", { key: token, headers: { "accept-encoding": "gzip" } });
  expect([packed.headers.get("content-encoding"), packed.headers.get("content-type")]).toEqual([
    "gzip",
    old.type,
  ]);
  expect(packed.headers.get("vary")).toContain("accept, accept-encoding");
  expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(old.text);
});

test("OUT03 what has no limit or is not known is not there, and never 0", async () => {
  const { text } = await scrape(world, token);
  const id = idOf(text, "limitless");
  const lines = text.split("\n").filter((line) => line.includes(`deployment="${id}"`));
  const names = lines.map((line) => line.slice(0, line.indexOf("{")));
  expect(names).toEqual([
    "shardwatch_deployment_info",
    "shardwatch_deployment_active",
    "shardwatch_deployment_stale",
    "shardwatch_deployment_last_report_timestamp_seconds",
    "shardwatch_deployment_databases",
    "shardwatch_deployment_memory_used_bytes",
  ]);
});

test("OUT02 names of customers stay inside their label", async () => {
  const { text } = await scrape(world, token, "/metrics", openMetrics);
  const families = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name));
  for (const line of text.split("\n").filter((one) => one !== "" && !one.startsWith("# ")))
    expect(line).toMatch(/^[a-z_]+(\{(\w+="([^"\\]|\\["\\n])*",?)*\})? \d+(\.\d+)?$/);
  expect([...families].every((name) => name.startsWith("shardwatch_"))).toBe(true);
  expect(text.match(/# EOF$/gm)).toHaveLength(1);
  expect(valuesIn(text, "shardwatch_deployment_info").size).toBe(2 + hostileNames.length);
});

test("OUT02 OUT08 parts name this API, hold each deployment once, and what is of no deployment in the first", async () => {
  const answer = await call(world, "GET", "/metrics/parts?source=agent", { key: token });
  expect(answer.headers.get("x-prometheus-refresh-interval-seconds")).toBe("60");
  expect(await answer.json()).toEqual([
    {
      targets: [new URL(world.services.settings.apiOrigin).host],
      labels: {
        __scheme__: "http",
        __metrics_path__: "/metrics",
        __param_part: "1/1",
        __param_source: "agent",
      },
    },
  ]);
  const secure = { ...world.services.settings, apiOrigin: "https://api.example/v1" };
  const served = createApp({ ...world.services, settings: secure });
  const headers = { authorization: `Bearer ${token}` };
  expect(await (await served.request("/metrics/parts", { headers }, {})).json()).toEqual([
    {
      targets: ["api.example"],
      labels: { __scheme__: "https", __metrics_path__: "/v1/metrics", __param_part: "1/1" },
    },
  ]);
  const both = await call(world, "GET", "/metrics/parts?source=agent&source=redis-cloud", { key: token });
  expect(await both.json()).toMatchObject([{ labels: { __param_source: "agent,redis-cloud" } }]);
  const linesOf = (text: string) => text.split("\n").filter((line) => line.includes('deployment="'));
  const whole = linesOf((await scrape(world, token)).text);
  const found: string[] = [];
  for (let part = 1; part <= 8; part += 1) {
    const { text } = await scrape(world, token, `/metrics?part=${part}/8`);
    found.push(...linesOf(text));
    expect(valuesIn(text, "shardwatch_source_up").size).toBe(part === 1 ? 1 : 0);
    expect(valuesIn(text, "shardwatch_feed_parts")).toEqual(new Map([[`{part="${part}/8"}`, 8]]));
  }
  expect(found.toSorted()).toEqual(whole.toSorted());
  for (const wrong of ["0/8", "9/8", "1/3", "1", "1/64", "x"])
    expect((await scrape(world, token, `/metrics?part=${wrong}`)).status, wrong).toBe(400);
});

test("OUT02 a filter names what is scraped, and a wrong one the field", async () => {
  // A token may read the whole twelve times a minute.
  world.clock.advance(60_000);
  const { text } = await scrape(world, token, "/metrics?search=limitless");
  expect(valuesIn(text, "shardwatch_deployment_active").size).toBe(1);
  expect(text).toContain('shardwatch_feed_deployments{part="1/1"} 1\n');
  expect((await scrape(world, token, "/metrics?utl=%3E90")).status).toBe(400);
  expect((await scrape(world, token, "/metrics?org=org_00000000000000000000000000")).status).toBe(403);
});

test("OUT11 a token reads the whole organization twelve times a minute by metrics and targets, a part counts as its share, and calls count apart", async () => {
  const { secret } = await createToken(world, owner, { scopes: ["read"] });
  const get = async (path: string) => {
    const { status, headers } = await call(world, "GET", path, { key: secret });
    return { status, policy: headers.get("ratelimit-policy"), left: headers.get("ratelimit"), headers };
  };
  const left = (count: number) => expect.stringMatching(`^"metrics";r=${count};t=\\d+$`) as string;
  const policy = '"metrics";q=12;w=60';
  expect(await get("/metrics?part=1/1")).toMatchObject({ status: 200, policy, left: left(11) });
  expect(await get("/metrics/targets")).toMatchObject({ status: 200, policy, left: left(10) });
  // What is refused for its part takes a whole, so that nobody can ask without end.
  expect(await get("/metrics?part=3/7")).toMatchObject({ status: 400, left: left(9) });
  for (let part = 1; part <= 4; part += 1)
    expect(await get(`/metrics?part=${part}/4`)).toMatchObject({ status: 200, left: left(8) });
  expect(await get("/metrics/targets?part=2/32")).toMatchObject({ status: 200, left: left(7) });
  for (let whole = 6; whole >= 0; whole -= 1)
    expect(await get("/metrics")).toMatchObject({ status: 200, left: left(whole) });
  // Nearly a whole is left: parts go on.
  const refused = await get("/metrics");
  expect(refused).toMatchObject({ status: 429, policy, left: left(0) });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await get("/metrics?part=1/2")).status).toBe(200);
  expect((await get("/metrics?part=1/2")).status).toBe(429);
  expect(await get("/metrics/parts")).toMatchObject({ status: 200, policy: '"token";q=120;w=60' });
  expect((await scrape(world, token)).status).toBe(200);
  world.clock.advance(60_000);
  expect((await get("/metrics")).status).toBe(200);
  // A small part of targets costs more than its share: 88 of them take what is left.
  for (let count = 0; count < 88; count += 1)
    expect((await get("/metrics/targets?part=1/32")).status).toBe(200);
  expect((await get("/metrics/targets?part=1/32")).status).toBe(429);
  // A script can use the session of a browser.
  const as = await signInAgain(world, owner);
  for (let count = 0; count < 12; count += 1)
    expect((await call(world, "GET", "/metrics", { as })).status).toBe(200);
  expect((await call(world, "GET", "/metrics", { as })).status).toBe(429);
});

test("OUT11 two answers about an organization are made at a time, the others wait, and another organization does not", async () => {
  const { token: others } = await measuredFleet(world);
  const { table } = world.services;
  const gate = Promise.withResolvers<undefined>();
  const reading = new Map<string, number>();
  let most = 0;
  // Each answer of a first part reads the keys of agents for itself.
  const queryAll: typeof table.queryAll = async (run, ...more) => {
    if (run.prefix !== "KEY#") return await table.queryAll(run, ...more);
    const now = (reading.get(run.pk) ?? 0) + 1;
    reading.set(run.pk, now);
    most = Math.max(most, now);
    await gate.promise;
    const rows = await table.queryAll(run, ...more);
    reading.set(run.pk, (reading.get(run.pk) ?? 0) - 1);
    return rows;
  };
  const app = createApp({ ...world.services, table: { ...table, queryAll } });
  const get = async (secret: string) => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await app.request("/metrics?part=1/32", { headers }, {})).status;
  };
  const all = Array.from({ length: 6 }, () => get(token));
  await expect.poll(() => most).toBe(2);
  all.push(get(others));
  await expect.poll(() => reading.size).toBe(2);
  gate.resolve(undefined);
  expect(await Promise.all(all)).toEqual(Array.from({ length: 7 }, () => 200));
  expect(most).toBe(2);
});

test("OUT03 a silent deployment loses its figures, and keeps its words, its states and its last report", async () => {
  world.clock.advance(3_600_000);
  const { text } = await scrape(world, token);
  const id = idOf(text, "orders");
  const names = text
    .split("\n")
    .filter((line) => line.includes(`deployment="${id}"`))
    .map((line) => line.slice(0, line.indexOf("{")).replace("shardwatch_deployment_", ""));
  expect(names).toEqual(["info", "active", "stale", "last_report_timestamp_seconds"]);
  expect(valuesIn(text, "shardwatch_deployment_stale").get(`{deployment="${id}"}`)).toBe(1);
  expect(valuesIn(text, "shardwatch_source_up")).toEqual(
    new Map([[expect.stringContaining('source="agent"'), 0]]),
  );
});

test("OUT02 a person with a session reads their own organization, and a key of an agent nothing", async () => {
  expect((await call(world, "GET", "/metrics", { as: await signInAgain(world, owner) })).status).toBe(200);
  expect((await scrape(world, key)).status).toBe(401);
});
