import type { Report, ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { call, type World } from "./world.ts";

/** An agent's entry for a deployment: standalone, active, one database with 1 MiB of 64 MiB used. */
export function reported(key: string, fields: Partial<ReportedDeployment> = {}): ReportedDeployment {
  return {
    key,
    name: key,
    type: "STANDALONE",
    status: "active",
    databases: databases(1),
    ...fields,
  };
}

/** `count` databases. Each uses a MiB more than the one before. */
export function databases(count: number, usedMebibytes = 1): NonNullable<ReportedDeployment["databases"]> {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    name: `db ${index}`,
    status: "active",
    version: "7.2.4",
    memoryUsed: String((usedMebibytes + index) * 1_048_576),
    memoryLimit: "67108864",
    tlsEnabled: true,
  }));
}

/** A report measured at the world's present time. */
export function reportOf(
  world: World,
  deployments: ReportedDeployment[],
  fields: Partial<Report> = {},
): Report {
  return {
    version: 1,
    agent: { id: "agent00000000001", version: "1.0.0" },
    measuredAt: new Date(world.clock.now()).toISOString(),
    deployments,
    ...fields,
  };
}

export async function send(world: World, key: string, report: unknown): Promise<Response> {
  return await call(world, "POST", "/agent/reports", { key, body: report });
}
