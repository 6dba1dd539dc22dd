import { type Described, type DescribedDatabase } from "./described.ts";
import { fleet } from "./fleet.ts";
import { at, day, mebibyte, morning } from "./morning.ts";
import { events, slotOf } from "./events.ts";

/*
 * The second program: it computes the gold answers from the description alone. It has its own arithmetic and its own
 * tables of dates, and imports nothing of the product.
 */

/** What is there at the end: without what was deleted. */
export const living: readonly Described[] = fleet.filter(({ name }) => name !== events.deleted.name);

export const named = (name: string): Described => {
  const found = fleet.find((one) => one.name === name);
  if (!found) throw new Error(`nothing is called ${name}`);
  return found;
};

export const namesWhere = (holds: (one: Described) => boolean): string[] =>
  living.filter(holds).map(shownName);

/** Names as the product may show them: without characters that nobody sees. */
export const shownName = ({ name }: Described): string => name.replaceAll("\u202e", "");

export interface Placed {
  of: Described;
  database: DescribedDatabase;
}

export const databases: readonly Placed[] = living.flatMap((of) =>
  of.databases.map((database) => ({ of, database })),
);

/** Percent of the limit with one decimal; undefined without a limit, or where something is not known. */
export function percentOf({ used, limit }: DescribedDatabase): number | undefined {
  if (used === null || !limit) return undefined;
  return Math.round((used / limit) * 1_000) / 10;
}

/** The fullest of those that have a limit. */
export function fullestPercent({ databases: own }: Described): number | undefined {
  const known = own.flatMap((database) => percentOf(database) ?? []);
  return known.length === 0 ? undefined : Math.max(...known);
}

export const bytesText = (mebibytes: number): string => String(mebibytes * mebibyte);

/** Bytes used by all databases as a text; null where none is known. */
export function memoryOf({ databases: own }: Described): string | null {
  const known = own.flatMap(({ used }) => used ?? []);
  return known.length === 0 ? null : bytesText(known.reduce((sum, one) => sum + one, 0));
}

/** Loses no key on its own: it refuses writes, or evicts only what expires. */
export const isStore = ({ policy = "" }: DescribedDatabase): boolean => !policy.startsWith("allkeys-");

const numbersOf = (version: string): number[] => version.split(".").map(Number);

/** Whether a version comes before another. */
export function isBefore(version: string | null, limit: string): boolean {
  if (version === null) return false;
  const [one, other] = [numbersOf(version), numbersOf(limit)];
  for (let place = 0; place < 3; place += 1) {
    const difference = (one[place] ?? 0) - (other[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** What the makers say, as far as the description needs it: the last day of support of each branch. */
const lastDays: Readonly<Record<string, string>> = {
  "agent redis 6.0": "2022-05-31",
  "agent redis 7.0": "2024-07-29",
  "agent redis 7.2": "2029-12-01",
  "agent redis 8.2": "2030-09-01",
  "agent valkey 8.1": "2030-03-31",
  "agent valkey 9.0": "2028-10-21",
  "redis-cloud redis 7.2": "2029-12-01",
  "redis-cloud redis 7.4": "2029-12-01",
  "redis-cloud redis 8.0": "2026-12-01",
  "elasticache redis 6.2": "2027-01-31",
};

/** The last day of support, as "2026-12-01"; undefined where none is stated. A cluster of Enterprise has its own. */
export function endOf({ of, database: { engine, version } }: Placed): string | undefined {
  if (version === null || of.type === "ENTERPRISE") return undefined;
  const branch = version.split(".").slice(0, 2).join(".");
  return lastDays[`${of.source} ${engine} ${branch}`];
}

const today = Math.floor(morning.end / day);
export const daysLeft = (end: string): number => Math.floor(Date.parse(end) / day) - today;

/** A date that comes: a license, a certificate, or the end of a version's support. */
export interface Dated {
  kind: "license" | "certificate" | "support";
  date: string;
  name: string;
}

/** What ends within so many days, or has ended, the first first. */
export function endingWithin(days: number): Dated[] {
  const licenses = living.flatMap((one): Dated[] =>
    one.license ? [{ kind: "license", date: one.license.ends.slice(0, 10), name: shownName(one) }] : [],
  );
  const certificates = living.flatMap((one): Dated[] =>
    one.certificateEnd === undefined
      ? []
      : [{ kind: "certificate", date: one.certificateEnd.slice(0, 10), name: shownName(one) }],
  );
  const supports = databases.flatMap((placed): Dated[] => {
    const date = endOf(placed);
    return date === undefined ? [] : [{ kind: "support", date, name: shownName(placed.of) }];
  });
  return [...licenses, ...certificates, ...supports]
    .filter(({ date }) => daysLeft(date) <= days)
    .toSorted((one, other) => one.date.localeCompare(other.date));
}

/** Every slot of a deployment from a time until another: when it began, and its figures where some came. */
export function slotsOf(name: string, from: number, until: number) {
  const count = (until - from) / morning.every;
  return Array.from({ length: count }, (_, index) => {
    const begin = from + index * morning.every;
    return { begin, figures: slotOf(name, begin) };
  });
}

/** The first report in which a store was so full. */
export function fullSince(name: string, percent: number): number {
  const limit = named(name).databases[0]?.limit ?? 0;
  for (let now: number = events.policy.at; now <= morning.end; now += morning.every)
    if ((slotOf(name, now - morning.every)?.used ?? 0) >= (limit * percent) / 100) return now;
  throw new Error(`${name} is never so full`);
}

export const iso = (time: number): string => new Date(time).toISOString();

/** Of which nothing comes any more. */
export const silentNames: readonly string[] = namesWhere(({ until = Infinity }) => until < at("11:55"));

/** Versions of servers that people run themselves, of which the makers published vulnerabilities. */
const vulnerable: readonly string[] = ["6.0.16", "7.0.15", "7.2.4"];

const hasStoreFrom = (one: Described, percent: number): boolean =>
  one.databases.some((database) => isStore(database) && (percentOf(database) ?? 0) >= percent);

/** Of which an incident that nobody silenced is critical: full, not saved, or silent. */
export const criticalNames: readonly string[] = namesWhere(
  (one) => hasStoreFrom(one, 95) || one.cannotSave === true || silentNames.includes(one.name),
);

/** How many incidents are open at the end: one for each cause. */
export const openCount: number = [
  ...living.filter((one) => hasStoreFrom(one, 90)),
  ...living.filter(({ cannotSave, degraded }) => cannotSave ?? degraded),
  ...living.filter(({ certificateEnd = "9999" }) => daysLeft(certificateEnd) <= 30),
  ...living.filter(({ license }) => license && daysLeft(license.ends) <= 90),
  ...living.filter(({ license }) => license && license.ram / license.ramLimit >= 0.9),
  // Both lab servers are reported by one agent.
  silentNames,
  ...vulnerable,
].length;
