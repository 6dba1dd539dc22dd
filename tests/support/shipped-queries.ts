import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

/** The folder of the rules and the dashboard that operators load. */
export const shipped = fileURLToPath(new URL("../../deploy/prometheus", import.meta.url));

const textOf = (name: string) => readFileSync(join(shipped, name), "utf8");

export const ruleFiles = [
  "shardwatch-rules.yaml",
  "shardwatch-redis-alerts.yaml",
  "shardwatch-redis-names.yaml",
] as const;
export const dashboardFile = "shardwatch-dashboard.json";

export interface ShippedRule {
  group: string;
  record?: string;
  alert?: string;
  expr: string;
}

export function rulesOf(file: (typeof ruleFiles)[number]): ShippedRule[] {
  const { groups } = parse(textOf(file)) as { groups: { name: string; rules: ShippedRule[] }[] };
  return groups.flatMap(({ name, rules }) => rules.map((rule) => ({ ...rule, group: name })));
}

interface Panel {
  title: string;
  targets: { expr: string; legendFormat?: string }[];
  /** The columns of a table by the labels that they show. */
  transformations?: { options: { renameByName?: Record<string, string> } }[];
}

interface Dashboard {
  panels: Panel[];
  templating: { list: { name: string; definition?: string; allValue?: string }[] };
}

export interface DashboardQuery {
  /** The panel or the variable. */
  of: string;
  query: string;
  /** Labels of the answer that are shown. */
  labels: string[];
}

/** The queries of the dashboard with all chosen in its variables. */
export function dashboardQueries(): DashboardQuery[] {
  const { panels, templating } = JSON.parse(textOf(dashboardFile)) as Dashboard;
  const chosen = (text: string) =>
    templating.list.reduce((query, { name, allValue = "" }) => query.replaceAll(`$${name}`, allValue), text);
  const lists = templating.list.flatMap(({ name, definition }) => {
    const [, series = "", label = ""] = /^label_values\((.*), (\w+)\)$/.exec(definition ?? "") ?? [];
    const query = `count by (${label}) (${series})`;
    return definition === undefined ? [] : [{ of: `$${name}`, query, labels: [label] }];
  });
  const drawn = panels.flatMap(({ title, targets, transformations = [] }) => {
    const columns = transformations.flatMap(({ options }) => Object.keys(options.renameByName ?? {}));
    const inColumns = columns.filter((column) => !column.startsWith("Value"));
    return targets.map(({ expr, legendFormat = "" }) => {
      const inLegend = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
      return { of: title, query: expr, labels: [...inColumns, ...inLegend] };
    });
  });
  return [...lists, ...drawn].map((one) => ({ ...one, query: chosen(one.query) }));
}

/** The job of the documentation for Prometheus, at this address and with a token in this file. */
export function documentedJob(api: string, tokenFile: string): object {
  const page = readFileSync(fileURLToPath(new URL("../../docs/programs.md", import.meta.url)), "utf8");
  const [, text = ""] = /^```yaml\n(scrape_configs:\n[\s\S]*?)^```$/m.exec(page) ?? [];
  const here = text
    .replaceAll("https://api.shardwatch.example", api)
    .replaceAll("/etc/prometheus/shardwatch-token", tokenFile);
  const [job] = (parse(here) as { scrape_configs: object[] }).scrape_configs;
  if (!job) throw new Error("the page has no job");
  return job;
}
