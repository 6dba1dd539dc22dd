import { setTimeout as sleep } from "node:timers/promises";
import type { House } from "../access/context.ts";
import { organizationOfJob, type OrganizationId } from "../access/scope.ts";
import { authorityOfIntegration } from "../deployment/authority.ts";
import { knownDatabases } from "../deployment/known-databases.ts";
import { observe } from "../deployment/observe.ts";
import { type Observed, shortestGap } from "../deployment/observed.ts";
import { Problem } from "../kit/problem.ts";
import { second } from "../kit/time.ts";
import { ConditionFailed } from "../table/errors.ts";
import { elastiCacheKey, everyElastiCache } from "../table/keys.ts";
import { disconnect } from "./disconnect.ts";
import { find } from "./elasticache.ts";
import {
  checkConnected,
  dropLease,
  type ElastiCacheRow,
  endLease,
  type Outcome,
  takeLease,
} from "./elasticache.table.ts";
import { readKnown } from "./known.ts";
import { toObservation } from "./map.ts";
import { outcomeOf, outcomeOfRole } from "./outcome.ts";
import { readAccount, type Reading } from "./reading.ts";
import { sessionName } from "./trust.ts";

/** Longer than a worker lives. */
const leaseTime = 90 * second;

/** Ids of every connected account with its organization's, for the schedule. None while the feature is off. */
export async function everyIntegration(
  house: House,
): Promise<{ organizationId: string; integrationId: string }[]> {
  if (!house.settings.elastiCache) return [];
  const found: { organizationId: string; integrationId: string }[] = [];
  let page = await house.table.find(everyElastiCache);
  for (;;) {
    for (const { pk, gsi1sk } of page.keys)
      found.push({ organizationId: pk.slice("ORG#".length), integrationId: gsi1sk });
    const last = page.keys.at(-1);
    if (!page.more || !last) return found;
    page = await house.table.find(everyElastiCache, { after: last });
  }
}

/**
 * Reads a connected account and brings its deployment up to date; what became of it is stored with the integration. One
 * that is being read by somebody else or is gone is left alone; the deletion of one that is about to go is finished.
 * Throws only for defects, which are stored too.
 */
export async function sync(house: House, organizationId: string, id: string): Promise<void> {
  if (!house.settings.elastiCache) return;
  const organization = organizationOfJob(organizationId);
  const now = house.clock.now();
  const found = await find(house, organization, id);
  if (!found) return;
  if (found.deletedAt !== undefined) return await disconnect(house, organization, found);
  const lease = Buffer.from(house.random.bytes(12)).toString("base64url");
  if (!(await attempt(house, organization, id, takeLease(lease, now + leaseTime, now)))) return;
  // Whatever role was set before the lease was taken is the one to read with.
  const row = await find(house, organization, id);
  if (!row) return;
  const end = async (outcome: Outcome) => {
    if (await attempt(house, organization, id, endLease(lease, row.roleArn, outcome))) return;
    await attempt(house, organization, id, dropLease(lease));
  };
  try {
    const outcome = await read(house, organization, row);
    await end(outcome);
    house.log.info("elasticache synced", { integrationId: id, status: outcome.status });
  } catch (error) {
    const known = error instanceof Problem;
    const lastError = known ? error.message : "An unexpected error occurred on our side.";
    await end({ status: "error", lastSyncAt: house.clock.now(), lastError });
    if (!known) throw error;
    house.log.warn("elasticache not synced", { integrationId: id, error });
  }
}

type Update = Pick<ReturnType<typeof takeLease>, "when"> & {
  change: Parameters<House["table"]["update"]>[1];
};

/** Whether the update of the row went through. */
async function attempt(
  house: House,
  organization: OrganizationId,
  id: string,
  update: Update,
): Promise<boolean> {
  try {
    await house.table.update(elastiCacheKey(organization, id), update.change, update.when);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

async function read(house: House, organization: OrganizationId, row: ElastiCacheRow): Promise<Outcome> {
  const { roleArn, externalId } = row;
  const answer = await house.elastiCache.assume({
    roleArn,
    externalId,
    sessionName: sessionName(organization),
  });
  if (answer.outcome !== "ok") return outcomeOfRole(answer, house.clock.now());
  const at = house.clock.now();
  const before = await knownDatabases(house, organization, row.id);
  const reading = await readAccount(answer.value, readKnown(row.regions), before, at);
  // Without a single region there is nothing new: the deployment ages, and turns stale.
  if (reading.read.length > 0) await tell(house, organization, row, reading, at);
  return outcomeOf(reading, house.clock.now());
}

async function tell(
  house: House,
  organization: OrganizationId,
  row: ElastiCacheRow,
  reading: Reading,
  at: number,
): Promise<void> {
  const isCluster = Object.values(reading.known.regions).some(({ cluster }) => cluster);
  const gaps = reading.withoutMemory.map(
    (region) => `memory used in ${region}: the role needs cloudwatch:GetMetricData`,
  );
  const observed: Observed = {
    organization,
    source: { kind: "elasticache", id: row.id, instance: "-" },
    at,
    observations: [toObservation(row, reading.databases, isCluster, gaps)],
    authority: authorityOfIntegration(row.createdBy),
    onCreate: () => checkConnected(organization, row.id),
  };
  // Another role was set right after a reading.
  if ((await observe(house, observed)).outcome !== "too soon") return;
  await sleep(shortestGap);
  await observe(house, observed);
}
