import { slotColumnNames } from "../contract/report/slot-columns.ts";
import { unknownCode } from "../kit/code16.ts";
import type { CodedDeployment } from "./coded-deployment.ts";
import { isLongTag, shortTagOf, tagNames } from "./tags.ts";

/**
 * A deployment in a slot with further figures of the same slot. They replace known ones; an unknown one replaces nothing.
 * The status stays. Adding the same figures again changes nothing.
 */
export function addCodes(before: CodedDeployment, further: CodedDeployment): CodedDeployment {
  if (further.databases === 0) return before;
  if (before.databases === 0) return { ...further, statusCode: before.statusCode };
  const [names = empty, others = empty] = namesOf(before, further);
  const all = [...new Set([...names.keys(), ...others.keys()])];
  const columns = slotColumnNames.flatMap((column) => {
    const [old, fresh] = [before.columns.get(column), further.columns.get(column)];
    if (!old && !fresh) return [];
    const codes = all.map((name) => {
      const code = codeAt(fresh, others.get(name));
      return code === unknownCode ? codeAt(old, names.get(name)) : code;
    });
    return [[column, codes] as const];
  });
  return {
    shortId: before.shortId,
    statusCode: before.statusCode,
    tags: all.map((name) => Buffer.from(name, "hex")),
    databases: all.length,
    columns: new Map(columns),
  };
}

const empty: ReadonlyMap<string, number> = new Map();

const codeAt = (column: readonly number[] | undefined, place: number | undefined): number =>
  (place === undefined ? undefined : column?.[place]) ?? unknownCode;

/**
 * The places of the databases of both by their names. A slot has tags of one length, and they are long where two short
 * ones would be the same. A short tag that meets long ones is lengthened. A database that is gone loses its figures then:
 * nobody knows its long tag.
 */
function namesOf(...both: readonly CodedDeployment[]): Map<string, number>[] {
  const names = both.map(({ tags, databases }) => tagNames(tags, databases));
  const long = new Set(names.flat().filter(isLongTag));
  const byShort = Map.groupBy(long, shortTagOf);
  return names.map((list) => {
    const places = list.flatMap((name, place): [string, number][] => {
      if (long.size === 0 || isLongTag(name)) return [[name, place]];
      const [only, ...others] = byShort.get(name) ?? [];
      return only === undefined || others.length > 0 ? [] : [[only, place]];
    });
    return new Map(places);
  });
}
