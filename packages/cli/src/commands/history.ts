import { figures, type HistoryMetric, historyMetricNames } from "@shardwatch/core/contract/catalogue/figures";
import type { History, HistorySeries } from "@shardwatch/core/contract/history/history";
import { formatBytes } from "@shardwatch/core/kit/bytes";
import { formatPercent } from "@shardwatch/core/kit/percent";
import { second, utcText } from "@shardwatch/core/kit/time";
import { command } from "../command.ts";
import { durationIn } from "../duration.ts";
import { exit, wrongUsage } from "../exit.ts";
import { chartOf } from "../output/chart.ts";
import type { Column } from "../output/column.ts";
import { cleanText } from "@shardwatch/core/kit/foreign-text";
import { idOf } from "./find.ts";

const show: Partial<Record<HistorySeries["unit"], (value: number) => string>> = {
  bytes: (value) => formatBytes(String(Math.round(value))),
  percent: formatPercent,
};
const plain = (value: number) => String(Math.round(value * 100) / 100);

const nameOf = ({ metric, database }: HistorySeries) =>
  database === null ? metric : `${metric} ${database}`;

/** One column for each series, and a row for each step. */
function columnsOf({ from, step, series, status }: History): readonly Column<number>[] {
  const states = status.flatMap(([word, count]) => Array.from({ length: count }, () => word));
  return [
    {
      name: "time",
      cell: (index) => new Date(Date.parse(from) + index * step * second).toISOString(),
    },
    ...series.map((one): Column<number> => ({
      name: nameOf(one),
      cell: (index) => one.values[index] ?? undefined,
    })),
    { name: "status", cell: (index) => states[index] },
  ];
}

export const history = command({
  name: "history",
  summary: "Draw the past of a deployment's figures",
  words: "<id or exact name>",
  about: [
    `The metrics are ${historyMetricNames.join(", ")}.`,
    "A dot in the drawing is a time without a value. In a pipe and in a file, each step is a row with the exact values.",
  ],
  options: {
    metric: { value: "names", help: "which, with commas between them; `utilization,ops` without it" },
    since: { value: "duration", help: "how far back; 1d without it" },
    database: { value: "id", help: "one database, or `each`; the sum of all without it" },
  },
  fields: [
    "from",
    "to",
    "step",
    "newest",
    "begins",
    "series",
    "status",
    "unknown",
  ] satisfies (keyof History)[],
  examples: [
    { line: "shardwatch history orders", does: "The last day." },
    {
      line: "shardwatch history orders --metric memoryUsed --since 30d --csv",
      does: "A month, for a spreadsheet.",
    },
  ],
  async run({ values, words, api, output, machine }) {
    const metrics = metricsIn(values.metric ?? "utilization,ops");
    const length = values.since === undefined ? undefined : durationIn("since", values.since);
    const client = api();
    const id = await idOf(client, words);
    const query = {
      metric: metrics.join(","),
      // Without it, the server answers a day by its own clock.
      ...(length !== undefined && { from: new Date(machine.now() - length).toISOString() }),
      ...(values.database !== undefined && { database: values.database }),
    };
    const past = await client.get("/deployments/:id/history", { param: { id }, query });
    if (output.isJson) await output.object(past);
    else if (output.isDrawn) await output.text(drawn(past, machine.stdout.columns));
    else await output.rows([stepsOf(past)], { columns: columnsOf(past), objectOf: () => past });
    return exit.done;
  },
});

/** The number of each step. */
const stepsOf = ({ from, to, step }: History): number[] => [
  ...Array.from({ length: Math.round((Date.parse(to) - Date.parse(from)) / second / step) }).keys(),
];

function metricsIn(text: string): HistoryMetric[] {
  const asked = text.split(",");
  const wrong = asked.find((one) => !historyMetricNames.some((name) => name === one));
  if (wrong !== undefined)
    throw wrongUsage(`There is no metric “${wrong}”.`, [`There are: ${historyMetricNames.join(", ")}`]);
  return historyMetricNames.filter((name) => asked.includes(name));
}

function drawn({ from, to, series, unknown }: History, width: number): string {
  const charts = series
    .filter(({ values }) => values.some((value) => value !== null))
    .map((one) => {
      const { metric, database, unit, values } = one;
      const title = `${figures[metric].name}${database === null ? "" : ` of ${cleanText(database)}`}`;
      return `${[title, ...chartOf(values, width, show[unit] ?? plain)].join("\n")}\n`;
    });
  const missing = unknown.map(({ metric, reason }) => `${figures[metric].name}: ${cleanText(reason)}\n`);
  const range = `${utcText(Date.parse(from))} to ${utcText(Date.parse(to))}\n`;
  return [...charts, ...missing, range].join("\n");
}
