import { mostHistoryDatabases } from "../../contract/history/steps.ts";
import { unknownCode } from "../../kit/code16.ts";
import { longTagOf, shortTagOf } from "../tags.ts";
import type { PastColumn } from "../timeline/columns.ts";
import type { DatabasePast, Timeline } from "../timeline/timeline.ts";
import { type Member, products, sumColumn, type Summed } from "./sum-column.ts";

/** Which databases the series of an answer are of. */
export type Chosen = "total" | "each" | { id: string };

/** Databases that share a series. What is asked of them is added up once. */
export interface SeriesGroup {
  /** The id of the only one; null for several. */
  database: string | null;
  /** How many databases are left besides those that have series of their own. */
  others?: number;
  column: (name: PastColumn) => Summed;
  /** The resident memory in bytes, step after step; NaN is not known. */
  resident: () => Float64Array;
  /** The largest utilization of steps in which a limit changed, as codes; undefined where there are none. */
  utilization: Uint16Array | undefined;
}

/** A member with the id of the database, if it exists now. */
interface Named extends Member {
  id: string | undefined;
}

/**
 * The databases of a timeline, as an answer groups them.
 * @param ids of the databases that exist now
 */
export function seriesGroupsOf(timeline: Timeline, ids: readonly string[], chosen: Chosen): SeriesGroup[] {
  const { length } = timeline;
  const current = new Map(ids.map((id) => [tagIn(timeline, id), id]));
  const all = [...timeline.databases].map(([tag, past]) => memberOf(past, timeline, current.get(tag)));
  if (chosen === "total") {
    const total = groupOf(null, all, length);
    return [{ ...total, utilization: timeline.utilization ?? total.utilization }];
  }
  if (chosen !== "each") {
    const { id } = chosen;
    const chosenMembers = all.filter((member) => member.id === id);
    return [groupOf(id, chosenMembers, length)];
  }
  const bySize = all
    .map((member) => ({ member, size: sizeOf(member) }))
    .toSorted((left, right) => right.size - left.size)
    .map(({ member }) => member);
  const chosenMembers = bySize.filter(({ id }) => id !== undefined).slice(0, mostHistoryDatabases);
  const hasSeries = new Set(chosenMembers);
  const others = bySize.filter((member) => !hasSeries.has(member));
  return [
    ...chosenMembers.map((member) => groupOf(member.id ?? null, [member], length)),
    ...(others.length > 0 ? [{ ...groupOf(null, others, length), others: others.length }] : []),
  ];
}

function groupOf(database: string | null, members: readonly Member[], length: number): SeriesGroup {
  const columns = new Map<PastColumn, Summed>();
  let resident: Float64Array | undefined;
  return {
    database,
    column: (name) => {
      let column = columns.get(name);
      if (!column) columns.set(name, (column = sumColumn(members, name, length)));
      return column;
    },
    resident: () => (resident ??= products(members, ["fragmentation", "used"], length)),
    utilization: members.length === 1 ? members[0]?.past.get("utilization") : undefined,
  };
}

/** The tag under which a timeline holds a database. */
function tagIn({ databases }: Timeline, id: string): string {
  const long = longTagOf(id);
  return databases.has(long) ? long : shortTagOf(long);
}

/** A database that exists now has not ended. Others end with their last value. */
function memberOf(past: DatabasePast, { length }: Timeline, id: string | undefined): Named {
  let [first, end] = [length, 0];
  for (const codes of past.values()) {
    for (let index = 0; index < first; index += 1) if (codes[index] !== unknownCode) first = index;
    for (let index = length; index > end; index -= 1) if (codes[index - 1] !== unknownCode) end = index;
  }
  return { past, first, end: id === undefined ? end : length, id };
}

function sizeOf({ past }: Member): number {
  let size = 0;
  for (const code of past.get("used") ?? []) if (code !== unknownCode && code > size) size = code;
  return size;
}
