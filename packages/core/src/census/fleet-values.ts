import { figures, type FleetMetric, type ValueOf } from "../contract/catalogue/figures.ts";
import type { TotalFigure, Totals } from "./totals-payload.ts";

type Value = number | null;

/** The known values of a step's hours, in the order of time, as one value; null without any. */
const ways: Readonly<Record<ValueOf, (known: readonly number[]) => Value>> = {
  last: (known) => known.at(-1) ?? null,
  largest: (known) => (known.length === 0 ? null : Math.max(...known)),
  mean: (known) => (known.length === 0 ? null : hundredths(sumOf(known) / known.length)),
};

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const hundredths = (value: number): number => Math.round(value * 100) / 100;

const known = (figure: TotalFigure, hours: readonly Totals[]): number[] =>
  hours.map((totals) => totals.figures[figure]).filter((value) => value !== null);

/** A number of deployments at the end of a step; null when nothing was counted in it. */
export function countAt(hours: readonly Totals[], numberOf: (totals: Totals) => number): Value {
  const last = hours.at(-1);
  return last ? numberOf(last) : null;
}

/** The value of a metric in a step, from the totals of its hours. */
export const valueOf = (metric: FleetMetric, hours: readonly Totals[]): Value =>
  metric === "hitRatio" ? hitRatio(hours) : ways[figures[metric].fleet](known(metric, hours));

/** Of all lookups together: a mean of ratios would give a quiet hour the weight of a busy one. */
function hitRatio(hours: readonly Totals[]): Value {
  const [hits, misses] = [sumOf(known("hits", hours)), sumOf(known("misses", hours))];
  return hits + misses === 0 ? null : hundredths((hits / (hits + misses)) * 100);
}
