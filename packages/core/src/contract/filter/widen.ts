import { type FieldName, fields } from "./fields.ts";
import { type Filter, filterOf } from "./filter.ts";
import { bytes, percent, type Unit } from "./units.ts";
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
const kibibyte = 1_024;

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
function written(number: number, unit: Unit, inward: (number: number) => number): number {
  // Without this, 0.1 times a number may be a little more than it is.
  const exact = Math.max(0, Math.round(number * 1e6) / 1e6);
  if (unit.places > 0) return exact;
  const whole = inward(exact);
  return unit === bytes ? rounded(whole, inward) : whole;
}

/** A size that people can read: "922KiB" instead of 943720. It moves by less than a hundredth. */
function rounded(size: number, inward: (number: number) => number): number {
  // A byte beside a round one is written as "more than" or "less than" it.
  if ([size - 1, size, size + 1].some((beside) => beside % kibibyte === 0)) return size;
  const step = kibibyte ** Math.floor(Math.log(size / 100) / Math.log(kibibyte));
  return step < kibibyte ? size : inward(size / step) * step;
}
