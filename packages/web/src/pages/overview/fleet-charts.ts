import type { FleetHistory } from "@shardwatch/core/contract/history/fleet-history";
import type { CountedStatus } from "@shardwatch/core/contract/history/census";
import type { FleetMetric } from "@shardwatch/core/contract/catalogue/figures";
import { counted, formatCount } from "../../lib/words/count.ts";
import type { ChartBasis, ChartSeries, ChartUnit } from "../../ui/chart/types.ts";
import { bytes, counts, rates } from "../../ui/chart/units.ts";

/** A chart of the overview. */
export interface FleetChart {
  id: string;
  title: string;
  /** What the values are, within a sentence: "Memory used of Acme". */
  about: string;
  unit: ChartUnit;
  /** What a point of a day is. */
  of: "largest" | "mean" | "last";
  series: ChartSeries[];
  basis?: ChartBasis | undefined;
  /** Whether the lines are areas that add up. */
  isStacked?: boolean;
  /** Why there is no value, in place of the chart. */
  reason: string | undefined;
}

/** The status in words with its colour, from the lowest area to the highest: what is well first, the worst last. */
const statuses: readonly (readonly [CountedStatus, string, ChartSeries["style"]])[] = [
  ["active", "Active", "active"],
  ["other", "Other", "unclear"],
  ["unsupported", "Unsupported", "unclear"],
  ["loading", "Loading", "starting"],
  ["degraded", "Degraded", "degraded"],
  ["stale", "Stale", "lost"],
  ["denied", "Access denied", "lost"],
  ["unreachable", "Unreachable", "down"],
  ["down", "Down", "down"],
];

/** So many areas have a colour of their own. The statuses that fewest deployments have share one. */
const mostStatuses = 5;

const nothingCounted = "Nothing was counted in this range.";

/** The charts of an organization. Shards are left out where nobody has a licence for them. */
export function fleetCharts(history: FleetHistory): FleetChart[] {
  const valuesOf = (metric: FleetMetric) => history.series.find((each) => each.metric === metric)?.values;
  const line = (metric: FleetMetric, label: string, style: ChartSeries["style"]): ChartSeries[] => {
    const values = valuesOf(metric);
    if (!values) return [];
    const isLimit = style === "limit";
    return [
      { id: metric, label, style, values: isLimit ? withoutZero(values) : values, ...(isLimit && step) },
    ];
  };
  const pairs = [
    ["ram", "RAM", line("ramShards", "In use", 0), line("ramShardLimit", "License", "limit")],
    ["flash", "Flash", line("flashShards", "In use", 0), line("flashShardLimit", "License", "limit")],
  ] as const;
  const shards = pairs
    .filter(([, , used, limit]) => [...used, ...limit].some(({ values }) => values.some(Boolean)))
    .map(([id, name, used, limit]): FleetChart => {
      const title = `${name} shards`;
      return { ...ofCounts(`${id}-shards`, title, `${title} in use`), series: [...used, ...limit] };
    });
  const status = fewest(
    statuses.flatMap(([name, label, style]): ChartSeries[] => {
      const found = history.statuses.find((each) => each.status === name);
      return found ? [{ id: name, label, style, values: found.values, ...step }] : [];
    }),
  );
  const all: FleetChart[] = [
    {
      ...ofCounts("status", "Deployments by status", "Deployments by status"),
      series: status,
      isStacked: true,
    },
    {
      id: "memory",
      title: "Memory",
      about: "Memory used",
      unit: bytes,
      of: "largest",
      series: [...line("memoryUsed", "Used", 0), ...line("memoryLimit", "Limit", "limit")],
      reason: undefined,
    },
    {
      id: "operations",
      title: "Operations",
      about: "Operations",
      unit: rates,
      of: "mean",
      series: line("ops", "Operations", 0),
      basis: measured(history, valuesOf("measured")),
      reason: undefined,
    },
    ...shards,
  ];
  return all.map((chart) => ({ ...chart, reason: reasonOf(chart, history) }));
}

/** At most five lines and one of all others: those with the smallest values. */
function fewest(lines: readonly ChartSeries[]): ChartSeries[] {
  if (lines.length <= mostStatuses + 1) return [...lines];
  const sizeOf = ({ values }: ChartSeries) => Math.max(0, ...values.map((value) => value ?? 0));
  const bySize = lines.toSorted((left, right) => sizeOf(right) - sizeOf(left));
  const rest = bySize.slice(mostStatuses);
  const sums = rest[0]?.values.map((value, point) =>
    rest.reduce<number | null>(
      (sum, { values }) => {
        const own = values[point] ?? null;
        return own === null || sum === null ? null : sum + own;
      },
      value === null ? null : 0,
    ),
  );
  const others = {
    id: "others",
    label: counted(rest.length, "other"),
    style: "others",
    values: sums ?? [],
  } as const;
  return [...lines.filter((line) => !rest.includes(line)), { ...others, ...step }];
}

/** The operations fall while an agent is silent, so each of them says of how many deployments it is. */
function measured(
  history: Pick<FleetHistory, "statuses">,
  values: ChartSeries["values"] | undefined,
): ChartBasis | undefined {
  if (!values) return undefined;
  const text = (point: number) => {
    const known = values[point] ?? null;
    const all = history.statuses.reduce((sum, status) => sum + (status.values[point] ?? 0), 0);
    return known === null ? undefined : `from ${formatCount(known)} of ${counted(all, "deployment")}`;
  };
  return { label: "Deployments measured", values, text };
}

/** A count keeps its value until the next. */
const step = { isStep: true } as const;

const ofCounts = (id: string, title: string, about: string) =>
  ({ id, title, about, unit: counts, of: "last", reason: undefined }) as const;

/** Zero stands for no limit set. */
const withoutZero = (values: ChartSeries["values"]) => values.map((value) => (value === 0 ? null : value));

function reasonOf({ id, series }: FleetChart, { newest }: FleetHistory): string | undefined {
  const isKnown = series.some(
    ({ style, values }) => style !== "limit" && values.some((value) => value !== null),
  );
  if (isKnown) return undefined;
  if (newest === null || id !== "operations") return nothingCounted;
  return "Only agents report operations. Accounts that Shardwatch reads do not tell them.";
}
