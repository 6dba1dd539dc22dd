import { formatBytes } from "@shardwatch/core/kit/bytes";
import { formatPercent } from "@shardwatch/core/kit/percent";
import { formatShort } from "../../lib/words/short-number.ts";
import type { ChartUnit } from "./types.ts";

const bytesText = (value: number) => (value === 0 ? "0 B" : formatBytes(String(Math.round(value))));

export const bytes: ChartUnit = {
  text: bytesText,
  axisText: (value) => bytesText(value).replace(/\.00 |(?<=\.\d)0 /, " "),
  isBinary: true,
  valueName: "bytes",
};

const countText = (value: number) => formatShort(Math.round(value));

export const counts: ChartUnit = { text: countText, axisText: countText, isWhole: true };

/** Rates below this one have no digit within two decimals, and those below the least are said to be less. */
const [slow, least] = [0.1, 0.001];

/** "1.23k/s", "0.25/s", "0.0042/s": two digits at the least. */
function rateText(value: number): string {
  if (value <= 0 || value >= slow) return `${formatShort(value)}/s`;
  return value < least ? `< ${least}/s` : `${Number(value.toPrecision(2))}/s`;
}

export const rates: ChartUnit = {
  text: rateText,
  // An axis begins at zero, so three digits distinguish its ticks.
  axisText: (value) => `${value < 1 ? Number(value.toPrecision(3)) : formatShort(value)}/s`,
  valueName: "a second",
};
export const percents: ChartUnit = {
  text: formatPercent,
  axisText: (value) => `${value}%`,
  top: 100,
  valueName: "percent",
};
