import { isQuiet } from "./colors.ts";
import type { ChartSeries } from "./types.ts";

type Line = Pick<ChartSeries, "values" | "isHidden" | "style">;

/** Whether a line is one of the areas of a stack: limits and the past are lines over it. */
export const isArea = ({ style }: Pick<ChartSeries, "style">): boolean => !isQuiet(style);

/**
 * The upper edges of stacked areas, the first one lowest. Before its first value a thing didn't exist, so nothing is
 * added. Later a missing value is a gap of it and of all above it: a lower sum would look as if it had shrunk.
 * Hidden lines add nothing.
 */
export function stacked(series: readonly Line[]): (readonly (number | null)[])[] {
  const sums: (number | null)[] = series[0]?.values.map(() => 0) ?? [];
  return series.map((line) => {
    const { values, isHidden } = line;
    if (isHidden === true || !isArea(line)) return values;
    const first = values.findIndex((value) => value !== null);
    return values.map((value, point) => {
      const below = sums[point] ?? null;
      sums[point] = below === null || (value === null && point >= first) ? null : below + (value ?? 0);
      return value === null ? null : (sums[point] ?? null);
    });
  });
}

/** Each area of a stack with the one below it, as places in the list. The lowest one reaches to zero. */
export function edgesOf(series: readonly Line[]): [upper: number, lower: number][] {
  const areas = series.flatMap((line, place) => (line.isHidden !== true && isArea(line) ? [place] : []));
  return areas.slice(1).map((place, index) => [place, areas[index] ?? 0]);
}
