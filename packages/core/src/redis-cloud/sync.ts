import type { House } from "../access/context.ts";
import { organizationOfJob, type OrganizationId } from "../access/scope.ts";
import { cloudSyncInterval } from "../contract/redis-cloud.ts";
import { authorityOfIntegration } from "../deployment/authority.ts";
import { deploymentId, type Source } from "../deployment/observation.ts";
import { observe } from "../deployment/observe.ts";
import { forgetPages, removeGone } from "../deployment/remove-sourced.ts";
import { newId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { minute, second } from "../kit/time.ts";
import { ConditionFailed } from "../table/errors.ts";
import { everyRedisCloud, redisCloudKey } from "../table/keys.ts";
import { unseal } from "./credentials.ts";
import { disconnect } from "./disconnect.ts";
import { toObservation } from "./map.ts";
import { outcomeOf } from "./outcome.ts";
import { type ReadFamily, readAccount } from "./reading.ts";
import {
  checkConnected,
  dropLease,
  endLease,
  type Outcome,
  readRedisCloud,
  type RedisCloudRow,
  takeLease,
} from "./redis-cloud.table.ts";

/** An account's key may make 400 calls a minute, and the customer's other tools need some of them. */
const budget = { calls: 250, time: 40 * second, waiting: 15 * second };
/** Longer than a worker lives. */
const leaseTime = 90 * second;
/** A message that comes so much before the time is one that was delivered twice. */
const tolerance = 3 * minute;

/** Ids of every connected account with its organization's, for the schedule. */
export async function everyIntegration(
  house: House,
): Promise<{ organizationId: string; integrationId: string }[]> {
  const found: { organizationId: string; integrationId: string }[] = [];
  let after: Parameters<typeof house.table.find>[1] = {};
  for (let more = true; more;) {
    const page = await house.table.find(everyRedisCloud, after);
    for (const { pk, gsi1sk } of page.keys)
      found.push({ organizationId: pk.slice("ORG#".length), integrationId: gsi1sk });
    const last = page.keys.at(-1);
    more = page.more && last !== undefined;
    after = last ? { after: last } : {};
  }
  return found;
}

/**
 * Reads a connected account and brings its deployments up to date; what became of it is stored with the integration.
 * One that is being read by somebody else, is not due yet, or is gone is left alone; the deletion of one that is about
 * to go is finished. Throws only for defects, which are stored too.
 */
export async function sync(house: House, organizationId: string, id: string): Promise<void> {
  const organization = organizationOfJob(organizationId);
  const found = await house.table.get(redisCloudKey(organization, id));
  if (!found) return;
  const row = readRedisCloud(found);
  if (row.deletedAt !== undefined) return await disconnect(house, organization, row);
  const now = house.clock.now();
  if (row.nextSyncAt !== undefined && now < row.nextSyncAt - tolerance) return;
  const lease = newId("redisCloud", now, house.random.bytes(16));
  const { change, when } = takeLease(lease, now + leaseTime, now);
  if (!(await attempt(house, organization, id, change, when))) return;
  // What a change of keys has asked for since is read with the new ones.
  const current = await house.table.get(redisCloudKey(organization, id));
  if (!current) return;
  const { sealed } = readRedisCloud(current);
  const end = async (outcome: Outcome) => {
    const ending = endLease(lease, sealed, outcome);
    if (await attempt(house, organization, id, ending.change, ending.when)) return;
    const dropping = dropLease(lease);
    await attempt(house, organization, id, dropping.change, dropping.when);
  };
  try {
    const outcome = await read(house, organization, readRedisCloud(current));
    await end(outcome);
    house.log.info("redis cloud synced", { integrationId: id, status: outcome.status });
  } catch (error) {
    const known = error instanceof Problem;
    const lastError = known ? error.message : "An unexpected error occurred on our side.";
    await end({ status: "error", lastSyncAt: house.clock.now(), lastError });
    if (!known) throw error;
    house.log.warn("redis cloud not synced", { integrationId: id, error });
  }
}

/** Whether the update of the row went through. */
async function attempt(
  house: House,
  organization: OrganizationId,
  id: string,
  ...[change, when]: [Parameters<House["table"]["update"]>[1], Parameters<House["table"]["update"]>[2]]
): Promise<boolean> {
  try {
    await house.table.update(redisCloudKey(organization, id), change, when);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

async function read(house: House, organization: OrganizationId, row: RedisCloudRow): Promise<Outcome> {
  const at = house.clock.now();
  const credentials = await unseal(house, row.id, row.sealed);
  const reader = house.redisCloud.read(credentials, budget);
  const reading = await readAccount(reader, row.accountId, row.after);
  for (const family of reading.families) await take(house, organization, row, family, at);
  return outcomeOf(reading, house.clock.now(), cloudSyncInterval);
}

/**
 * The families are processes of the source on their own: where the list of one cannot be read, what it told before
 * stays known, and turns stale.
 */
async function take(
  house: House,
  organization: OrganizationId,
  { id, name, accountId, status, createdBy, originId = organization }: RedisCloudRow,
  { family, subscriptions, complete }: ReadFamily,
  at: number,
): Promise<void> {
  const source: Source = { kind: "redis-cloud", id, instance: family };
  const observations = subscriptions.map(({ subscription, databases }) => {
    const key = `${accountId} ${family} ${subscription.id}`;
    return toObservation(deploymentId(originId, "redis-cloud", key), family, subscription, databases);
  });
  if (complete) {
    const staying = new Set(observations.map((observation) => observation.id));
    // After a reading that was not whole, pulses no longer know all that was told before.
    const thorough = status !== "ok";
    const reason = `Its subscription is no longer in the Redis Cloud account connected as ${name}.`;
    const removed = await removeGone(house, organization, source, staying, thorough, reason);
    for (const gone of removed)
      house.log.info("deployment disappeared", { integrationId: id, deploymentId: gone.id });
  }
  const onCreate = () => checkConnected(organization, id);
  const authority = authorityOfIntegration(createdBy);
  const { outcome } = await observe(house, { organization, source, at, observations, authority, onCreate });
  if (complete && (outcome === "written" || observations.length === 0))
    await forgetPages(house, organization, source, at);
}
