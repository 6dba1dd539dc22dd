import { performance } from "node:perf_hooks";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { Slots } from "../../packages/agent/src/slots/slots.ts";
import type { Sample } from "../../packages/agent/src/sources/source.ts";
import { reported, reportOf } from "../support/reports.ts";
import type { World } from "../support/world.ts";
import { median } from "./table.ts";

/** How much is measured: 60 reports in a row, in which the agent sends 12 slots. */
export const reportsPerHour = 60;
const warmUps = 10;

/** What an hour of one agent's reports costs, for each report. */
export interface Hour {
  writeUnits: number;
  readUnits: number;
  /** The median time of a report with slots and of one without, by their share. */
  ms: number;
  roundTrips: number;
  logBytes: number;
}

type Send = (report: unknown) => Promise<void>;

/**
 * Sends an hour of reports with the agent's own slots.
 * @param isBusy whether every figure of every database is another one each minute
 */
export async function hourOf(
  world: World,
  fleet: readonly ReportedDeployment[],
  isBusy: boolean,
  send: Send,
): Promise<Hour> {
  const slots = new Slots();
  const times = { slots: [] as number[], plain: [] as number[] };
  for (let round = -warmUps; round < reportsPerHour; round += 1) {
    if (round === 0) world.recorder.clear();
    if (round === 0) world.logLines.length = 0;
    world.clock.advance(60_000);
    const now = world.clock.now();
    const deployments = isBusy ? fleet.map((one) => inUse(one)) : fleet;
    slots.add(
      now,
      deployments.map((deployment) => ({
        deployment: { ...deployment, status: "active" },
        samples: (deployment.databases ?? []).map(({ id }) => sampleOf(id, isBusy)),
      })),
    );
    const report = slots.attach({ ...reportOf(world, [...deployments]), commands: [] }, now);
    const begun = performance.now();
    await send(report);
    if (round >= 0) times[report.slots ? "slots" : "plain"].push(performance.now() - begun);
    slots.accepted(report);
  }
  const { sent } = world.recorder;
  const units = (kind: "writeUnits" | "readUnits") =>
    sent.reduce((sum, one) => sum + one[kind], 0) / reportsPerHour;
  const share = times.slots.length / reportsPerHour;
  return {
    writeUnits: units("writeUnits"),
    readUnits: units("readUnits"),
    ms: median(times.slots) * share + median(times.plain) * (1 - share),
    roundTrips: world.recorder.sequentialRoundTrips() / reportsPerHour,
    // infra/lambda.ts switches Lambda's own log lines off.
    logBytes: Buffer.byteLength(world.logLines.join("\n")) / reportsPerHour,
  };
}

const some = (most: number) => Math.random() * most;

function inUse(deployment: ReportedDeployment): ReportedDeployment {
  const databases = deployment.databases?.map((database) => ({
    ...database,
    memoryUsed: String(100_000_000_000 + Math.floor(some(800_000_000_000))),
    evicted: Math.floor(some(100_000)),
  }));
  return { ...deployment, ...(databases && { databases }) };
}

function sampleOf(id: string, isBusy: boolean): Sample {
  const figure = (most: number) => (isBusy ? some(most) : most / 2);
  return {
    id,
    used: figure(1e12),
    limit: 1e12,
    clients: figure(10_000),
    keys: figure(1e8),
    expiring: figure(1e8),
    fragmentation: figure(5),
    lagBytes: figure(1e8),
    lagSeconds: figure(60),
    rates: {
      seconds: 60,
      ops: figure(1e5),
      hits: figure(1e5),
      misses: figure(1e4),
      evicted: figure(1e3),
      expired: figure(1e4),
    },
  };
}

/** Deployments of one database each. */
export const tenServers = (): ReportedDeployment[] =>
  Array.from({ length: 10 }, (_, index) => reported(`production cache eu west ${index}`));
