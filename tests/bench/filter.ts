import { compile } from "@shardwatch/core/contract/filter/compile";
import { factsOf } from "@shardwatch/core/contract/filter/facts";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import fc from "fast-check";
import { anyItem, anyQuery, longestQuery, now, sensibleQuery } from "../support/filters.ts";
import { type Figure, median } from "./table.ts";

const fleet = 10_000;
const filters = 300;
const rounds = 7;

/**
 * P19, first half: the time to compile one filter and to run it over 10,000 deployments. The figure is the
 * slowest of generated filters and of the longest one, each the median of some rounds.
 */
export function filter(): Figure[] {
  const facts = fc.sample(anyItem, { numRuns: fleet, seed: 19 }).map((item) => factsOf(item, now));
  const generated = fc.sample(fc.oneof(sensibleQuery, anyQuery), { numRuns: filters, seed: 19 });
  const times = [longestQuery, ...generated].map((query) => {
    const parsed = parseFilter(query, []).filter;
    return median(Array.from({ length: rounds }, () => timeOf(parsed, facts)));
  });
  const slowest = Math.max(...times);
  return [
    {
      metric: `P19 one filter over ${fleet} deployments, ms, slowest of ${filters + 1}`,
      reference: "–",
      ours: slowest.toFixed(1),
      ratio: slowest,
      goal: 5,
    },
  ];
}

type Run = ReturnType<typeof compile>;

/** Milliseconds of CPU: other processes do not count. */
function timeOf(wanted: Parameters<typeof compile>[0], facts: readonly Parameters<Run>[0][]): number {
  const start = process.cpuUsage();
  const isWanted = compile(wanted);
  facts.filter((each) => isWanted(each) === true);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
