import {
  type Live,
  type LiveFigureName,
  liveFigureNames,
  type LiveFigures,
} from "../contract/deployment/live.ts";
import type { SlotColumn } from "../contract/report/slot-columns.ts";
import type { Owned } from "../deployment/read/owned.ts";
import type { NewestCodes } from "./newest/newest.table.ts";
import { figuresOf, type Row, rowAt, totalOf } from "./slot-figures.ts";
import { whyUnknown } from "./why-unknown.ts";
import { slotLength } from "./slots.ts";
import { positionsOf } from "./tags.ts";

/** The columns that every reading of an account has. */
const memory: readonly SlotColumn[] = ["used", "limit"];

/** Whether a slot has figures other than memory. */
export const hasDetails = ({ deployment }: NewestCodes): boolean =>
  [...deployment.columns.keys()].some((name) => !memory.includes(name));

/** Whether databases were read in a slot. */
export const isRead = ({ deployment }: NewestCodes): boolean => deployment.databases > 0;

/** Whether a slot has memory. */
export const hasMemory = ({ deployment }: NewestCodes): boolean => deployment.columns.has("used");

/**
 * The answer for a deployment.
 * @param hourly the slot of all figures but memory, where they are read once an hour
 */
export function toLive(
  owned: Owned,
  newest: NewestCodes | undefined,
  hourly: NewestCodes | undefined,
  now: number,
): Live {
  const rows = hourly
    ? joined(rowsOf(owned.databases, newest), rowsOf(owned.databases, hourly))
    : rowsOf(owned.databases, newest);
  const total = figuresOf(totalOf(rows));
  const state = {
    hasSlot: newest !== undefined,
    isRead: newest !== undefined && isRead(newest),
    hasDetails: hourly !== undefined,
    isRunning: newest !== undefined && (newest.slot + 1) * slotLength > now,
    now,
  };
  const { from, to } = timesOf(newest) ?? { from: null, to: null };
  const hours = timesOf(hourly);
  const databases = rows.map((row, index) => ({ id: owned.databases[index] ?? "", ...figuresOf(row) }));
  const partial = partialOf(rows, databases, total);
  return {
    from,
    to,
    ...(hours && { hourly: hours }),
    total,
    ...(partial && { partial }),
    databases,
    unknown: liveFigureNames.options
      .filter((figure) => total[figure] === null && !isWithoutLookups(figure, total))
      .map((figure) => {
        const isPartly = databases.some((one) => one[figure] !== null);
        return { figure, reason: whyUnknown(figure, owned, { ...state, isPartly }) };
      }),
  };
}

function timesOf(found: NewestCodes | undefined): { from: string; to: string } | undefined {
  if (!found) return undefined;
  const begun = found.slot * slotLength;
  return { from: new Date(begun).toISOString(), to: new Date(begun + slotLength).toISOString() };
}

/** Memory from one slot, and all else from another. */
const joined = (newest: readonly Row[], hourly: readonly Row[]): Row[] =>
  newest.map((row, index) => (name) => (memory.includes(name) ? row(name) : (hourly[index]?.(name) ?? null)));

/** A ratio of nothing is no missing figure. */
const isWithoutLookups = (figure: LiveFigureName, { lookupsPerSecond }: LiveFigures) =>
  figure === "hitRatio" && lookupsPerSecond === 0;

/** The total of the databases that reported each figure. Undefined where all or none of them did. */
function partialOf(
  rows: readonly Row[],
  databases: readonly LiveFigures[],
  total: LiveFigures,
): Live["partial"] {
  const reported = liveFigureNames.options.flatMap((figure) => {
    if (total[figure] !== null || isWithoutLookups(figure, total)) return [];
    const sign = figure === "hitRatio" ? "lookupsPerSecond" : figure;
    const count = databases.filter((one) => one[sign] !== null).length;
    return count === 0 ? [] : [{ figure, databases: count }];
  });
  if (reported.length === 0) return undefined;
  const known = (name: SlotColumn) =>
    rows.filter((row) => (neededFor[name] ?? [name]).every((column) => row(column) !== null));
  return { total: figuresOf((name) => totalOf(known(name))(name)), reported };
}

/** A ratio needs both of its parts from a database. */
const neededFor: Partial<Record<SlotColumn, readonly SlotColumn[]>> = {
  fragmentation: ["fragmentation", "used"],
  hits: ["hits", "misses"],
  misses: ["hits", "misses"],
};

/** The figures of each database by their columns. */
const rowsOf = (ids: readonly string[], newest: NewestCodes | undefined): Row[] =>
  newest
    ? positionsOf(ids, newest.deployment.tags).map((place) => rowAt(newest.deployment, place))
    : ids.map(() => () => null);
