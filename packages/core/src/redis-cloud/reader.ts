import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { cloudCallBudget, cloudSyncInterval } from "../contract/source/redis-cloud-limits.ts";
import { authorityOfIntegration } from "../deployment/ingest/authority.ts";
import { deploymentId, type SourceInstance } from "../deployment/rows/observation.ts";
import { ingest } from "../deployment/ingest/ingest.ts";
import { forgetPages, removeMissing } from "../deployment/lifecycle/remove-source.ts";
import { storeReading } from "../history/reading.ts";
import { checkConnected } from "../integration/row.ts";
import type { NoteProgress } from "../integration/progress.ts";
import { syncOf, tolerance } from "../integration/sync.ts";
import { second } from "../kit/time.ts";
import { unseal } from "./credentials.ts";
import { redisCloud } from "./kind.ts";
import { toObservation } from "./map.ts";
import { outcomeOf } from "./outcome.ts";
import { type ReadFamily, pollAccount } from "./reading.ts";
import { redisCloudKey } from "./redis-cloud.keys.ts";
import type { Outcome, RedisCloudRow } from "./redis-cloud.table.ts";

const callBudget = { calls: cloudCallBudget, time: 40 * second, waiting: 15 * second };

/** Reads a connected account at most once in its interval, even when the queue delivers a message twice. */
export const syncRedisCloud = syncOf({
  kind: redisCloud,
  isDue: ({ nextSyncAt }, now) => nextSyncAt === undefined || now >= nextSyncAt - tolerance,
  read,
});

async function read(
  services: Services,
  organization: OrganizationId,
  row: RedisCloudRow,
  note: NoteProgress,
): Promise<Outcome> {
  const at = services.clock.now();
  const credentials = await unseal(services, row.id, row.sealed);
  const reader = services.accounts["redis-cloud"].read(credentials, callBudget);
  const reading = await pollAccount(reader, row.accountId, row.after, note);
  for (const family of reading.families) await take(services, organization, row, family, at);
  const outcome = outcomeOf(reading, services.clock.now(), cloudSyncInterval);
  return { ...outcome, calls: reader.calls() };
}

/** Each family is an instance of the source. If its list cannot be read, its last report becomes stale. */
async function take(
  services: Services,
  organization: OrganizationId,
  { id, name, accountId, status, createdBy, originId = organization }: RedisCloudRow,
  { family, subscriptions, complete }: ReadFamily,
  at: number,
): Promise<void> {
  const source: SourceInstance = { kind: "redis-cloud", id, instance: family };
  const observations = subscriptions.map(({ subscription, databases }) => {
    const key = `${accountId} ${family} ${subscription.id}`;
    return toObservation(deploymentId(originId, "redis-cloud", key), family, subscription, databases);
  });
  if (complete) {
    const staying = new Set(observations.map((observation) => observation.id));
    // After an incomplete reading, pulses no longer hold everything that was reported before.
    const thorough = status !== "ok";
    const reason = `Its subscription is no longer in the Redis Cloud account connected as ${name}.`;
    const removed = await removeMissing(services, organization, source, staying, thorough, reason);
    for (const gone of removed)
      services.log.info("deployment disappeared", { integrationId: id, deploymentId: gone.id });
  }
  const onCreate = () => checkConnected(redisCloudKey(organization, id));
  const authority = authorityOfIntegration(createdBy);
  const report = { organization, source, measuredAt: at, observations, authority, onCreate };
  const { outcome } = await ingest(services, report);
  await storeReading(services, report);
  if (complete && (outcome === "written" || observations.length === 0))
    await forgetPages(services, organization, source, at);
}
