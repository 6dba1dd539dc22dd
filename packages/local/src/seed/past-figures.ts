import { crc32 } from "node:zlib";
import type { SlotDatabases } from "@shardwatch/core/contract/slots";
import { day } from "@shardwatch/core/kit/time";
import type { DemoDeployment } from "./fleet.ts";
import { columnsOf } from "./slots.ts";

const year = 365 * day;

/** How much of its present memory a deployment had, and how busy it was: more every month, less at weekends. */
function factorsAt(key: string, at: number, now: number): { memory: number; load: number } {
  const growth = 0.1 + 0.5 * ((crc32(`${key} growth`) % 1_000) / 1_000);
  const age = Math.max(0, now - at) / year;
  const week = Math.sin((2 * Math.PI * (at - 4 * day)) / (7 * day));
  const fading = Math.min(1, age * 50);
  return {
    memory: Math.max(0.05, 1 - growth * age) * (1 - 0.04 * fading * (1 + week)),
    load: Math.max(0.1, 1 - 0.6 * growth * age) * (1 + 0.25 * fading * week),
  };
}

const ofMemory = ["used", "keys", "expiring"] as const;
const ofLoad = ["ops", "hits", "misses", "evicted", "expired", "clients"] as const;

/** The figures of a demo deployment at a time that is over, as an agent would have reported them. */
export function pastColumns(deployment: DemoDeployment, at: number, now: number): SlotDatabases {
  const columns = columnsOf(deployment, at);
  const { memory, load } = factorsAt(deployment.key, at, now);
  const scaled: SlotDatabases = { ...columns };
  for (const [names, factor] of [
    [ofMemory, memory],
    [ofLoad, load],
  ] as const)
    for (const name of names) {
      const column = scaled[name];
      if (column) scaled[name] = column.map((value) => value && value * factor);
    }
  return scaled;
}

/** Whether a source was silent: every few months for half a day, each at a time of its own. */
export function wasSilent(source: string, at: number): boolean {
  const period = 75 * day;
  const since = (at + (crc32(source) % 75) * day) % period;
  return since < day / 2;
}
