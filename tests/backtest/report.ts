import { measuresOf, type Measure } from "./score.ts";
import type { Played } from "./play.ts";

/** What a method may take for a database, in milliseconds. A busy machine takes longer: nothing fails because of it. */
const mostMilliseconds = 1;

const shown = ({ value, unit, cases }: Pick<Measure, "value" | "unit" | "cases">): string =>
  cases === 0 ? "–" : `${Number.isFinite(value) ? value.toFixed(1) : "no end"} ${unit}`;

function barOf({ least, most, unit }: Measure): string {
  if (least !== undefined && most !== undefined) return `${least}–${most} ${unit}`;
  return least === undefined ? `≤ ${most} ${unit}` : `≥ ${least} ${unit}`;
}

function printRows(rows: readonly string[][]): void {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  for (const row of rows)
    console.log(
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join("  "),
    );
}

/** Prints each measure with its bar, for the method and beside it for its rivals. */
export function printMeasures(method: Played, rivals: Record<string, Played>): void {
  const others = Object.values(rivals);
  const rows = method.measures.map((measure, at) => [
    measure.name,
    barOf(measure),
    shown(measure),
    measure.holds ? "ok" : "FAILED",
    ...others.map(({ measures }) => (measures[at] ? shown(measures[at]) : "")),
  ]);
  const time = ({ milliseconds }: Played) => `${milliseconds.toFixed(2)} ms`;
  const isFast = method.milliseconds <= mostMilliseconds;
  printRows([
    ["measure", "bar", "method", "", ...Object.keys(rivals)],
    ...rows,
    [
      "time a database",
      `≤ ${mostMilliseconds} ms`,
      time(method),
      isFast ? "ok" : "slow",
      ...others.map(time),
    ],
  ]);
}

/** The measures of a family, by short names. Their order is that of `measuresOf`. */
const columns: [name: string, at: number][] = [
  ["named", 0],
  ["error", 1],
  ["p90", 2],
  ["holds", 4],
  ["width", 5],
  ["false 14", 6],
  ["right 14", 8],
  ["false date", 9],
  ["missed 14", 10],
  ["far", 13],
];

/** Prints the main measures of each family, and how many of its databases got each answer. */
export function printFamilies({ scored }: Played): void {
  const rows = [...Map.groupBy(scored, ({ story }) => story.family)].map(([family, all]) => {
    const measures = measuresOf(all);
    const said = [...Map.groupBy(all, ({ answer }) => answer.say)].map(
      ([say, { length }]) => `${say} ${length}`,
    );
    return [
      family,
      ...columns.map(([, at]) => (measures[at] ? shown(measures[at]) : "")),
      said.toSorted((left, right) => (left < right ? -1 : 1)).join(", "),
    ];
  });
  printRows([["family", ...columns.map(([name]) => name), "answers"], ...rows]);
}
