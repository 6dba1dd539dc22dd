import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyItem, now } from "../../../../../tests/support/filters.ts";
import { totalsOfList } from "../../lib/list/totals.ts";
import { indexRows, matching } from "../deployments/view-index.ts";
import { readView } from "../deployments/view.ts";
import type { Count } from "./collector.ts";
import { listOf, type Question } from "./question.ts";
import { type Summary, summarize } from "./summary.ts";

const region = fc.constantFrom(
  "eu-west-1",
  "EU-West-1",
  "us-east-1",
  "West Europe",
  "-odd",
  "a,b",
  "none",
  "Unknown",
);
const one = fc.tuple(
  anyItem,
  fc.option(fc.uniqueArray(region, { maxLength: 3 })),
  fc.constantFrom("one", "two"),
);
const anyFleet = fc.array(one, { maxLength: 40 }).map((items) =>
  items.map(([item, regions, organization], index): DeploymentListItem => ({
    ...item,
    id: `dep_${index}`,
    // Agents write a status in any case.
    ...(item.status === "stale" && index % 2 === 1 && { status: "Stale" }),
    // Agents of one key are one source.
    ...(item.via === "key_1/agent" && index % 2 === 1 && { via: "key_1/other" }),
    organizationId: `org_${organization}`,
    ...(regions && { facts: { ...item.facts, regions } }),
  })),
);

/** Every number of a summary that is a link. */
function countsOf({ figures, findings, memory, versions }: Summary): Count[] {
  const { shards, notWell, critical, noTls, noLimit } = figures;
  const shares = Object.values(memory)
    .flat()
    .flatMap(({ question, deployments }) => (question === undefined ? [] : [{ question, deployments }]));
  const { silent, reported } = findings;
  return [shards, notWell, critical, noTls, noLimit, ...shares, ...versions, ...silent, ...reported.values()];
}

/** The rows that the list shows after a click. */
function shownFor(fleet: readonly DeploymentListItem[], question: Question, organization?: string) {
  const { search } = new URL(listOf(question, organization), "https://shardwatch.example");
  const view = readView(new URLSearchParams(search), true);
  return matching(indexRows(fleet, now), view);
}

test("OVR02 OVR04 OVR05 every number equals the number of deployments behind its link, on any fleet", () => {
  const found = new Set<number>();
  fc.assert(
    fc.property(anyFleet, (fleet) => {
      for (const { question, deployments } of countsOf(summarize(fleet, now))) {
        expect(shownFor(fleet, question), question).toHaveLength(deployments);
        found.add(deployments);
      }
    }),
    { numRuns: 200 },
  );
  // Otherwise the numbers are all alike, and the comparison shows little.
  expect(found.size).toBeGreaterThan(10);
});

test("OVR09 the numbers of one organization equal the list of that organization", () => {
  fc.assert(
    fc.property(anyFleet, (all) => {
      const fleet = all.filter(({ organizationId }) => organizationId === "org_one");
      for (const { question, deployments } of countsOf(summarize(fleet, now)))
        expect(shownFor(all, question, "org_one"), question).toHaveLength(deployments);
    }),
    { numRuns: 50 },
  );
});

test("OVR02 OVR04 memory and shards equal the sums of the list behind their link", () => {
  fc.assert(
    fc.property(anyFleet, (fleet) => {
      const { figures, memory } = summarize(fleet, now);
      expect(figures.totals).toEqual(totalsOfList(shownFor(fleet, "")));
      for (const { question, used } of Object.values(memory).flat())
        if (question !== undefined) expect(totalsOfList(shownFor(fleet, question)).used, question).toBe(used);
      const licensed = shownFor(fleet, figures.shards.question).map(({ license }) => license);
      const limits = licensed.map((each) => each && (each.ramShardsLimit || each.shardsLimit));
      expect(figures.shards.limit).toBe(limits.reduce((sum: number, limit) => sum + (limit ?? 0), 0));
    }),
  );
});

test("OVR04 the shares of a dimension without several values add up to all memory", () => {
  fc.assert(
    fc.property(anyFleet, (fleet) => {
      const { figures, memory } = summarize(fleet, now);
      for (const dimension of ["source", "type", "version"] as const) {
        const sum = memory[dimension].reduce((bytes, { used }) => bytes + BigInt(used ?? 0), 0n);
        expect(sum, dimension).toBe(BigInt(figures.totals.used ?? 0));
      }
    }),
  );
});
