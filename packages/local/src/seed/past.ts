import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Services } from "@shardwatch/core/access/context";
import type { OrganizationId } from "@shardwatch/core/access/scope";
import { redrawSparks } from "@shardwatch/core/census/sparks";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { deploymentId, type SourceInstance } from "@shardwatch/core/deployment/rows/observation";
import { type PastDay, storePast } from "@shardwatch/core/history/fold/store-past";
import { slotAt, slotLength } from "@shardwatch/core/history/slots";
import { storeSlots } from "@shardwatch/core/history/store";
import { day, hour } from "@shardwatch/core/kit/time";
import type { DemoDeployment } from "./fleet.ts";
import { memoryUsed } from "./measure.ts";
import { pastColumns, wasSilent } from "./past-figures.ts";
import { daysOfPast } from "./past-length.ts";
import { PastTotals } from "./past-totals.ts";

/** Hours are kept so long, in days. */
const daysOfHours = 36;
/** Five-minute values are kept so long. */
const fiveMinuteDays = 3;

/** The deployments of one source with the time of its last report. */
export interface PastSource {
  source: SourceInstance;
  deployments: readonly DemoDeployment[];
  until: number;
}

/** An organization of the demo data. */
export interface PastFleet {
  organization: OrganizationId;
  sources: readonly PastSource[];
  /** Its deployments as the list shows them. */
  items: readonly DeploymentListItem[];
}

/** Stores thirteen months of a demo fleet: days, hours, five-minute values, totals and sparklines. Safe to repeat. */
export async function seedPast(services: Services, fleet: PastFleet, isEnded: () => boolean): Promise<void> {
  const now = services.clock.now();
  const totals = new PastTotals(now);
  for (const source of fleet.sources) {
    await leaveTrails(services, fleet.organization, source, now, isEnded);
    for (const deployment of source.deployments) {
      if (isEnded()) return;
      const id = deploymentId(fleet.organization, source.source.kind, deployment.key);
      const license = fleet.items.find((item) => item.id === id)?.license ?? null;
      const days = daysOf(id, deployment, source, now, totals);
      await storePast(services, fleet.organization, { id, license }, days);
      // What people ask for comes first.
      await yieldToOthers();
    }
  }
  await drawSparks(services, fleet, now);
  await totals.store(services, fleet.organization, fleet.items, isEnded);
}

/** What was said in a slot. Accounts that are read report memory only. */
function said({ source }: PastSource, deployment: DemoDeployment, slot: number, now: number) {
  const databases = pastColumns(deployment, slot * slotLength + slotLength / 2, now);
  const { ids, used, limit } = databases;
  return source.kind === "agent" ? databases : { ids, used, limit };
}

/** The days before today: one value in each hour of the last weeks, and four a day before. */
function daysOf(
  id: string,
  deployment: DemoDeployment,
  from: PastSource,
  now: number,
  totals: PastTotals,
): PastDay[] {
  const today = Math.floor(now / day);
  return Array.from({ length: daysOfPast }, (_, index) => today - daysOfPast + index).map((dayNumber) => {
    const withHours = today - dayNumber <= daysOfHours;
    const slots = new Map<number, { id: string; status: string; databases: ReturnType<typeof said> }>();
    for (let at = dayNumber * day; at < (dayNumber + 1) * day; at += withHours ? hour : 6 * hour) {
      if (at > from.until || wasSilent(from.source.id, at)) continue;
      const databases = said(from, deployment, slotAt(at), now);
      slots.set(slotAt(at), { id, status: "active", databases });
      totals.add(at, deployment, databases);
    }
    return { dayNumber, slots, withHours };
  });
}

/** Five-minute values of the last three days. An AWS account is read every fifteen minutes. */
async function leaveTrails(
  services: Services,
  organization: OrganizationId,
  from: PastSource,
  now: number,
  isEnded: () => boolean,
): Promise<void> {
  const { source, deployments, until } = from;
  const end = slotAt(Math.min(now, until)) - 1;
  const step = source.kind === "elasticache" ? 3 : 1;
  for (let slot = slotAt(now - fiveMinuteDays * day) + 1; slot < end; slot += step) {
    if (isEnded()) return;
    const stored = deployments.map((deployment) => ({
      id: deploymentId(organization, source.kind, deployment.key),
      status: "active",
      databases: said(from, deployment, slot, now),
    }));
    await storeSlots(services, organization, source, [{ slot, deployments: stored }]);
    await yieldToOthers();
  }
}

const hoursOfSpark = 24;

async function drawSparks(services: Services, fleet: PastFleet, now: number): Promise<void> {
  const known = new Map(
    fleet.sources.flatMap(({ source, deployments, until }) =>
      deployments.map((one) => [
        deploymentId(fleet.organization, source.kind, one.key),
        { deployment: one, until },
      ]),
    ),
  );
  const itemAt = (item: DeploymentListItem, at: number): DeploymentListItem[] => {
    const found = known.get(item.id);
    if (!found || at > found.until) return [];
    const { key, databases } = found.deployment;
    const used = databases.map((database, index) => BigInt(memoryUsed(database, `${key} ${index}`, at)));
    return [{ ...item, memoryUsed: String(used.reduce((sum, one) => sum + one, 0n)) }];
  };
  const hours = Array.from({ length: hoursOfSpark }, (_, index) => now - (hoursOfSpark - 1 - index) * hour);
  await redrawSparks(
    services,
    fleet.organization,
    hours.map((at) => ({ at, items: fleet.items.flatMap((item) => itemAt(item, at)) })),
  );
}
