import { formatCount } from "./count.ts";

/** Measured figures are exact to 0.05%, so more than three digits would promise too much. */
const steps = [
  { from: 999_500_000, unit: "G", size: 1e9 },
  { from: 999_500, unit: "M", size: 1e6 },
  { from: 10_000, unit: "k", size: 1e3 },
] as const;

/** "0", "0.25", "12.5", "9,999", "12.3k", "1.23M". */
export function formatShort(figure: number): string {
  const step = steps.find(({ from }) => figure >= from);
  if (step) return `${threeDigits(figure / step.size)}${step.unit}`;
  return figure >= 100 ? formatCount(Math.round(figure)) : threeDigits(figure);
}

/** At most two decimals, and none that are zero. */
function threeDigits(figure: number): string {
  return String(Number(figure.toFixed(figure >= 100 ? 0 : figure >= 10 ? 1 : 2)));
}
