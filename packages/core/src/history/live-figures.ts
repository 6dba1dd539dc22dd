import { type Live, type LiveFigureName, liveFigureNames, type LiveFigures } from "../contract/live.ts";
import type { SlotColumn } from "../contract/slot-columns.ts";
import type { Owned } from "../deployment/read/owned.ts";
import { whyUnknown } from "./why-unknown.ts";
import { slotLength } from "./slots.ts";
import { positionsOf } from "./tags.ts";
import type { TrailDeployment } from "./trail-payload.ts";

/** What an owner said last about a deployment, with the slot as a number. */
export interface NewestSlot {
  slot: number;
  deployment: TrailDeployment;
}

type Row = (name: SlotColumn) => number | null;

/** The answer for a deployment. */
export function toLive(owned: Owned, newest: NewestSlot | undefined): Live {
  const rows = rowsOf(owned.databases, newest);
  const total = figuresOf((name) => sum(rows.map((row) => row(name))));
  const state = { hasSlot: newest !== undefined, isRead: (newest?.deployment.databases ?? 0) > 0 };
  const begun = newest && newest.slot * slotLength;
  const databases = rows.map((row, index) => ({ id: owned.databases[index] ?? "", ...figuresOf(row) }));
  return {
    from: begun === undefined ? null : new Date(begun).toISOString(),
    to: begun === undefined ? null : new Date(begun + slotLength).toISOString(),
    total,
    databases,
    unknown: liveFigureNames.options
      .filter((figure) => total[figure] === null && !isWithoutLookups(figure, total))
      .map((figure) => {
        const isPartly = databases.some((one) => one[figure] !== null);
        return { figure, reason: whyUnknown(figure, owned, { ...state, isPartly }) };
      }),
  };
}

/** A ratio of nothing is no missing figure. */
const isWithoutLookups = (figure: LiveFigureName, { lookupsPerSecond }: LiveFigures) =>
  figure === "hitRatio" && lookupsPerSecond === 0;

/** The figures of each database by their columns. */
function rowsOf(ids: readonly string[], newest: NewestSlot | undefined): Row[] {
  if (!newest || newest.deployment.databases === 0) return ids.map(() => () => null);
  const { tags, columns } = newest.deployment;
  return positionsOf(ids, tags).map(
    (at) => (name) => (at === undefined ? null : (columns.get(name)?.[at] ?? null)),
  );
}

function figuresOf(row: Row): LiveFigures {
  const lookups = sum([row("hits"), row("misses")]);
  const used = row("used");
  return {
    opsPerSecond: row("ops"),
    clients: row("clients"),
    lookupsPerSecond: lookups,
    hitRatio: lookups ? ((row("hits") ?? 0) / lookups) * 100 : null,
    evictedPerSecond: row("evicted"),
    keys: row("keys"),
    expiring: row("expiring"),
    memoryUsed: used === null ? null : BigInt(used).toString(),
  };
}

/** Null when one of them is not known, and when there are none. */
function sum(values: readonly (number | null)[]): number | null {
  let total = 0;
  for (const value of values) {
    if (value === null) return null;
    total += value;
  }
  return values.length > 0 ? total : null;
}
