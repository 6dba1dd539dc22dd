import { type Column, headerOf, isNumber, isWhole, type Reader, textOf, type Tone } from "./column.ts";
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
/** What a text keeps of its width before the last columns are left out. */
const narrowest = 24;

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
  const least = natural.map((most, index) => {
    const column = columns[index];
    return column && isWhole(column) ? most : Math.min(most, narrowest);
  });
  const widths = fitted(natural, least, width);
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
  const header = hasHeader
    ? [
        lineOf(
          headers,
          columns.map(() => "header" as const),
        ),
      ]
    : [];
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

/** Widths of as many columns as there is space for. The widest text gives way first. */
function fitted(natural: readonly number[], least: readonly number[], width: number): number[] {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const spaceFor = (count: number) => width - between.length * (count - 1);
  let count = natural.length;
  while (count > 1 && sum(least.slice(0, count)) > spaceFor(count)) count -= 1;
  if (count === 1) return [Math.min(natural[0] ?? 1, Math.max(1, width))];
  const widths = natural.slice(0, count);
  for (let over = sum(widths) - spaceFor(count); over > 0; over -= 1) {
    const flexible = widths.map((one, index) => (one > (least[index] ?? one) ? one : 0));
    const widest = flexible.indexOf(Math.max(...flexible));
    widths[widest] = (widths[widest] ?? 1) - 1;
  }
  return widths;
}
