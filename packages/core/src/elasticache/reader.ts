import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { sourceTraits } from "../contract/source/source.ts";
import { authorityOfIntegration } from "../deployment/ingest/authority.ts";
import { knownDatabases } from "../deployment/read/known-databases.ts";
import { ingest } from "../deployment/ingest/ingest.ts";
import type { SourceReport } from "../deployment/ingest/source-report.ts";
import { amendSlots } from "../history/amend.ts";
import { storeReadFigures } from "../history/newest/store.ts";
import { storeReading } from "../history/reading.ts";
import { checkConnected } from "../integration/row.ts";
import type { NoteProgress } from "../integration/progress.ts";
import { syncOf, tolerance } from "../integration/sync.ts";
import { minute } from "../kit/time.ts";
import { elastiCacheKey } from "./elasticache.keys.ts";
import type { ElastiCacheRow, Outcome } from "./elasticache.table.ts";
import { elastiCache } from "./kind.ts";
import { readAccountState } from "./account-state.ts";
import { type Details, readDetails, slotsOf } from "./details.ts";
import { toObservation } from "./map.ts";
import { outcomeOf, outcomeOfRole } from "./outcome.ts";
import { pollAccount, type Reading, withDetails, withoutDetails } from "./reading.ts";
import { afterLists, afterRole, metricsRight } from "./steps.ts";
import { sessionName } from "./trust.ts";

const interval = sourceTraits.elasticache.interval * minute;

/**
 * Reads a connected account at most once in its interval. After hours in which nothing was read, a message for each
 * missed turn waits: AWS would throttle the customer's account if each were followed.
 */
export const syncElastiCache = syncOf({
  kind: elastiCache,
  isDue: ({ lastSyncAt }, now, awaited) =>
    awaited || lastSyncAt === undefined || now >= lastSyncAt + interval - tolerance,
  read,
});

async function read(
  services: Services,
  organization: OrganizationId,
  row: ElastiCacheRow,
  note: NoteProgress,
): Promise<Outcome> {
  const { roleArn, externalId } = row;
  const answer = await services.accounts.elasticache.assume({
    roleArn,
    externalId,
    sessionName: sessionName(organization),
  });
  if (answer.outcome !== "ok") return outcomeOfRole(answer, services.clock.now());
  await note(afterRole);
  const at = services.clock.now();
  const before = await knownDatabases(services, organization, row.id);
  const state = readAccountState(row.regions);
  const polled = await pollAccount(answer.value, state, before, at, (lists) => note(afterLists(lists)));
  const details = row.detailed
    ? await readDetails(answer.value, polled.caches, state.details, at)
    : undefined;
  const reading = withDetails(polled, row.detailed ? (details?.state ?? state.details) : undefined);
  // When no region could be read there is no new data. The deployment ages until it is stale.
  if (reading.read.length > 0) await store(services, organization, row, { reading, details, at });
  return outcomeOf(reading, services.clock.now());
}

async function store(
  services: Services,
  organization: OrganizationId,
  row: ElastiCacheRow,
  { reading, details, at }: { reading: Reading; details: Details | undefined; at: number },
): Promise<void> {
  const isCluster = Object.values(reading.known.regions).some(({ cluster }) => cluster);
  const gaps = [
    ...reading.withoutMemory.map((region) => `Memory used in ${region}: the role needs ${metricsRight}`),
    ...withoutDetails(reading).map(
      (region) => `Detailed history in ${region}: the role needs ${metricsRight}`,
    ),
  ];
  const observation = toObservation(row, reading.databases, isCluster, gaps);
  const report: SourceReport = {
    organization,
    source: { kind: "elasticache", id: row.id, instance: "-" },
    measuredAt: at,
    observations: [observation],
    authority: authorityOfIntegration(row.createdBy),
    onCreate: () => checkConnected(elastiCacheKey(organization, row.id)),
  };
  await ingest(services, report);
  await storeReading(services, report, (databaseId) => reading.measured.has(databaseId));
  if (!details) return;
  const ids = observation.databases.map(({ id }) => id);
  const slots = slotsOf(row.id, details.figures, ids);
  await amendSlots(services, organization, report.source, slots);
  await storeReadFigures(services, organization, report.source, slots);
}
