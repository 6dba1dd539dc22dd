import type { Unit } from "./units.ts";
import type { Range } from "./value.ts";

/** The range of a text: a number, or two with ".." in between, of which one may be left out. */
function readRange(text: string, read: Unit["read"]): Range | undefined {
  const [, from, dots, to] = /^([^.]*(?:\.[^.]+)?)(\.\.)?(.*)$/.exec(text) ?? [];
  if (dots === undefined) {
    const only = read(text);
    return only === undefined ? undefined : { from: only, to: only };
  }
  const ends = [from ?? "", to ?? ""].map((end) => (end === "" ? undefined : (read(end) ?? Number.NaN)));
  const [lowest, highest] = ends;
  if (ends.some(Number.isNaN) || (lowest === undefined && highest === undefined)) return undefined;
  return { ...(lowest !== undefined && { from: lowest }), ...(highest !== undefined && { to: highest }) };
}

function join({ from, to }: Range, write: (number: number) => string, between: string): string {
  if (from === to && from !== undefined) return write(from);
  return `${from === undefined ? "" : write(from)}${between}${to === undefined ? "" : write(to)}`;
}

/** How ranges of numbers with a unit are written: "1GiB..4GiB", and "at least 90 %" for people. */
export const rangesOf = (unit: Unit) => ({
  read: (text: string) => readRange(text, unit.read),
  write: (range: Range) => join(range, unit.write, ".."),
  show: (range: Range) => {
    const { from, to } = range;
    if (to === undefined && from !== undefined)
      return unit.above !== undefined && from > 0
        ? `${unit.above} ${unit.show(from - 1)}`
        : `at least ${unit.show(from)}`;
    if (from === undefined && to !== undefined) return `${unit.upTo ?? "up to"} ${unit.show(to)}`;
    return join(range, unit.show, " to ");
  },
});
