import { factsOf } from "../contract/filter/facts.ts";
import { endsWithin, hasEnded } from "../contract/filter/license-days.ts";
import type { LicensesOutlook } from "../contract/outlook/licenses.ts";
import { day, daysUntil } from "../kit/time.ts";
import { endOf, hasOneLimit, type Licensed } from "./license-outlook.ts";

/** Licenses that end within so many days are counted apart. The first step of the incident rule is the same. */
const soon = 90;

const monthsShown = 12;

type Sums = Omit<LicensesOutlook, "licenses" | "nextCursor">;

/** What all found clusters add up to. */
export function licenseSums(found: readonly Licensed[], now: number): Sums {
  const facts = found.map((item) => factsOf(item, now));
  const ends = found.flatMap((item) => {
    const end = endOf(item);
    return end === undefined ? [] : [daysUntil(end, now)];
  });
  const months = monthsFrom(now).map((month) => ({
    ...month,
    count: ends.filter((days) => endsWithin(days, month.first, month.last)).length,
  }));
  const last = months.at(-1)?.last ?? 0;
  const [whole, apart] = [found.filter(hasOne), found.filter((item) => !hasOne(item))];
  return {
    counts: {
      clusters: found.length,
      expired: ends.filter(hasEnded).length,
      soon: ends.filter((days) => endsWithin(days, 0, soon)).length,
      over: facts.filter(({ shards }) => shards != null && shards > 100).length,
    },
    ram: sumOf(apart, ({ ramShardsInUse, ramShardsLimit }) => [ramShardsInUse, ramShardsLimit]),
    flash: sumOf(apart, ({ flashShardsInUse, flashShardsLimit }) => [flashShardsInUse, flashShardsLimit]),
    total: sumOf(whole, ({ ramShardsInUse, flashShardsInUse, shardsLimit }) => [
      ramShardsInUse + flashShardsInUse,
      shardsLimit,
    ]),
    months,
    later: ends.filter((days) => endsWithin(days, last + 1)).length,
  };
}

const hasOne = ({ license }: Licensed): boolean => hasOneLimit(license);

function sumOf(
  items: readonly Licensed[],
  of: (license: Licensed["license"]) => [inUse: number, limit: number],
) {
  const pairs = items.map(({ license }) => of(license));
  return {
    inUse: pairs.reduce((sum, [inUse]) => sum + inUse, 0),
    limit: pairs.reduce((sum, [, limit]) => sum + limit, 0),
  };
}

/** Twelve months of UTC with their first and last day, counted from today. The first month begins today. */
function monthsFrom(now: number) {
  const today = Math.floor(now / day);
  const date = new Date(now);
  const startOf = (month: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + month, 1);
  return Array.from({ length: monthsShown }, (_, index) => ({
    month: new Date(startOf(index)).toISOString().slice(0, 7),
    first: Math.max(0, startOf(index) / day - today),
    last: startOf(index + 1) / day - today - 1,
  }));
}
