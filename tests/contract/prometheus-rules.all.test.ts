import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { create as createKey } from "@shardwatch/core/agent-key/agent-key";
import { create as createToken } from "@shardwatch/core/programs/tokens";
import { createApp } from "@shardwatch/functions/api/app";
import { founder } from "@shardwatch/local/seed/people";
import { seedOnce } from "@shardwatch/local/seed/seed";
import { globexEmail } from "@shardwatch/local/simulators/provider/people";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lookAt } from "../support/incidents.ts";
import { scrape, valuesIn } from "../support/metrics.ts";
import {
  type Prometheus,
  run,
  type Running,
  startAlertmanager,
  startPrometheus,
} from "../support/prometheus.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { type Served, serve } from "../support/serve.ts";
import { dashboardQueries, documentedJob, ruleFiles, rulesOf, shipped } from "../support/shipped-queries.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
// Prometheus compares times with its own clock.
Object.assign(world.clock, { now: () => Date.now() });
const folder = mkdtempSync(join(tmpdir(), "shardwatch-fleet-"));

/** The larger demo fleet as it reports now, beside a server whose disk is full. Its incidents are open. */
async function startFleet(): Promise<string> {
  const settings = { ...world.services.settings, superAdminEmails: ["super@example.com"] };
  await seedOnce({ ...world.services, settings }, join(folder, "seed.json"));
  const admin = await founder(world.services, globexEmail);
  const { compositeKey } = await createKey(admin, "Disks");
  const full = databases(1).map((one) => ({ ...one, persistence: "aof", persistenceFailed: true }));
  await send(world, compositeKey, reportOf(world, [reported("full", { databases: full })]));
  await lookAt(world, { organizationId: admin.actor.organizationId ?? "" });
  const token = { name: "Prometheus", scopes: ["metrics" as const], networks: [], expiresInDays: 30 };
  return (await createToken(admin, token)).secret;
}

interface Target {
  targets: string[];
  labels: Record<string, string>;
}

/** The API at an address. Its feed is cut into four parts, as if the fleet were larger. */
async function serveParts(): Promise<Served> {
  const served = await serve(async (request) => {
    const settings = { ...world.services.settings, apiOrigin: served.url };
    const answer = await createApp({ ...world.services, settings }).fetch(request, {});
    if (new URL(request.url).pathname !== "/metrics/parts" || !answer.ok) return answer;
    const [whole] = (await answer.json()) as Target[];
    const cut = [1, 2, 3, 4].map((part) => ({
      ...whole,
      labels: { ...whole?.labels, __param_part: `${part}/4` },
    }));
    return Response.json(cut);
  });
  return served;
}

let token: string;
let api: Served;
let alertmanager: Running;
let prometheus: Prometheus;

/** What has started, so that it ends also where another one is not installed. */
const started: { stop(): unknown }[] = [];
function noted<T extends { stop(): unknown }>(one: T): T {
  started.push(one);
  return one;
}

beforeAll(async () => {
  token = await startFleet();
  api = noted(await serveParts());
  alertmanager = noted(await startAlertmanager());
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, token);
  const settings = {
    global: { evaluation_interval: "1s" },
    // A token may scrape all parts twelve times a minute.
    scrape_configs: [{ ...documentedJob(api.url, tokenFile), scrape_interval: "10s" }],
    rule_files: ruleFiles.map((file) => join(shipped, file)),
    alerting: {
      alertmanagers: [{ static_configs: [{ targets: [new URL(alertmanager.url).host] }] }],
    },
  };
  prometheus = noted(await startPrometheus(settings));
});

afterAll(async () => {
  await Promise.all(started.map((one) => one.stop()));
  rmSync(folder, { recursive: true });
});

test("OUT02 the documented job scrapes four parts, and each says what it has", async () => {
  await expect
    .poll(() => prometheus.ask("count(shardwatch_feed_parts == 4)"), { timeout: 45_000, interval: 250 })
    .toEqual([expect.objectContaining({ value: [expect.any(Number), "4"] })]);
  const { text } = await scrape(world, token);
  const all = valuesIn(text, "shardwatch_deployment_info").size;
  for (const query of ["count(shardwatch_deployment_info)", "sum(shardwatch_feed_deployments)"])
    expect((await prometheus.ask(query))?.map(({ value }) => value[1])).toEqual([String(all)]);
});

const tests = fileURLToPath(new URL("prometheus", import.meta.url));

test("OUT16 promtool accepts the shipped rules, and they pass its tests", async () => {
  expect(readdirSync(shipped).filter((name) => name.endsWith(".yaml"))).toEqual([...ruleFiles].toSorted());
  const files = ruleFiles.map((file) => join(shipped, file));
  const checked = await run("promtool", ["check", "rules", ...files]);
  expect(checked.code, checked.output).toBe(0);
  const tested = await run("promtool", [
    "test",
    "rules",
    ...readdirSync(tests).map((name) => join(tests, name)),
  ]);
  expect(tested.code, tested.output).toBe(0);
  expect(tested.output.match(/SUCCESS/g)).toHaveLength(ruleFiles.length);
});

/** Waits until a query gives series: they can come with the next scrape or evaluation. */
async function expectAnswered(of: string, query: string): Promise<void> {
  const found = async () => (await prometheus.ask(query))?.length ?? `refused: ${query}`;
  await expect.poll(found, { timeout: 30_000, message: `${of}: ${query}` }).toBeGreaterThan(0);
}

test("OUT07 a real Prometheus answers each query of the dashboard with series", async () => {
  const queries = dashboardQueries();
  expect(queries.length).toBeGreaterThan(15);
  for (const { of, query, labels } of queries) {
    expect(query).not.toContain("$");
    await expectAnswered(of, query);
    const [first] = (await prometheus.ask(query)) ?? [];
    expect(Object.keys(first?.metric ?? {}), of).toEqual(expect.arrayContaining(labels));
  }
});

test("OUT07 OUT16 a real Prometheus evaluates each shipped rule, and the fleet has what each looks for", async () => {
  for (const { group, record, alert, expr } of ruleFiles.flatMap(rulesOf)) {
    // What is wrong with the feed itself is not wrong here. The tests of promtool have it.
    if (group === "shardwatch-feed") expect(await prometheus.ask(expr), alert).toEqual([]);
    else await expectAnswered(alert ?? record ?? "", expr);
    if (record !== undefined) await expectAnswered("recorded", record);
  }
  const states = await prometheus.get<{ data: { groups: { rules: { name: string; health: string }[] }[] } }>(
    "/api/v1/rules",
  );
  const rules = states?.data.groups.flatMap((group) => group.rules) ?? [];
  expect(rules).toHaveLength(ruleFiles.flatMap(rulesOf).length);
  expect(rules.filter(({ health }) => health !== "ok")).toEqual([]);
});

test("OUT07 an Alertmanager gets each open incident that is urgent by the shipped rule", async () => {
  const { text } = await scrape(world, token);
  const open = [...valuesIn(text, "shardwatch_incident_open").keys()].map((labels) =>
    labels.replace(/^.*incident="(\w+)".*severity="(\w+)".*$/, "$1 $2"),
  );
  const urgent = open.filter((one) => !one.endsWith(" info"));
  expect(urgent.length).toBeGreaterThan(0);
  expect(urgent.length).toBeLessThan(open.length);
  const handedOver = async () => {
    const path = `/api/v2/alerts?filter=${encodeURIComponent('alertname="ShardwatchIncident"')}`;
    const alerts = await alertmanager.get<{ labels: Record<string, string> }[]>(path);
    return alerts?.map(({ labels }) => `${labels["incident"]} ${labels["severity"]}`).toSorted();
  };
  await expect.poll(handedOver, { timeout: 45_000, interval: 250 }).toEqual(urgent.toSorted());
});
