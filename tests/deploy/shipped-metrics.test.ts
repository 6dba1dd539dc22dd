import { agentFamilies } from "@shardwatch/core/metrics/agent-families";
import { deploymentFamilies } from "@shardwatch/core/metrics/deployment-families";
import { feedFamilies, incidentFamily, sourceFamilies } from "@shardwatch/core/metrics/other-families";
import { expect, test } from "vitest";
import { documents } from "../architecture/documents.ts";
import { read } from "../architecture/files.ts";
import { dashboardFile, ruleFiles, rulesOf } from "../support/shipped-queries.ts";

const families = [
  ...deploymentFamilies([], 0),
  ...sourceFamilies([]),
  ...agentFamilies(new Map()),
  incidentFamily([]),
  ...feedFamilies({ deployments: 0, isTruncated: false, part: { part: 1, of: 1 } }),
];
const samples = new Set(families.map(({ name, type }) => (type === "info" ? `${name}_info` : name)));

/** The names of metrics in a text: whole ones, not the beginning of one such as `shardwatch_deployment_*`. */
const metricsIn = (text: string) => [...text.matchAll(/\bshardwatch_\w+(?![\w*])/g)].map(([name]) => name);

test("OUT07 each metric that rules, dashboard and documents name is one that is exposed", () => {
  const shipped = [...ruleFiles, dashboardFile].map((file) => `deploy/prometheus/${file}`);
  const named = [...shipped, ...documents()].flatMap((path) =>
    metricsIn(read(path)).map((name) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter(({ name }) => !samples.has(name))).toEqual([]);
});

test("OUT16 four names of redis_exporter are recorded from what is exposed", () => {
  const rules = rulesOf("shardwatch-redis-names.yaml");
  expect(rules.map(({ record }) => record)).toEqual([
    "redis_up",
    "redis_memory_used_bytes",
    "redis_memory_max_bytes",
    "redis_connected_clients",
  ]);
  for (const { expr } of rules) expect(metricsIn(expr).length).toBeGreaterThan(1);
});
