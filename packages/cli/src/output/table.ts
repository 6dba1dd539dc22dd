import { type Column, headerOf, isNumber, type Reader, textOf, type Tone } from "./column.ts";
import { fit, widthOf } from "./width.ts";

/** Draws a text in the color of how urgent it is, or in the way of a header. */
export type Paint = (text: string, as: Tone | "header") => string;

const codes = { critical: "31;1", warning: "33", header: "1" };

/** With colors, or as it is. */
export const painter = (hasColor: boolean): Paint =>
  hasColor ? (text, as) => `\u001b[${codes[as]}m${text}\u001b[0m` : (text) => text;

interface Table {
  width: number;
  reader: Reader;
  hasHeader: boolean;
  paint: Paint;
}

const between = "  ";
/** What a column keeps of its width before others are left out. */
const narrowest = 6;

/** The lines of a table for a terminal: aligned, and no wider than it is. What doesn't fit at its end is left out. */
export function linesOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, reader, hasHeader, paint }: Table,
): string[] {
  const texts = rows.map((row) => columns.map((column) => textOf(column, row, reader)));
  const headers = columns.map(headerOf);
  const all = hasHeader ? [headers, ...texts] : texts;
  const natural = columns.map((_, index) =>
    all.reduce((most, line) => Math.max(most, widthOf(line[index] ?? "")), 1),
  );
  const widths = fitted(natural, width);
  const lineOf = (line: readonly string[], tones: readonly (Tone | "header" | undefined)[]) =>
    widths
      .map((one, index) => {
        const column = columns[index];
        const isLast = index === widths.length - 1;
        const atEnd = column !== undefined && isNumber(column);
        const text = line[index] ?? "";
        const cell = isLast && !atEnd && widthOf(text) <= one ? text : fit(text, one, atEnd);
        const tone = tones[index];
        return tone ? paint(cell, tone) : cell;
      })
      .join(between)
      .trimEnd();
  const header = hasHeader ? [lineOf(headers, columns.map(() => "header" as const))] : [];
  return [
    ...header,
    ...rows.map((row, index) =>
      lineOf(
        texts[index] ?? [],
        columns.map(({ tone }) => tone?.(row)),
      ),
    ),
  ];
}

/** Widths of as many columns as there is space for. The widest ones give way first. */
function fitted(natural: readonly number[], width: number): number[] {
  const spaceFor = (count: number) => width - between.length * (count - 1);
  let count = natural.length;
  const least = (some: readonly number[]) => some.reduce((sum, one) => sum + Math.min(one, narrowest), 0);
  while (count > 1 && least(natural.slice(0, count)) > spaceFor(count)) count -= 1;
  const widths = natural.slice(0, count);
  let over = widths.reduce((sum, one) => sum + one, 0) - spaceFor(count);
  for (; over > 0; over -= 1) {
    const widest = Math.max(...widths);
    if (widest <= 1) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
}
