import type { Report, ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { fleet } from "../seed/fleet/acme.ts";
import type { DemoDeployment } from "../seed/fleet/demo.ts";
import { measure } from "../seed/measure.ts";
import { slotBefore } from "../seed/slots.ts";

const deployments: readonly DemoDeployment[] = [...fleet.production, ...fleet.staging];

/** The keys of all deployments of the demo data. */
export const demoKeys: readonly string[] = deployments.map(({ key }) => key);

interface Moment {
  /** Unix epoch in milliseconds. */
  at: number;
  /** When the demo data was asked for: licenses count from here. */
  startedAt: number;
}

/** What an agent would report of these deployments at that time. Their names say that they are a demo. */
export function demoReport(keys: readonly string[], { at, startedAt }: Moment): Report {
  const reported = deployments.filter(({ key }) => keys.includes(key));
  return {
    version: 1,
    agent: { id: "demodata", version: "1.0.0", platform: "demo" },
    measuredAt: new Date(at).toISOString(),
    deployments: reported.map((deployment) => reportOf(deployment, { at, startedAt })),
    slots: [slotBefore(reported, { at, seededAt: startedAt })],
  };
}

function reportOf(deployment: DemoDeployment, { at, startedAt }: Moment): ReportedDeployment {
  const { key, name, type, trouble, adminUrl } = deployment;
  if (type === "CLOUD") throw new Error(`${name}: agents report no cloud deployments`);
  const measuring = { organization: "", kind: "agent", at, seededAt: startedAt, withTrouble: false } as const;
  const { databases = [], license } = measure(deployment, measuring);
  return {
    key,
    name: `Demo ${name}`,
    type,
    status: trouble?.status ?? "active",
    ...(trouble && { statusMessage: trouble.message }),
    databases: [...databases],
    ...(license && { license }),
    ...(adminUrl !== undefined && { enterpriseAdminUrl: adminUrl }),
  };
}
