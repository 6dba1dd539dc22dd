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
    ...(from !== undefined && { from: written(from - way * margin(from), unit, Math.ceil) }),
    ...(to !== undefined && { to: written(to + way * margin(to), unit, Math.floor) }),
  };
  // A range that would be empty stays as it is.
  return (range.from ?? 0) > (range.to ?? Infinity) ? value : range;
}

/**
 * A number that a filter can write: not below zero, and of whole numbers the last one within the range.
 * @param inward the way to the inside of the range
 */
function written(number: number, { places }: Unit, inward: (number: number) => number): number {
  // Without this, 0.1 times a number may be a little more than it is.
  const exact = Math.max(0, Math.round(number * 1e6) / 1e6);
  return places === 0 ? inward(exact) : exact;
}
