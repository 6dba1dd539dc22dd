import { formatLine } from "@shardwatch/core/contract/filter/format";
import { commandOf } from "../../lib/words/shell.ts";
import type { ListView } from "../list-view.ts";
import type { ViewedList } from "../views/viewed-list.ts";

/** The command that lists a view. Its list of deployments has no other order. */
export function viewCommand(
  { name, sorts }: Pick<ViewedList, "name" | "sorts">,
  { filter, sort, order }: Pick<ListView<string>, "filter" | "sort" | "order">,
): string {
  const line = formatLine(filter);
  const words = line === "" ? [] : [line];
  if (name === "deployments") return commandOf("list", ...words);
  const by = sorts.isSort(sort) && sort !== sorts.usual ? ["--sort", sort] : [];
  return commandOf("databases", ...words, ...by, ...(order === "desc" ? ["--desc"] : []));
}

/** An address in YAML or in a shell. A query has characters that mean something there, and no quote. */
const quoted = (url: string): string => (url.includes("?") ? `'${url}'` : url);

const asked = (path: string, query: string): string => (query === "" ? path : `${path}?${query}`);

/** A call of the API for a shell, which has the token in a variable. */
export const apiCall = (url: string): string =>
  `curl -H "Authorization: Bearer $SHARDWATCH_TOKEN" ${quoted(url)}`;

/** Prometheus 2.42 sends no scheme to a discovery without a type. */
const authorization = "authorization: { type: Bearer, credentials_file: /etc/prometheus/shardwatch-token }";

/**
 * The job with which Prometheus scrapes the figures, as a part of its configuration file.
 * @param query a filter as a query string without "?", "" for all deployments
 */
export const metricsJob = (apiUrl: string, query = ""): string => `scrape_configs:
  - job_name: shardwatch
    scrape_interval: 60s
    ${authorization}
    http_sd_configs:
      - url: ${quoted(asked(`${apiUrl}/metrics/parts`, query))}
        ${authorization}
`;

/**
 * The job with which Prometheus scrapes databases by a redis_exporter.
 * @param query a filter as a query string without "?", "" for all databases
 */
export const targetsJob = (apiUrl: string, query = ""): string => `scrape_configs:
  - job_name: redis
    metrics_path: /scrape
    http_sd_configs:
      - url: ${quoted(asked(`${apiUrl}/metrics/targets`, query))}
        ${authorization}
    relabel_configs:
      - { source_labels: [__address__], target_label: __param_target }
      - { source_labels: [__param_target], target_label: instance }
      - { source_labels: [__meta_shardwatch_deployment], target_label: deployment }
      - { source_labels: [__meta_shardwatch_database], target_label: database }
      - { target_label: __address__, replacement: "redis-exporter.example:9121" }
`;
