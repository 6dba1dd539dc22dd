import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChangePage } from "@shardwatch/core/contract/history/changes";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { FleetHistory, Sparks } from "@shardwatch/core/contract/history/fleet-history";
import type { History, HistorySeries } from "@shardwatch/core/contract/history/history";
import type { IncidentList } from "@shardwatch/core/contract/incident/incident";
import type { AuditPage } from "@shardwatch/core/contract/people/audit";
import type { HistoryMetric } from "@shardwatch/core/contract/catalogue/figures";
import { expect, onTestFinished, test } from "vitest";
import { startProduct } from "../e2e/product.ts";
import { type Person, signIn } from "./api-client.ts";
import { patience } from "../support/patience.ts";

const hour = 3_600_000;
const day = 24 * hour;

async function read<Answer>(person: Person, path: string): Promise<Answer> {
  const answer = await person.call("GET", path);
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Answer;
}

const since = (ago: number) => `from=${new Date(Date.now() - ago).toISOString()}`;

/** A series of all databases together. */
const seriesOf = ({ series }: History, metric: string): HistorySeries["values"] =>
  series.find((one) => one.metric === metric)?.values ?? [];

const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);

test(
  "HIS16 after npm start is ready, every chart of the demo fleet gets thirteen months, and a second start keeps them",
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "shardwatch-past-"));
    mkdirSync(join(folder, "dist"));
    writeFileSync(join(folder, "dist", "index.html"), "<!doctype html><title>Shardwatch</title>");
    const dataFolder = join(folder, "data");
    const done = join(dataFolder, "past.json");
    const start = (environment = {}) =>
      startProduct({
        dataFolder,
        environment: {
          WEB_DIST: join(folder, "dist"),
          SHARDWATCH_REDIS: "off",
          SHARDWATCH_PAST: "on",
          ...environment,
        },
      });
    const interrupted = await start();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const early = await signIn(interrupted, "admin@example.com");
    // Changes of former months are written first.
    const former = `/changes?to=${new Date(Date.now() - 40 * day).toISOString()}`;
    const isBegun = async () => (await read<ChangePage>(early, former)).changes.length > 0;
    await expect.poll(isBegun, { timeout: patience }).toBe(true);
    await interrupted.stop("SIGKILL");
    // A fast machine may have written all of it by then, and begins again all the same.
    rmSync(done, { force: true });

    const product = await start(interrupted.ports);
    onTestFinished(async () => {
      await product.stop();
    });
    const admin = await signIn(product, "admin@example.com");
    await expect.poll(() => existsSync(done), { timeout: 4 * patience }).toBe(true);

    const deployments = (await admin.deployments()).filter(({ name }) => name !== "New region");
    expect(deployments).toHaveLength(17);
    expect(new Set(deployments.map(({ type }) => type)).size).toBe(4);
    for (const deployment of deployments) await expectPast(admin, deployment);

    const fleet = await read<FleetHistory>(admin, `/history?${since(395 * day)}`);
    for (const { metric, values } of fleet.series) expect(known(values).length, metric).toBeGreaterThan(390);
    const figures = (metric: string) => fleet.series.find((one) => one.metric === metric)?.values ?? [];
    for (const [index, used] of figures("memoryUsed").entries())
      expect(used ?? 0).toBeLessThan(figures("memoryLimit")[index] ?? 0);
    const total = deployments.reduce((sum, { memoryUsed }) => sum + Number(memoryUsed), 0);
    expect((known(figures("memoryUsed")).at(-1) ?? 0) / total).toBeCloseTo(1, 1);
    // Days without a word of the agent with two deployments: a silence of two days, months ago.
    const stale = fleet.statuses.find(({ status }) => status === "stale")?.values ?? [];
    const silent = stale.slice(0, -20).filter((count) => (count ?? 0) >= 2);
    expect(silent.length).toBeGreaterThanOrEqual(2);
    expect(silent.length).toBeLessThan(20);

    // What went wrong has incidents. They are written once, although the past was written twice.
    const { incidents } = await read<IncidentList>(admin, "/incidents?state=past&limit=100");
    expect(incidents.length).toBeGreaterThan(15);
    expect(new Set(incidents.map(({ id }) => id)).size).toBe(incidents.length);
    expect(incidents.some(({ acknowledged }) => acknowledged?.note)).toBe(true);
    const audit = await read<AuditPage>(admin, "/audit?action=incident.acknowledged&limit=100");
    expect(audit.events).toHaveLength(incidents.filter(({ acknowledged }) => acknowledged).length);

    const { sparks } = await read<Sparks>(admin, "/history/sparks");
    const live = deployments.filter(({ status }) => status !== "stale");
    for (const { id, name } of live) expect(sparks[id]?.replaceAll("-", "").length, name).toBeGreaterThan(20);

    // Each change once, although the past was written twice.
    const { changes } = await read<ChangePage>(admin, "/changes?limit=100");
    expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
    const months = new Set(changes.map(({ at }) => at.slice(0, 7)));
    expect(months.size).toBeGreaterThan(6);
    const fields = new Set(changes.flatMap((change) => change.fields.map(({ field }) => field)));
    for (const field of ["databases.version", "databases.memoryLimit", "databases.added", "status"])
      expect(fields).toContain(field);
    await expectMarked(admin, changes, deployments);
  },
);

const usual = [
  "memoryUsed",
  "memoryLimit",
  "ops",
  "clients",
  "hitRatio",
  "evictions",
  "keys",
  "expiring",
] as const;
const shards = ["ramShards", "ramShardLimit", "flashShards", "flashShardLimit"] as const;

/** The metrics of a deployment's charts, which `plans.test.ts` in the web package has, too. */
const metricsOf = ({ type }: DeploymentListItem): readonly HistoryMetric[] =>
  type === "ENTERPRISE" ? [...usual, ...shards] : usual;

/** Those that its source does not have: their charts say why. Accounts are read for memory only. */
function lackingIn({ source, type, memoryLimit }: DeploymentListItem): readonly HistoryMetric[] {
  if (source !== "agent") return usual.slice(memoryLimit === null ? 1 : 2);
  return type === "ENTERPRISE" ? ["expiring"] : [];
}

/** Every chart of a deployment has values for the ranges that people choose, and memory is below its limit. */
async function expectPast(admin: Person, deployment: DeploymentListItem) {
  const { id, name, status } = deployment;
  const [metrics, lacking] = [metricsOf(deployment), lackingIn(deployment)];
  const asked = `/deployments/${id}/history?metric=${metrics.join()}`;
  for (const [range, steps] of [
    [day, 288],
    [30 * day, 30 * 24],
    [395 * day, 395],
  ] as const) {
    const history = await read<History>(admin, `${asked}&${since(range)}`);
    const about = `${name}, ${history.step} s`;
    // Sources that fell silent days ago have nothing to say of the last day.
    const least = status === "stale" && range <= 30 * day ? (range === day ? 0 : 0.5) : 0.9;
    for (const metric of metrics.filter((one) => !lacking.includes(one)))
      expect(known(seriesOf(history, metric)).length, `${about}, ${metric}`).toBeGreaterThanOrEqual(
        steps * least,
      );
    const unknown = history.unknown.map((one) => one.metric);
    expect(unknown, about).toEqual(expect.arrayContaining([...lacking]));
    const [used, limit] = [seriesOf(history, "memoryUsed"), seriesOf(history, "memoryLimit")];
    for (const [index, value] of used.entries())
      if (value !== null && limit[index]) expect(value, about).toBeLessThanOrEqual(limit[index]);
  }
}

/** A limit that was raised is a step in the chart on the day of its change. */
async function expectMarked(
  admin: Person,
  changes: ChangePage["changes"],
  deployments: readonly DeploymentListItem[],
) {
  const raised = changes.filter(({ fields }) =>
    fields.some(({ field }) => field === "databases.memoryLimit"),
  );
  expect(raised.length).toBeGreaterThan(0);
  for (const change of raised) {
    const id = change.deployments[0]?.id ?? "";
    expect(deployments.map((one) => one.id)).toContain(id);
    const history = await read<History>(
      admin,
      `/deployments/${id}/history?metric=memoryLimit&${since(395 * day)}`,
    );
    const limit = seriesOf(history, "memoryLimit");
    const on = Math.floor((Date.parse(change.at) - Date.parse(history.from)) / day);
    expect(limit[on - 1]).toBeLessThan(limit[on + 1] ?? 0);
    expect(limit[on + 1]).toBe(known(limit).at(-1));
  }
}
