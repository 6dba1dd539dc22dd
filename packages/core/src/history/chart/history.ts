import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReaderContext, Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { figures, type HistoryMetric } from "../../contract/catalogue/figures.ts";
import type { History, HistorySeries } from "../../contract/history/history.ts";
import { slotSeconds } from "../../contract/report/slot-columns.ts";
import { traitsOf } from "../../contract/source/source.ts";
import { readLocated } from "../../deployment/read/locate.ts";
import { findOwned, type Owned } from "../../deployment/read/owned.ts";
import { ownerOfVia } from "../../deployment/rows/owner.ts";
import { wrongFields } from "../../kit/problem.ts";
import { minute, second } from "../../kit/time.ts";
import { shardCountsOf } from "../fold/shard-counts.ts";
import { statusOfCode } from "../status-codes.ts";
import { carriedForward, mostHeld } from "../timeline/carry-forward.ts";
import { type Timeline, withoutFirst } from "../timeline/timeline.ts";
import { type Chosen, seriesGroupsOf } from "./series-groups.ts";
import { type Range, rangeOf, type RangeQuestion } from "./range.ts";
import { type Past, readEarly, readPast } from "./read-past.ts";
import { hasLookups, isKnown, seriesOf } from "./series.ts";
import { isShardMetric, shardSeries } from "./shards.ts";
import { type KnownValues, whyUnknown } from "../why-unknown.ts";

/** What a chart asks for. */
export interface HistoryQuestion extends RangeQuestion {
  metrics: readonly HistoryMetric[];
  /** "total", "each", or a database's id. */
  database: string;
  organizationId?: string | undefined;
  /** What reported the deployment, as its detail names it. It saves a round trip if it still does. */
  via?: string | undefined;
}

/** A source sends a slot with its first report after it. A reading of an account may come a little later. */
const reportedWithin = 10 * minute;

/**
 * The past of a deployment. Throws invalid for a range that has no answer, and for a database that the deployment does not
 * have. Throws notFound and conflict as `get` does.
 */
export async function history(ctx: ReaderContext, id: string, question: HistoryQuestion): Promise<History> {
  const range = rangeOf(question, ctx.clock.now());
  return await readLocated(ctx, id, question.organizationId, (organization) =>
    read(ctx, organization, id, question, range),
  );
}

async function read(
  services: Services,
  organization: OrganizationId,
  id: string,
  { metrics, database, via }: HistoryQuestion,
  asked: Range,
): Promise<History | undefined> {
  const expected = via === undefined ? undefined : ownerOfVia(via);
  const withDays = metrics.some(isShardMetric);
  const lead = asked.step === slotSeconds ? mostHeld : 0;
  const range = { ...asked, first: asked.first - lead, length: asked.length + lead };
  const [owned, early] = await Promise.all([
    findOwned(services, organization, id),
    readEarly(services, organization, id, range, { expected, withDays }),
  ]);
  if (!owned) return undefined;
  const chosen = chosenIn(owned, database);
  const { timeline, shards } = await readPast(services, organization, id, { range, owned, expected, early });
  const newest = Math.max(-1, timeline.covered.findLastIndex((slots) => slots > 0) - lead);
  const past = withoutFirst(carriedForward(timeline, owned.source), lead);
  return await answer(owned, past, { metrics, chosen, shards, newest, now: services.clock.now() });
}

function chosenIn({ databases }: Owned, database: string): Chosen {
  if (database === "total" || database === "each") return database;
  if (databases.includes(database)) return { id: database };
  throw wrongFields(['database: must be "total", "each" or the id of a database of this deployment']);
}

interface Asked {
  metrics: readonly HistoryMetric[];
  chosen: Chosen;
  shards: Past["shards"];
  /** The index of the newest step that was reported; -1 for none. */
  newest: number;
  now: number;
}

async function answer(
  owned: Owned,
  past: Timeline,
  { metrics, chosen, shards, newest, now }: Asked,
): Promise<History> {
  const { first, length, step } = past;
  const timeOf = (index: number) => new Date((first + index) * step * second).toISOString();
  const present = { shards: shardCountsOf(owned.license), now };
  const groups = seriesGroupsOf(past, owned.databases, chosen);
  const series: HistorySeries[] = [];
  for (const metric of new Set(metrics)) {
    if (isShardMetric(metric)) series.push(shardSeries(metric, past, shards, present));
    else series.push(...seriesOf(metric, past, groups));
    // Thousands of databases take milliseconds a metric.
    await nextTurn();
  }
  const known = new Set(
    series.filter(({ values }) => values.some((value) => value !== null)).map(({ metric }) => metric),
  );
  const hasDetails = isKnown("clients", past) || isKnown("keys", past);
  const found = {
    hasSlot: newest >= 0,
    isRead: past.databases.size > 0,
    hasDetails,
    hasLookups: hasLookups(past),
    now,
  };
  return {
    from: timeOf(0),
    to: timeOf(length),
    step,
    newest: newest < 0 ? null : timeOf(newest),
    begins: owned.born === undefined ? null : new Date(owned.born).toISOString(),
    series: series.filter(({ metric }) => known.has(metric)),
    status: statusRuns(past, { born: owned.born, reportedBy: now - reportedWithin }),
    unknown: [...new Set(metrics)]
      .filter((metric) => !known.has(metric))
      .map((metric) => {
        const isPartly = !isShardMetric(metric) && isKnown(metric, past);
        return { metric, reason: whyNoValues(metric, owned, { ...found, isPartly }) };
      }),
  };
}

/** The word for a step in which its source said nothing. */
const silent = "silent";
/** The word for the newest steps: their source may still report them. */
const awaited = "awaited";
/** The word for a time before the deployment was first reported. */
const before = "before";
/** The word for a status that has no code. */
const other = "other";

/**
 * The status of each step as run lengths.
 * @param born when the deployment was first reported, Unix milliseconds
 * @param reportedBy steps that end later may still be reported, Unix milliseconds
 */
function statusRuns(
  { status, covered, first, step }: Timeline,
  { born, reportedBy }: { born: number | undefined; reportedBy: number },
): [string, number][] {
  const runs: [string, number][] = [];
  for (const [index, code] of status.entries()) {
    const end = (first + index + 1) * step * 1_000;
    const word = (covered[index] ?? 0) > 0 ? (statusOfCode(code) ?? other) : unheard(end);
    const last = runs.at(-1);
    if (last?.[0] === word) last[1] += 1;
    else runs.push([word, 1]);
  }
  return runs;

  function unheard(end: number): string {
    if (end > reportedBy) return awaited;
    return born !== undefined && end <= born ? before : silent;
  }
}

interface PastValues extends KnownValues {
  /** Whether any key was looked up, as far as that is known. */
  hasLookups: boolean;
}

/** Why a metric has no value in a range, as a sentence. */
export function whyNoValues(metric: HistoryMetric, owned: Owned, found: PastValues): string {
  if (isShardMetric(metric)) return whyNoShards(owned);
  if (metric === "utilization" && found.isPartly) return "Not every database has a memory limit.";
  if (metric === "hitRatio" && found.isPartly && !found.hasLookups) return "No keys were looked up.";
  if (found.hasSlot && !found.isRead && traitsOf(owned.source).figures === "all")
    return "The databases could not be read in this time.";
  return whyUnknown(figures[metric].live, owned, found);
}

function whyNoShards({ type, license }: Owned): string {
  if (type !== "ENTERPRISE") return "Only Redis Enterprise has a license with shards.";
  return license
    ? "Shards are counted once a day, and were not in this time."
    : "The cluster reported no license, so its shards are not known.";
}
