import { tools } from "@shardwatch/core/assistants/tools";
import { charactersOfToken, longestAnswer } from "@shardwatch/core/contract/assistants/parts";
import { historyMetricNames } from "@shardwatch/core/contract/catalogue/figures";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyFleet, observe } from "../support/fleets.ts";
import { lookAt } from "../support/incidents.ts";
import { casesOfTier } from "../support/tiers.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { signUp } from "../support/world.ts";
import { ask, readerIn, toolNamed } from "./play.ts";
import { rowsOf, type Structured } from "./question.ts";

const world = await worldOfFile();
const minute = 60_000;

const orders = ["name", "severity", "util", "memory", "version", "eos", "databases", "license"];
const filters = [
  "",
  "util>50",
  "-type:CLOUD",
  "severity:critical,warning",
  "license<=30",
  "version:..7.2",
  "gaps:yes",
];
const anyView = fc.record({
  filter: fc.constantFrom(...filters),
  sort: fc.constantFrom(...orders),
  order: fc.constantFrom("asc", "desc"),
  limit: fc.integer({ min: 1, max: 5 }),
  columns: fc.subarray(["eos", "tls", "region", "plan", "shards", "persistence", "cve", "ops"]),
});

/** Every table in an answer has as many cells in each row as columns, and each is a plain value. */
function expectTables(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const { columns, rows } = value as { columns?: string[]; rows?: unknown[][] };
  for (const row of rows ?? []) {
    expect(row).toHaveLength(columns?.length ?? 0);
    for (const cell of row)
      expect(["string", "number", "boolean"].includes(typeof cell) || cell === null).toBe(true);
  }
  for (const inside of Object.values(value)) expectTables(inside);
}

test("OUT15 every answer about generated fleets has the form that its tool declares", async () => {
  const used = new Set<string>();
  const answered = async (
    ctx: Parameters<typeof ask>[0],
    tool: string,
    input: Structured,
  ): Promise<Structured> => {
    const answer = await ask(ctx, { tool, input });
    used.add(tool);
    expect(toolNamed(tool).output.safeParse(answer).error?.issues, tool).toBeUndefined();
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(longestAnswer * charactersOfToken);
    expectTables(answer);
    return answer;
  };
  const metric = fc.constantFrom(...historyMetricNames);
  // Looks for incidents take most of the time, so few fleets have them.
  const watches = fc.constantFrom(0, 0, 0, 6);
  await fc.assert(
    fc.asyncProperty(anyFleet, anyView, metric, watches, async (fleet, { filter, ...view }, one, minutes) => {
      const person = await signUp(world);
      await observe(world, person, fleet);
      for (let ago = minutes - 1; ago >= 0; ago -= 1)
        await lookAt(world, person, { time: world.clock.now() - ago * minute });
      const ctx = readerIn(world, person);
      const which = filter === "" ? {} : { filter };
      const found = await answered(ctx, "find_deployments", { ...view, ...which });
      const sort = ["name", "util", "memory", "version"].includes(view.sort) ? view.sort : "name";
      await answered(ctx, "find_databases", { ...view, ...which, sort });
      await answered(ctx, "count_by", { field: "severity", ...which });
      await answered(ctx, "count_by", { field: "version", of: "databases", ...which });
      const { limit } = view;
      const incidents = await answered(ctx, "list_incidents", { limit, ...which });
      for (const { id } of rowsOf(incidents).slice(0, 2)) await answered(ctx, "explain_incident", { id });
      for (const { id } of rowsOf(found).slice(0, 2)) {
        await answered(ctx, "explain_deployment", { deployment: id });
        await answered(ctx, "history_of", { deployment: id, metric: one });
      }
      await answered(ctx, "what_changed", { limit, ...which });
      await answered(ctx, "license_and_support", { limit, days: 1_000, ...which });
      await answered(ctx, "filter_help", {});
    }),
    { numRuns: casesOfTier({ first: 20, second: 1_000 }) },
  );
  expect([...used].toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
}, 1_200_000);
