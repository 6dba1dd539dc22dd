import { readFileSync } from "node:fs";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { databaseSorts } from "../../pages/databases/columns.tsx";
import { apiCall, metricsJob, targetsJob, viewCommand } from "./jobs.ts";

const api = "https://api.shardwatch.example";
const page = readFileSync(new URL("../../../../../docs/programs.md", import.meta.url), "utf8");

test("FIL11 the jobs and the call on the screens are those of the page about programs", () => {
  const blocks = [...page.matchAll(/^```(?:yaml|sh)\n([^`]*)^```/gm)].map(([, block]) => block);
  expect(blocks).toContain(metricsJob(api));
  expect(blocks).toContain(targetsJob(api));
  expect(blocks).toContain(`${apiCall(`${api}/deployments`)}\n`);
  expect(metricsJob("http://localhost:3001")).toContain("- url: http://localhost:3001/metrics/parts\n");
});

test("FIL11 a filter stays what it is in the YAML of a job and in the words of a shell", () => {
  const { filter } = parseFilter(new URLSearchParams({ search: `it's #1: "$HOME" & a:`, util: "90.." }), []);
  const query = formatFilter(filter);
  for (const [job, path] of [
    [metricsJob(api, query), "/metrics/parts"],
    [targetsJob(api, query), "/metrics/targets"],
  ] as const) {
    const url = parse(job).scrape_configs[0].http_sd_configs[0].url;
    expect(url).toBe(`${api}${path}?${query}`);
    expect(parseFilter(new URL(url).searchParams, [])).toEqual({ filter, faults: [] });
  }
  expect(apiCall(`${api}/deployments?${query}`)).toMatch(/ '[^'$"\\]+'$/);
});

test("FIL11 OUT04 the command for a view has its filter, and the order of databases", () => {
  const { filter } = parseFilter(new URLSearchParams({ tls: "no" }), []);
  const databases = { name: "databases", sorts: databaseSorts } as const;
  const of = (sort: string, order: "asc" | "desc") => viewCommand(databases, { filter, sort, order });
  expect(of("name", "asc")).toBe("shardwatch databases tls:no");
  expect(of("utilization", "desc")).toBe("shardwatch databases tls:no --sort utilization --desc");
  expect(of("name", "desc")).toBe("shardwatch databases tls:no --desc");
  expect(of("of another release", "asc")).toBe("shardwatch databases tls:no");
  const deployments = { ...databases, name: "deployments" } as const;
  expect(viewCommand(deployments, { filter, sort: "utilization", order: "desc" })).toBe(
    "shardwatch list tls:no",
  );
});
