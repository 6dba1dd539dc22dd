import { formatBytes } from "@shardwatch/core/kit/bytes";
import { formatShort } from "../../lib/words/short-number.ts";
import type { ChartUnit } from "./types.ts";

const bytesText = (value: number) => (value === 0 ? "0 B" : formatBytes(String(Math.round(value))));

export const bytes: ChartUnit = {
  text: bytesText,
  axisText: (value) => bytesText(value).replace(/\.00 |(?<=\.\d)0 /, " "),
  isBinary: true,
  valueName: "bytes",
};
export const counts: ChartUnit = { text: formatShort, axisText: formatShort };
export const rates: ChartUnit = {
  text: (value) => `${formatShort(value)}/s`,
  axisText: (value) => `${formatShort(value)}/s`,
  valueName: "a second",
};
export const percents: ChartUnit = {
  text: (value) => `${value.toFixed(1)} %`,
  axisText: (value) => `${value} %`,
  top: 100,
  valueName: "percent",
};
