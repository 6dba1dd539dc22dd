import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { mostReported } from "../../contract/report/report.ts";
import { isRead } from "../../contract/source/source.ts";
import { day, hour, minute } from "../../kit/time.ts";
import { retryOnConflict } from "../../table/retry-on-conflict.ts";
import { ConditionFailed, tryWrite } from "../../table/errors.ts";
import { countDeployments } from "../read/count.ts";
import { pulsesOf, usageKey } from "../rows/deployment.keys.ts";
import { deletePulse } from "../rows/last-figures.ts";
import { databasesOfPulse, readPulses } from "../rows/pulse.table.ts";
import {
  addUsage,
  putUsage,
  readUsage,
  type Usage,
  type UsageRow,
  withinQuota,
} from "../rows/quota.table.ts";
import type { Permission } from "./ownership.ts";
import type { PageCommit } from "./source-report.ts";

/*
 * Each list of an organization reads its deployments and all of its pulses, so the quota limits what agents
 * may add. Growth is reserved in one row before it is written, on the condition that the quota allows it. So
 * concurrent reports cannot exceed the quota together.
 *
 * Only a count lowers the usage: once a day, or when it reaches the quota. Between counts, deletions leave it
 * too high. What moves in, or is written during a count, leaves it too low.
 */
const countedFor = day;
/** In a full organization, the shortest time between two counts, in milliseconds. */
const recountAfter = 10 * minute;
/**
 * In a full organization, a count deletes pulses of agents that have been silent for longer than this, in
 * milliseconds. It deletes at most `mostForgotten` of them.
 */
const silentFor = hour;
const mostForgotten = 20;

/** The growth from the deployments of a page that its source may write, by id. */
export function growthsOf(
  { page, figuresBefore }: Pick<PageCommit, "page" | "figuresBefore">,
  rows: readonly (object | undefined)[],
  permissions: readonly Pick<Permission, "allowed">[],
): Map<string, Usage> {
  const growths = page.map(({ id, databases = [] }, index) => {
    const more = databases.length - (figuresBefore.get(id)?.used.length ?? 0);
    return [id, { deployments: rows[index] ? 0 : 1, databases: Math.max(0, more) }] as const;
  });
  return new Map(growths.filter((_, index) => permissions[index]?.allowed));
}

export interface Reservation {
  reserved: Usage;
  /** Ids of the deployments whose growth the quota does not allow. */
  exceeding: ReadonlySet<string>;
}

/**
 * Reserves a page's growth before it is written. Reports of integrations need no reservation, because the
 * number of calls limits their readings.
 * @param growths what each deployment of the page adds, by id
 */
export async function reserve(
  services: Services,
  commit: PageCommit,
  growths: ReadonlyMap<string, Usage>,
): Promise<Reservation> {
  const exceeding = new Set<string>();
  let reserved = sum(growths.values());
  if (isRead(commit.source.kind)) return { reserved: sum([]), exceeding };
  let lacking = await tryToReserve(services, commit, reserved);
  while (lacking) {
    for (const [id, growth] of growths) if (growth[lacking] > 0) exceeding.add(id);
    reserved = sum([...growths].flatMap(([id, growth]) => (exceeding.has(id) ? [] : [growth])));
    lacking = await tryToReserve(services, commit, reserved);
  }
  return { reserved, exceeding };
}

/** Releases the reservation of a page that was certainly not written. */
export async function release(
  services: Services,
  organization: OrganizationId,
  reserved: Usage,
): Promise<void> {
  if (reserved.deployments + reserved.databases === 0) return;
  const change = addUsage({ deployments: -reserved.deployments, databases: -reserved.databases });
  // The organization was deleted.
  await tryWrite(services.table.update(usageKey(organization), change, [{ exists: true }]));
}

function sum(usages: Iterable<Usage>): Usage {
  const total = { deployments: 0, databases: 0 };
  for (const { deployments, databases } of usages) {
    total.deployments += deployments;
    total.databases += databases;
  }
  return total;
}

/** Undefined when the growth is reserved. Otherwise the limit that it would exceed. */
async function tryToReserve(
  services: Services,
  commit: PageCommit,
  growth: Usage,
): Promise<keyof Usage | undefined> {
  if (growth.deployments + growth.databases === 0) return undefined;
  return await retryOnConflict(async () => {
    const failed = await raise(services, commit.organization, growth);
    if (!failed) return undefined;
    const { found } = failed;
    const lacking = found && lackingIn(found, growth);
    if (lacking && services.clock.now() - found.countedAt < recountAfter) return lacking;
    await count(services, commit, found, lacking !== undefined);
    if (await raise(services, commit.organization, growth)) throw new ConditionFailed();
    return undefined;
  });
}

/** Undefined when the usage is raised. Otherwise the row that did not allow it. */
async function raise(
  services: Services,
  organization: OrganizationId,
  growth: Usage,
): Promise<{ found: UsageRow | undefined } | undefined> {
  try {
    const when = withinQuota(growth, mostReported, services.clock.now() - countedFor);
    await services.table.update(usageKey(organization), addUsage(growth), when);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return { found: readUsage(error.row) };
  }
}

const lackingIn = (usage: Usage, growth: Usage) =>
  (["deployments", "databases"] as const).find(
    (what) => growth[what] > 0 && usage[what] + growth[what] > mostReported[what],
  );

/**
 * Counts the organization's usage. Throws ConditionFailed when another report has counted, or the source is
 * gone.
 */
async function count(
  services: Services,
  { organization, onCreate }: PageCommit,
  before: UsageRow | undefined,
  isFull: boolean,
): Promise<void> {
  const now = services.clock.now();
  const [deployments, all] = await Promise.all([
    countDeployments(services, organization),
    services.table.queryAll(pulsesOf(organization)),
  ]);
  const pulses = readPulses(all).filter(({ kind }) => !isRead(kind));
  const silent = isFull
    ? pulses.filter(({ receivedAt }) => now - receivedAt > silentFor).slice(0, mostForgotten)
    : [];
  for (const pulse of silent) await deletePulse(services, organization, pulse);
  const databases = pulses
    .filter((pulse) => !silent.includes(pulse))
    .reduce((total, pulse) => total + databasesOfPulse(pulse), 0);
  await services.table.transact([
    putUsage(organization, { deployments, databases, countedAt: now }, before),
    // A report that was received before its key was revoked must not write usage that was deleted since.
    ...(onCreate ? [onCreate(0)] : []),
  ]);
}
