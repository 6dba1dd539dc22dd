import { pastColumnNames } from "../timeline/columns.ts";
import type { Timeline } from "../timeline/timeline.ts";

/*
 * A row has at most 400 KB. The databases of a large deployment are divided over several rows by their number, so that the
 * same past always has the same rows. By bytes, 5,000 databases would need about five rows of hours instead of 15, but
 * other ones after another fold.
 */

/** What DynamoDB takes in one row, less what the other attributes need. */
const mostBytes = 380_000;
const bytesOfTag = 6;
/** A code takes three bytes at most where it differs from the one before. */
/** One more for the utilization of steps in which a limit changed. */
const columns = pastColumnNames.length + 1;
const bytesOfHours = bytesOfTag + columns * (1 + 24 * 3);
const bytesOfWeek = 7 * (bytesOfTag + columns * 2);

/** How many databases a row of hours, or of a week of days, can hold whatever their figures are. */
export const databasesOfHours = Math.floor(mostBytes / bytesOfHours);
export const databasesOfWeek = Math.floor(mostBytes / bytesOfWeek);

/** The past with some of its databases in each part, in the order of their tags. One part if there are few. */
export function divideDatabases(past: Timeline, most: number): [Timeline, ...Timeline[]] {
  if (past.databases.size <= most) return [past];
  const sorted = [...past.databases].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const partFrom = (begin: number) => ({ ...past, databases: new Map(sorted.slice(begin, begin + most)) });
  const others = Array.from({ length: Math.ceil(sorted.length / most) - 1 }, (_, index) =>
    partFrom((index + 1) * most),
  );
  return [partFrom(0), ...others];
}

/** Joins the parts of a past. */
export function joinDatabases([first, ...others]: readonly Timeline[]): Timeline | undefined {
  return (
    first && { ...first, databases: new Map([first, ...others].flatMap(({ databases }) => [...databases])) }
  );
}
