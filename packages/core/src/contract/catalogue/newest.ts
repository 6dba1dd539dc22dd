import type { NewestFigures } from "../deployment/deployment.ts";
import type { Fact } from "./fact.ts";
import { figures } from "./figures.ts";

/** The newest five-minute figures, of a deployment and of a database. */
export const newestFacts = {
  "figures.to": { name: "Five minutes until", unit: "time", csv: "fiveMinutesUntil", age: "slot" },
  "figures.opsPerSecond": {
    filter: "ops",
    column: "ops",
    unit: "perSecond",
    past: "ops",
    csv: "opsPerSecond",
    age: "slot",
  },
  "figures.clients": {
    filter: "clients",
    column: "clients",
    unit: "count",
    past: "clients",
    csv: "clients",
    age: "slot",
  },
  "figures.lookupsPerSecond": {
    name: "Keys looked up a second",
    unit: "perSecond",
    csv: "lookupsPerSecond",
    age: "slot",
  },
  "figures.hitRatio": {
    filter: "hits",
    column: "hits",
    unit: "percent",
    past: "hitRatio",
    csv: "hitRatioPercent",
    age: "slot",
  },
  "figures.evictedPerSecond": {
    name: figures.evictions.name,
    unit: "perSecond",
    past: "evictions",
    csv: "evictedPerSecond",
    age: "slot",
  },
  "figures.keys": { name: figures.keys.name, unit: "count", past: "keys", csv: "keys", age: "slot" },
  "figures.fragmentation": {
    filter: "frag",
    column: "frag",
    unit: "ratio",
    past: "fragmentation",
    csv: "fragmentation",
    age: "slot",
  },
  "figures.replicationLag": {
    filter: "lag",
    column: "lag",
    unit: "bytes",
    past: "replicationLag",
    csv: "replicationLagBytes",
    age: "slot",
  },
  "figures.replicationSilence": {
    name: figures.replicationSilence.name,
    unit: "seconds",
    past: "replicationSilence",
    csv: "replicationSilenceSeconds",
    age: "slot",
  },
} as const satisfies Record<`figures.${keyof NewestFigures}`, Fact>;
