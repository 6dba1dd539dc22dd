import { command } from "../command.ts";
import { exit } from "../exit.ts";
import { filterIn, lineOf } from "../filter.ts";
import type { Column } from "../output/column.ts";

interface Target {
  targets: string[];
  labels: Record<string, string>;
}

const prefix = "__meta_shardwatch_";
const label =
  (name: string) =>
  ({ labels }: Target) =>
    labels[`${prefix}${name}`];

const columns: readonly Column<Target>[] = [
  { name: "target", cell: ({ targets }) => targets.join(" ") },
  { name: "deployment", cell: label("deployment_name") },
  { name: "database", cell: label("database_name") },
  { name: "source", cell: label("source") },
  { name: "engine", cell: label("engine") },
  { name: "version", cell: label("redis_version") },
  { name: "role", cell: label("role") },
  { name: "region", cell: label("cloud_region") },
  { name: "tls", cell: label("tls") },
  { name: "deploymentId", cell: label("deployment") },
  { name: "databaseId", cell: label("database") },
];

export const targets = command({
  name: "targets",
  summary: "List the addresses of databases, for redis_exporter and other programs",
  words: "[filter…]",
  takesFilter: true,
  about: [
    "JSON is a file of Prometheus' service discovery. Databases without a known address are left out, and counted on the error output.",
  ],
  options: {
    part: { value: "part", help: "a part of them, such as 1/4, where there are too many" },
  },
  fields: ["targets", "labels"] satisfies (keyof Target)[],
  examples: [
    { line: "shardwatch targets source:agent", does: "What agents report." },
    { line: "shardwatch targets --json > targets.json", does: "For `file_sd_configs`." },
  ],
  async run({ values, words, api, output, say }) {
    const client = api();
    const query = { ...lineOf(filterIn(words)), ...(values.part !== undefined && { part: values.part }) };
    const found = await client.get("/metrics/targets", { query });
    await output.rows([found], {
      columns,
      usual: ["target", "deployment", "database", "source", "version", "role", "tls"],
      objectOf: (one: Target) => one,
    });
    const leftOut = String(client.headers["x-shardwatch-left-out"] ?? "");
    if (/[1-9]/.test(leftOut)) say(`Left out: ${leftOut.replaceAll("=", " ")}`);
    return exit.done;
  },
});
