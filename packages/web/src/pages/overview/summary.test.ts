import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { knownOf, type PatchedVersions } from "@shardwatch/core/contract/support/worst";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyItem, item, now } from "../../../../../tests/support/filters.ts";
import { anyIncidents } from "../../../../../tests/support/open-incidents.ts";
import { byDeployment, membersOf } from "../../incidents/by-deployment.ts";
import { totalsOfList } from "../../lib/list/totals.ts";
import { keyOf } from "../../lib/words/deployment-key.ts";
import { indexRows, matching, withIncidents } from "../deployments/view-index.ts";
import { readView } from "../deployments/view.ts";
import { attentionIn, concernedBy } from "./attention.ts";
import type { Count } from "./collector.ts";
import { figureEntries } from "./figure-entries.ts";
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
  items.map(([any, regions, organization], index): DeploymentListItem => ({
    ...any,
    id: `dep_${index}`,
    // Agents write a status in any case.
    ...(any.status === "stale" && index % 2 === 1 && { status: "Stale" }),
    // Agents of one key are one source.
    ...(any.via === "key_1/agent" && index % 2 === 1 && { via: "key_1/other" }),
    organizationId: `org_${organization}`,
    ...(regions && { facts: { ...any.facts, regions } }),
  })),
);

/** What the distribution patched, as somebody said: all of a version, all but its worst, or nothing. */
const anyPatched = fc.constantFrom(0, 1, undefined).map((from) => {
  const ids = (knownOf({ engine: "redis", version: "7.2.4" }) ?? []).map(({ id }) => id);
  return new Map(from === undefined ? [] : [["redis 7.2.4", ids.slice(from)]]);
});

/** A fleet with the open incidents of one of its two organizations. Those of the other are not known. */
const anyTroubled = anyFleet.chain((fleet) =>
  fc.record({
    fleet: fc.constant(fleet),
    incidents: anyIncidents(fleet.filter(({ organizationId }) => organizationId === "org_one")),
    patched: anyPatched,
  }),
);

/** What the screens learn of the incidents. */
function troublesIn(incidents: readonly Incident[], patched?: PatchedVersions): TroubleOf {
  const troubles = byDeployment(incidents);
  const troubleOf: TroubleOf = ({ id, organization: organizationId }) =>
    organizationId === "org_one" ? (troubles.get(keyOf({ id, organizationId })) ?? null) : undefined;
  const patchedIn = (organizationId: string) => (organizationId === "org_one" ? patched : undefined);
  return Object.assign(troubleOf, { patchedIn });
}

/** Every number of a summary that is a link. */
function countsOf({ figures, memory, versions }: Summary): Count[] {
  const { shards, notWell, critical, noTls, noLimit, silent, waiting } = figures;
  const { criticalCve, highCve, unsupported, endingSupport } = figures;
  const risks = [noTls, noLimit, criticalCve, highCve, unsupported, endingSupport];
  const shares = Object.values(memory)
    .flat()
    .flatMap(({ question, deployments }) => (question === undefined ? [] : [{ question, deployments }]));
  return [shards, notWell, critical, silent, waiting, ...risks, ...shares, ...versions];
}

/** The rows that the list shows at an address. */
function rowsAt(fleet: readonly DeploymentListItem[], address: string, troubleOf?: TroubleOf) {
  const { search } = new URL(address, "https://shardwatch.example");
  const index = indexRows(fleet, now);
  return matching(
    troubleOf ? withIncidents(index, troubleOf) : index,
    readView(new URLSearchParams(search), true),
  );
}

/** The rows that the list shows after a click. */
const shownFor = (fleet: readonly DeploymentListItem[], question: Question, organization?: string) =>
  rowsAt(fleet, listOf(question, organization));

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();

test("SCR01 SCR09 OVR02 OVR04 OVR05 every number equals the rows behind its link, also while incidents open and end", () => {
  const found = new Set<number>();
  fc.assert(
    fc.property(anyTroubled, ({ fleet, incidents, patched }) => {
      const troubleOf = troublesIn(incidents, patched);
      const summary = summarize(fleet, now, troubleOf);
      for (const { question, deployments } of countsOf(summary)) {
        expect(rowsAt(fleet, listOf(question, undefined), troubleOf), question).toHaveLength(deployments);
        found.add(deployments);
      }
      for (const entry of figureEntries(summary, undefined, false)) {
        if (!entry || !["Unhealthy", "Deployments"].includes(entry.label)) continue;
        expect(rowsAt(fleet, entry.to, troubleOf), entry.label).toHaveLength(Number(entry.figure));
      }
      for (const { id, critical, warning } of summary.organizations) {
        const own = fleet.filter(({ organizationId }) => organizationId === id);
        for (const [level, count] of Object.entries({ critical, warning }))
          expect(rowsAt(own, listOf(`severity=${level}`, id), troubleOf), `${id} ${level}`).toHaveLength(
            count,
          );
      }
      for (const { deployments } of [summary.figures.notWell, summary.figures.waiting])
        found.add(deployments);
    }),
    { numRuns: 200 },
  );
  // Otherwise the numbers are all alike, and the comparison shows little.
  expect(found.size).toBeGreaterThan(10);
});

test("SCR01 INC11 the list, the figures and what needs attention are about the same deployments", () => {
  let linked = 0;
  fc.assert(
    fc.property(anyTroubled, ({ fleet, incidents }) => {
      const own = fleet.filter(({ organizationId }) => organizationId === "org_one");
      const troubleOf = troublesIn(incidents);
      const { urgent, silenced } = attentionIn(incidents);
      const { figures } = summarize(own, now, troubleOf);
      const concerned = (all: readonly Incident[]) => [...new Set(all.flatMap(membersOf))].toSorted();
      const critical = urgent.filter(({ severity }) => severity === "critical");
      const rows = (question: Question) => rowsAt(own, listOf(question, undefined), troubleOf);
      expect(idsOf(rows("severity=critical,warning"))).toEqual(concerned(urgent));
      expect(idsOf(rows("severity=critical"))).toEqual(concerned(critical));
      expect(idsOf(rows("incident=silenced"))).toEqual(concerned(silenced));
      expect(figures.notWell.deployments).toBe(concerned(urgent).length);
      // A condition whose incident is not open yet is in no count.
      expect(figures.waiting.deployments + concerned(incidents).length).toBeLessThanOrEqual(own.length);
      for (const incident of urgent) {
        const link = concernedBy(incident, undefined);
        if (link?.to.startsWith("/deployments?") !== true) continue;
        expect(idsOf(rowsAt(own, link.to, troubleOf))).toEqual(membersOf(incident).toSorted());
        linked += 1;
      }
    }),
  );
  expect(linked).toBeGreaterThan(20);
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

test("SCR09 the worst score is that of all versions, without what the distribution patched", () => {
  const of = (version: string, id: string): DeploymentListItem =>
    item({ id, organizationId: "org_one", facts: { engines: ["redis"], versions: [version, version] } });
  const fleet = [of("7.2.4", "dep_1"), of("7.2.15", "dep_2"), of("8.2.9", "dep_3")];
  const ids = (knownOf({ engine: "redis", version: "7.2.4" }) ?? []).map(({ id }) => id);
  const worst = (patched?: PatchedVersions) => summarize(fleet, now, troublesIn([], patched)).figures;
  expect(worst()).toMatchObject({ worstScore: 10, criticalCve: { deployments: 2 } });
  const said = new Map([["redis 7.2.4", ids]]);
  expect(worst(said)).toMatchObject({ worstScore: 9.8, criticalCve: { deployments: 1 } });
  expect(summarize([of("8.2.9", "dep_3")], now).figures.worstScore).toBeUndefined();
});
