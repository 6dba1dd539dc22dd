import { setImmediate as nextTurn } from "node:timers/promises";
import type { MemoryOutlook, OutlookAnswer } from "../contract/outlook/outlook.ts";
import {
  type AtLimit,
  atLimitText,
  beforeLimitText,
  consequenceOf,
  fullAtOf,
  levelAtLimit,
} from "../contract/outlook/limit.ts";
import { isLastKnown } from "../contract/filter/severity.ts";
import { type Growth, type Runway, runwayOf, type Trend } from "../contract/outlook/runway.ts";
import type { FleetDatabase } from "../deployment/fleet/database.ts";
import { readBytes } from "../kit/bytes.ts";
import { day } from "../kit/time.ts";
import type { Fullness } from "./rows/payload.ts";
import { outlooksIn, type StoredOutlooks } from "./rows/stored.ts";

/** What is said of a database: the trend of the newest folded day beside the limit of now. */
export interface JudgedDatabase {
  database: FleetDatabase;
  say: keyof OutlookAnswer["counts"];
  /** Undefined where the limit is not known, without one, and where values are on flash, too. */
  runway: Runway | undefined;
  /** What the past alone says. */
  trend: Trend;
  /** The midnight of UTC at which the trend ends, Unix epoch in milliseconds; undefined for a new deployment. */
  end: number | undefined;
  share: number | undefined;
  /** Keys evicted a second, on the newest folded day. */
  evicted: number | undefined;
  /** What the past says of one that was at its limit on the newest folded day. */
  full: Fullness | undefined;
}

/** A fleet of 150,000 databases takes half a second. Other requests have their turn in between. */
const deploymentsInTurn = 500;

/** Judges databases of an organization. Those of a deployment stay together. */
export async function judge(
  databases: readonly FleetDatabase[],
  stored: StoredOutlooks,
): Promise<JudgedDatabase[]> {
  const judged: JudgedDatabase[] = [];
  let done = 0;
  for (const [{ item }, own] of Map.groupBy(databases, ({ deployment }) => deployment)) {
    const ids = own.map(({ facts }) => facts.database.id);
    const found = outlooksIn(stored, item, ids);
    for (const [place, database] of own.entries()) {
      const said = found?.databases[place];
      const { trend, evicts = false, evicted, share, full } = said ?? {};
      // What the fold has not seen has no peaks that could show no growth.
      const past = trend ?? { days: 0, growth: said ? "none" : "early" };
      judged.push({
        database,
        end: found?.end,
        share,
        evicted,
        full,
        trend: past,
        ...runwayAt(database, past, evicts),
      });
    }
    done += 1;
    if (done % deploymentsInTurn === 0) await nextTurn();
  }
  return judged;
}

function runwayAt(
  { facts: { database } }: FleetDatabase,
  trend: Trend,
  evicts: boolean,
): Pick<JudgedDatabase, "say" | "runway"> {
  const [used, limit] = [readBytes(database.memoryUsed), readBytes(database.memoryLimit)];
  if (limit === undefined) return { say: "unknown", runway: undefined };
  if (limit === 0n) return { say: "noLimit", runway: undefined };
  const fullAt = fullAtIn(database);
  const limited = {
    used: used === undefined ? undefined : Number(used),
    limit: Number(limit),
    fullAt,
    evicts,
  };
  const runway = runwayOf(trend, limited);
  // Of a limit of RAM and flash together, nobody knows when the RAM is full.
  if (database.tiered && runway.say !== "full") return { say: "tiered", runway: undefined };
  return { say: runway.say, runway };
}

const fullAtIn = ({ activeActive, evictionPolicy, version }: FleetDatabase["facts"]["database"]): number =>
  fullAtOf({ activeActive, policy: evictionPolicy, version });

/** When a database may be full at the earliest, Unix epoch in milliseconds; undefined unless there is a date. */
export const earliestOf = ({ runway, end }: JudgedDatabase): number | undefined =>
  runway?.say === "date" && end !== undefined ? end + runway.dates.earliest * day : undefined;

/** When it may be full, as answers have it; null unless there is a date. */
export function datesIn({
  runway,
  end = 0,
}: JudgedDatabase): Pick<MemoryOutlook, "earliest" | "likely" | "latest"> {
  const dates = runway?.say === "date" ? runway.dates : undefined;
  const timeOf = (days: number | undefined) =>
    days === undefined ? null : new Date(Math.round(end + days * day)).toISOString();
  return {
    earliest: timeOf(dates?.earliest),
    likely: timeOf(dates?.likely),
    latest: timeOf(dates?.latest),
  };
}

/** As answers have it. */
export function outlookItem(judged: JudgedDatabase): MemoryOutlook {
  const { database, runway, say, share } = judged;
  const { item, facts } = database.deployment;
  const { id, name, memoryUsed, memoryLimit, evictionPolicy: policy = null } = database.facts.database;
  const growth = growthIn(judged);
  return {
    deploymentId: item.id,
    deploymentName: item.name,
    organizationId: item.organizationId,
    type: item.type,
    source: item.source,
    isStale: isLastKnown(facts.status),
    database: { id, name },
    used: memoryUsed,
    limit: memoryLimit,
    fullAt: fullAtIn(database.facts.database),
    policy,
    share: share ?? null,
    say,
    ...datesIn(judged),
    days: growth?.days ?? (runway?.say === "early" ? runway.days : null),
    within: say === "far" ? (growth?.within ?? null) : null,
    perDay: growth ? String(Math.round(growth.perDay)) : null,
    trend: growth?.pace ?? null,
    ...wordsOf(judged, say !== "full"),
  };
}

/** The growth from which the answer follows. Without a limit it is that of the past alone. */
function growthIn({ runway, trend }: JudgedDatabase): Growth | undefined {
  if (runway) return "growth" in runway ? runway.growth : undefined;
  return "growth" in trend ? undefined : trend;
}

/** What being full means: what happens on the day, or now. */
function wordsOf(judged: JudgedDatabase, isBefore: boolean): Pick<MemoryOutlook, "level" | "whenFull"> {
  if (!isBefore) {
    const at = atLimitIn(judged);
    return { level: levelAtLimit(at), whenFull: atLimitText(at) };
  }
  const { database, share } = judged;
  const consequence = consequenceOf(database.facts.database.evictionPolicy, share);
  return { level: levelAtLimit({ consequence, share }), whenFull: beforeLimitText(consequence, share) };
}

/** How bad it is that a database is at its limit now. */
export const levelNow = (judged: JudgedDatabase): MemoryOutlook["level"] => levelAtLimit(atLimitIn(judged));

const atLimitIn = ({ database, share, evicted, full, end = 0 }: JudgedDatabase): AtLimit => ({
  consequence: consequenceOf(database.facts.database.evictionPolicy, share),
  share,
  evicted,
  percent: database.facts.utilization,
  fullAt: fullAtIn(database.facts.database),
  isSharded: isSharded(database.deployment.item.type),
  since: full?.days === undefined ? undefined : end - full.days * day,
  hitRatio: full?.hitRatio,
  hitRatioBefore: full?.hitRatioBefore,
});

/** Several shards may have a database there. */
const isSharded = (type: MemoryOutlook["type"]): boolean => type !== "STANDALONE";
