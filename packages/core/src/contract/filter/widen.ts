import { type FieldName, fields } from "./fields.ts";
import { type Filter, filterOf } from "./filter.ts";
import { percent, type Unit } from "./units.ts";
import { isWord, type Range, type Term, type Value } from "./value.ts";

/** The filter with wider ranges: what matched it has to come back by a margin until it no longer does. */
export const widened = ({ search, terms }: Filter): Filter =>
  filterOf(
    search,
    new Map(
      [...terms].map(([name, { any, none }]): [FieldName, Term] => [name, widenedTerm(name, any, none)]),
    ),
  );

const widenedTerm = (name: FieldName, any: readonly Value[], none: readonly Value[]): Term => ({
  any: any.map((value) => moved(name, value, 1)),
  none: none.map((value) => moved(name, value, -1)),
});

/** Of a percentage, in points. */
const pointsOfMargin = 5;
/** Of any other number, as a part of it. */
const partOfMargin = 0.1;

/** @param way 1 makes a range wider, and -1 narrower */
function moved(name: FieldName, value: Value, way: 1 | -1): Value {
  const { unit } = fields[name] as { unit?: Unit };
  if (isWord(value) || !unit) return value;
  const margin = (number: number) => (unit === percent ? pointsOfMargin : number * partOfMargin);
  const { from, to } = value;
  const range: Range = {
    ...(from !== undefined && { from: rounded(from - way * margin(from)) }),
    ...(to !== undefined && { to: rounded(to + way * margin(to)) }),
  };
  // A range that would be empty stays as it is.
  return (range.from ?? 0) > (range.to ?? Infinity) ? value : range;
}

/** The digits that a filter can write, and no number below zero, which it cannot. */
const rounded = (number: number) => Math.max(0, Math.round(number * 1e6) / 1e6);
