import { fromCode, toCode, unknownCode } from "../../kit/code16.ts";
import { columnOf, type DatabasePast, type Timeline } from "./timeline.ts";

/*
 * The largest utilization of a step. The largest memory as percent of the last limit is not that when the limit changed
 * within the step. By it, a server that was full and then enlarged would never have been full.
 */

/** How many steps of the code a percent has. */
export const codesOfPercent = 100;

type Pair = [used: number | null, limit: number | null];

/** A share that is not known is null, and so is one of no limit. */
const share = (used: number | null, limit: number | null): number | null =>
  used === null || limit === null || limit === 0 ? null : (used / limit) * 100;

/** Adds to a coarse timeline the largest utilization of each step in which a limit changed. */
export function foldUtilization(fine: Timeline, coarse: Timeline): void {
  const factor = coarse.step / fine.step;
  const partOf = (index: number): readonly [begin: number, end: number] => {
    const begin = (coarse.first + index) * factor - fine.first;
    return [Math.max(begin, 0), Math.min(begin + factor, fine.length)];
  };
  const changed = new Set<number>();
  for (const [tag, past] of fine.databases)
    for (let index = 0; index < coarse.length; index += 1) {
      const [begin, end] = partOf(index);
      if (!isLimitChanged(past, begin, end)) continue;
      changed.add(index);
      columnOf(coarse, tag, "utilization")[index] = largest(begin, end, (at) => utilizationAt(past, at));
    }
  if (changed.size === 0 || fine.databases.size < 2) return;
  const members = [...fine.databases.values()].map(memberOf);
  coarse.utilization = new Uint16Array(coarse.length).fill(unknownCode);
  for (const index of changed)
    coarse.utilization[index] = largest(...partOf(index), (at) => utilizationOfSum(fine, members, at));
}

function isLimitChanged(past: DatabasePast, begin: number, end: number): boolean {
  const [limits, known] = [past.get("limit"), past.get("utilization")];
  let first = unknownCode;
  for (let at = begin; at < end; at += 1) {
    if (known && known[at] !== unknownCode) return true;
    const code = limits?.[at] ?? unknownCode;
    if (code === unknownCode || code === first) continue;
    if (first !== unknownCode) return true;
    first = code;
  }
  return false;
}

function largest(begin: number, end: number, valueAt: (at: number) => number | null): number {
  let most: number | null = null;
  for (let at = begin; at < end; at += 1) {
    const value = valueAt(at);
    if (value !== null && (most === null || value > most)) most = value;
  }
  return toCode(most === null ? null : most * codesOfPercent);
}

const pairAt = (past: DatabasePast, at: number): Pair => [
  fromCode(past.get("used")?.[at] ?? unknownCode),
  fromCode(past.get("limit")?.[at] ?? unknownCode),
];

function percentOf(code: number | undefined): number | null {
  const known = fromCode(code ?? unknownCode);
  return known === null ? null : known / codesOfPercent;
}

const utilizationAt = (past: DatabasePast, at: number): number | null =>
  percentOf(past.get("utilization")?.[at]) ?? share(...pairAt(past, at));

interface Member {
  past: DatabasePast;
  /** The first and the last step in which its memory is known. */
  first: number;
  last: number;
}

function memberOf(past: DatabasePast): Member {
  const used = past.get("used") ?? new Uint16Array();
  const isKnown = (code: number) => code !== unknownCode;
  return { past, first: used.findIndex(isKnown), last: used.findLastIndex(isKnown) };
}

/** Not known while it is not known of one of the databases, and of none when one has no limit. */
function utilizationOfSum(fine: Timeline, members: readonly Member[], at: number): number | null {
  const known = percentOf(fine.utilization?.[at]);
  if (known !== null) return known;
  let [used, limit] = [0, 0];
  for (const { past, first, last } of members) {
    if (at < first || at > last) continue;
    const [own, ownLimit] = pairAt(past, at);
    if (own === null || ownLimit === null || ownLimit === 0) return null;
    used += own;
    limit += ownLimit;
  }
  return share(used, limit);
}
