import { setImmediate as nextTurn } from "node:timers/promises";
import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { PastPart } from "../deployment/read/past-parts.ts";
import { readDaysOf, readHoursOf } from "../history/fold/read-days.ts";
import type { DatabasePast, Timeline } from "../history/timeline/timeline.ts";
import type { Growth, Trend } from "../contract/outlook/runway.ts";
import { fromCode, unknownCode } from "../kit/code16.ts";
import { day, hour } from "../kit/time.ts";
import { columnsOfDays, countedDays, habitsOf, mayFillFast, memoryOf } from "./columns.ts";
import { fullnessOf } from "./fullness.ts";
import { type DayOfMemory, type MemoryPast, mostDays, mostHours } from "./past.ts";
import type { DatabaseOutlook, DatabaseOutlooks } from "./rows/payload.ts";
import { trendOfMemory } from "./trend-of-memory.ts";

/** A trend takes up to a millisecond. Other work has its turn in between. */
const trendsInTurn = 25;
const hoursOfDay = day / hour;
const daysOfHours = mostHours / hoursOfDay;

/** The part of its limit at which a database counts as full while its past is judged. */
const fullAt = 1;

/** A database can have two tags. Beside those that exist now, so many that an agent named for a day are read at least. */
const tagsOfDatabase = 2;
const leastTags = 500;

export type OutlookedDeployment = Pick<PastPart, "id" | "born" | "source" | "databaseCount">;

/** A database with no peak and no limit in so many days is gone. Without a peak for as long, nothing is said of it. */
const newestDays = 3;

/**
 * What the past of a deployment up to the end of a day says about each of its databases. Databases that its newest known
 * days do not have are left out: what is left out is not known. Hours are read where a database grows. What is left of a
 * deployment with this id that was deleted before is not its past.
 * @param dayNumber the newest folded day, counted from 1970-01-01
 * @param hasTime asked now and then; undefined is returned once it says no
 */
export async function outlooksOfDeployment(
  services: Services,
  organization: OrganizationId,
  { id, born = 0, source, databaseCount }: OutlookedDeployment,
  dayNumber: number,
  hasTime: () => boolean,
): Promise<DatabaseOutlooks | undefined> {
  const end = dayNumber + 1;
  const first = Math.max(end - mostDays, Math.floor(born / day));
  if (first >= end) return new Map();
  const most = Math.max(leastTags, tagsOfDatabase * databaseCount);
  const past = await readDaysOf(services, organization, id, { first, end, most }, columnsOfDays);
  const counts = countedDays(past, source);
  const newest = past.covered.findLastIndex((slots) => slots > 0);
  const found = new Map<string, DatabaseOutlook>();
  const asking = new Map<string, MemoryPast>();
  const turn = turns(trendsInTurn, hasTime);
  for (const [tag, columns] of past.databases) {
    if (!(await turn())) return undefined;
    if (newestIn(columns) <= newest - newestDays) continue;
    const days = memoryOf(columns, counts);
    const judged = pastOf(days);
    const trend = judged ? trendOfMemory(judged) : tooEarly(days);
    if (judged && (isNone(trend) ? mayFillFast(days) : isGrowth(trend))) asking.set(tag, judged);
    found.set(tag, { trend: isNone(trend) ? undefined : trend, ...habitsIn(past, tag) });
  }
  if (asking.size > 0) {
    const range = { first: Math.max(end - daysOfHours, first), end, most };
    const hours = await readHoursOf(services, organization, id, range, ["used"]);
    for (const [tag, judged] of asking) {
      if (!(await turn())) return undefined;
      const trend = trendOfMemory({ ...judged, hours: hoursOf(hours, tag) });
      if (!isNone(trend)) found.set(tag, { ...habitsIn(past, tag), trend });
    }
  }
  return found;
}

/** Gives other work its turn after so many calls. Returns whether there is still time. */
function turns(length: number, hasTime: () => boolean): () => Promise<boolean> {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls % length !== 0) return true;
    await nextTurn();
    return hasTime();
  };
}

function habitsIn({ databases, length }: Timeline, tag: string): Omit<DatabaseOutlook, "trend"> {
  const past = databases.get(tag) ?? new Map();
  return { ...habitsOf(past, length), full: fullnessOf(past, length) };
}

type NoTrend = { days: number; growth: "none" };

/** A growth asks for the hours, too: when in a day the peak is moves its dates by up to half a day. */
const isGrowth = (trend: Trend): trend is Growth => !("growth" in trend);

const isNone = (trend: Trend): trend is NoTrend => "growth" in trend && trend.growth === "none";

/** The newest day of which the memory or the limit is known; -1 for none. */
const newestIn = (columns: DatabasePast): number =>
  Math.max(
    ...(["used", "limit"] as const).map(
      (name) => columns.get(name)?.findLastIndex((code) => code !== unknownCode) ?? -1,
    ),
  );

/** What is judged beside the newest known limit. Undefined without a limit, and where the newest days are not known. */
function pastOf(days: readonly DayOfMemory[]): MemoryPast | undefined {
  const limit = days.findLast((one) => one.limit !== undefined)?.limit;
  if (limit === undefined || limit === 0) return undefined;
  const isRecent = days.slice(-newestDays).some(({ peak }) => peak !== undefined);
  return isRecent ? { days, hours: [], limit, fullAt } : undefined;
}

/** Of a database that is not judged. Nobody knows whether it grows. */
const tooEarly = (days: readonly DayOfMemory[]): Trend => ({
  days: days.filter(({ peak }) => peak !== undefined).length,
  growth: "early",
});

function hoursOf({ databases, length }: Timeline, tag: string): (number | undefined)[] {
  const codes = databases.get(tag)?.get("used");
  return Array.from({ length }, (_, index) => {
    const code = codes?.[index];
    return code === undefined ? undefined : (fromCode(code) ?? undefined);
  });
}
