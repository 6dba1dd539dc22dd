import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { HistoryMetric } from "@shardwatch/core/contract/catalogue/figures";
import { fullFrom, nearlyFullFrom } from "@shardwatch/core/contract/filter/severity";
import type { ChartUnit } from "../../../../ui/chart/types.ts";
import { bytes, counts, percents, rates } from "../../../../ui/chart/units.ts";
import type { ChartId, HistoryView } from "./view.ts";

/** One line of a chart that shows all databases as one, or a single one. */
export interface LinePlan {
  metric: HistoryMetric;
  label: string;
  isLimit?: boolean;
}

const warning = { id: "warning", label: "Warning", percent: nearlyFullFrom } as const;
const critical = { id: "critical", label: "Critical", percent: fullFrom } as const;

/** One chart of a history. Where each database has a line, only the first metric is drawn. */
export interface ChartPlan {
  id: ChartId;
  title: string;
  /** What the values are, within a sentence: "Memory used of db-1". */
  about: string;
  lines: readonly [LinePlan, ...LinePlan[]];
  unit: ChartUnit;
  /** What there was none of, where all values are zero: "evictions". Without it the chart is always drawn. */
  nothing?: string;
  /** From which percent of the limit on a rule opens an incident, unless that is the limit itself. */
  rungs?: readonly (typeof warning | typeof critical)[];
  /** Whether the lines of databases are areas that add up. */
  isStacked?: boolean;
}

/** The chart of a database for which no figure is critical. */
export const withoutCritical = (plan: ChartPlan): ChartPlan =>
  plan.rungs ? { ...plan, rungs: plan.rungs.filter((rung) => rung !== critical) } : plan;

const plans: readonly ChartPlan[] = [
  {
    id: "memory",
    title: "Memory",
    about: "Memory used",
    lines: [
      { metric: "memoryUsed", label: "Used" },
      { metric: "memoryLimit", label: "Limit", isLimit: true },
    ],
    unit: bytes,
    isStacked: true,
    rungs: [warning, critical],
  },
  {
    id: "operations",
    title: "Operations",
    about: "Operations",
    lines: [{ metric: "ops", label: "Operations" }],
    unit: rates,
    nothing: "operations",
  },
  {
    id: "clients",
    title: "Clients",
    about: "Connected clients",
    lines: [{ metric: "clients", label: "Clients" }],
    unit: counts,
    nothing: "clients",
  },
  {
    id: "hit-ratio",
    title: "Hit ratio",
    about: "Hit ratio",
    lines: [{ metric: "hitRatio", label: "Hit ratio" }],
    unit: percents,
  },
  {
    id: "evictions",
    title: "Evictions",
    about: "Evicted keys",
    lines: [{ metric: "evictions", label: "Evicted" }],
    unit: rates,
    nothing: "evictions",
  },
  {
    id: "keys",
    title: "Keys",
    about: "Keys",
    lines: [
      { metric: "keys", label: "Keys" },
      { metric: "expiring", label: "With an expiry" },
    ],
    unit: counts,
    nothing: "keys",
  },
];

const shardPlan = (kind: "ram" | "flash", name: string): ChartPlan => ({
  id: `${kind}-shards`,
  title: `${name} shards`,
  about: `${name} shards in use`,
  lines: [
    { metric: `${kind}Shards`, label: "In use" },
    { metric: `${kind}ShardLimit`, label: "License", isLimit: true },
  ],
  unit: counts,
  rungs: [warning],
  nothing: `${name === "RAM" ? name : name.toLowerCase()} shards`,
});
const shardPlans = [shardPlan("ram", "RAM"), shardPlan("flash", "Flash")];

const plansWithShards = [...plans, ...shardPlans];

/**
 * The charts in their order, always in the same list. Only Redis Enterprise has a licence for shards, and it is the
 * cluster's: a single database has no shards of its own in it.
 */
export const plansOf = (
  { type }: Pick<Deployment, "type">,
  database: HistoryView["database"],
): readonly ChartPlan[] =>
  type === "ENTERPRISE" && (database === "total" || database === "each") ? plansWithShards : plans;

/** The metrics of all charts, for one request. */
export const metricsOf = (all: readonly ChartPlan[]): HistoryMetric[] =>
  all.flatMap(({ lines }) => lines.map(({ metric }) => metric));
