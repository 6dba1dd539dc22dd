import type { Services } from "@shardwatch/core/access/context";
import type { OrganizationId } from "@shardwatch/core/access/scope";
import type { SlotColumn } from "@shardwatch/core/contract/report/slot-columns";
import type { ReportedSlot, SlotDatabases } from "@shardwatch/core/contract/report/slots";
import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import { deploymentId, type SourceInstance } from "@shardwatch/core/deployment/rows/observation";
import { slotAt, slotLength } from "@shardwatch/core/history/slots";
import { storeSlots } from "@shardwatch/core/history/store";
import type { DemoDatabase, DemoDeployment } from "./fleet/demo.ts";
import { hasReplicas, memoryUsed, type Moment, swing } from "./measure.ts";
import { shareOf } from "./share.ts";

/** The five minutes that were over at a time, as an agent reports them. */
export function slotBefore(deployments: readonly DemoDeployment[], { at, seededAt }: Moment): ReportedSlot {
  const begun = (slotAt(at) - 1) * slotLength;
  return {
    at: new Date(begun).toISOString(),
    deployments: deployments.map((deployment) => {
      const { key, trouble } = deployment;
      if (trouble) return { key, status: trouble.status };
      return {
        key,
        status: "active",
        databases: columnsOf(deployment, { at: begun + slotLength / 2, seededAt }),
      };
    }),
  };
}

/** An AWS account is read every fifteen minutes. Other sources say something every five minutes. */
export const slotsBetween = (kind: DeploymentSource): number => (kind === "elasticache" ? 3 : 1);

/** What a source of this kind can see of all figures: accounts that are read report memory only. */
export function seenBy(kind: DeploymentSource, databases: SlotDatabases): SlotDatabases {
  const { ids, used, limit } = databases;
  return kind === "agent" ? databases : { ids, used, limit };
}

/** Stores the five minutes that were over at a time. */
export async function leaveSlot(
  services: Services,
  { organization, source, at, seededAt }: { organization: OrganizationId; source: SourceInstance } & Moment,
  deployments: readonly DemoDeployment[],
): Promise<void> {
  if ((slotAt(at) - 1) % slotsBetween(source.kind) !== 0) return;
  const slot = slotBefore(deployments, { at, seededAt });
  const stored = slot.deployments.map(({ key, status, databases }) => ({
    id: deploymentId(organization, source.kind, key),
    status,
    databases: databases && seenBy(source.kind, databases),
  }));
  await storeSlots(services, organization, source, [{ slot: slotAt(at) - 1, deployments: stored }]);
}

/** The figures of all databases, one column after the other. */
export function columnsOf(deployment: DemoDeployment, moment: Moment): SlotDatabases {
  const { databases } = deployment;
  const rows = databases.map((database, index) =>
    figuresOf(database, deployment, `${deployment.key} ${index}`, moment),
  );
  const column = (name: SlotColumn) => rows.map((row) => row[name]);
  const [replicated, single] = [hasReplicas(deployment), deployment.type !== "ENTERPRISE"];
  return {
    ids: databases.map((_, index) => String(index + 1)),
    used: column("used"),
    limit: column("limit"),
    ops: column("ops"),
    clients: column("clients"),
    hits: column("hits"),
    misses: column("misses"),
    evicted: column("evicted"),
    keys: column("keys"),
    expired: column("expired"),
    fragmentation: column("fragmentation"),
    // Redis Enterprise does not report these.
    ...(single && { expiring: column("expiring") }),
    ...(single && replicated && { lagBytes: column("lagBytes"), lagSeconds: column("lagSeconds") }),
  };
}

/** A key with its value takes about as many bytes. */
const bytesOfKey = 640;

/** A number from -0.5 to 0.5 that seems to be by chance in each slot. */
function flicker(luck: number, at: number): number {
  const chance = Math.sin(slotAt(at) * 12.9898 + luck * 78.233) * 43_758.5453;
  return chance - Math.floor(chance) - 0.5;
}

/** What one database does: by its name more or less than others, and more or less with the time of day. */
function figuresOf(
  database: DemoDatabase,
  { key }: DemoDeployment,
  name: string,
  moment: Moment,
): Record<SlotColumn, number | null> {
  const { at } = moment;
  const luck = shareOf(`${name} load`);
  const load = (1 + 0.4 * swing(name, at)) * (1 + 0.15 * flicker(luck, at));
  const used = memoryUsed(database, name, moment);
  const keys = Math.round(used / bytesOfKey);
  const volatile = database.policy?.startsWith("volatile") ?? false;
  const ops = Math.round(20 + 6_000 * luck * luck * load);
  const lookups = ops * 0.7;
  const hits = lookups * (0.78 + 0.17 * luck + 0.03 * swing(`${name} hits`, at) + 0.02 * flicker(load, at));
  return {
    used,
    limit: database.limit,
    ops,
    clients: Math.round(4 + 60 * luck * load),
    hits,
    misses: lookups - hits,
    // `evicting` is for a minute, as the report has it.
    evicted: ((database.evicting ?? 0) * (1 + 0.5 * swing(key, at))) / 60,
    keys,
    expiring: Math.round(keys * (database.expiring ?? (volatile ? 0.8 : 0.15))),
    expired: ops * (volatile ? 0.05 : 0.01),
    fragmentation: 1.02 + 0.3 * luck,
    lagBytes: Math.round(ops * 90 * luck),
    lagSeconds: luck > 0.9 ? 1 : 0,
  };
}
