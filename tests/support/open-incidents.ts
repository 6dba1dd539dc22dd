import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { incidentSeverities } from "@shardwatch/core/contract/incident/words";
import fc from "fast-check";
import { now } from "./filters.ts";

const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

/** An open incident of one deployment. */
export const openIncident = (fields: Partial<Incident> = {}): Incident => ({
  id: "inc_1",
  organizationId: "org_one",
  rule: "unwell",
  ruleName: "A deployment is not well",
  severity: "critical",
  cause: { kind: "deployment", id: "dep_0", name: "cache-0" },
  title: "cache-0: unreachable",
  since: minutesAgo(3),
  openedAt: minutesAgo(1),
  state: "open",
  resolvedAt: null,
  resolution: null,
  affected: { count: 1, first: [{ id: "dep_0", name: "cache-0", value: "unreachable" }] },
  acknowledged: null,
  silencedUntil: null,
  flapping: false,
  sequence: 1,
  ...fields,
});

/** What an incident says of the deployments that it concerns, as the list of open incidents has it. */
export function affecting(rows: readonly Pick<DeploymentListItem, "id" | "name">[]): Incident["affected"] {
  const first = rows.slice(0, 20).map(({ id, name }) => ({ id, name, value: null }));
  const others = rows.slice(20).map(({ id }) => id);
  return { count: rows.length, first, ...(others.length > 0 && { others }) };
}

/** Open incidents about some of an organization's deployments, whatever these report. */
export const anyIncidents = (rows: readonly DeploymentListItem[]): fc.Arbitrary<Incident[]> =>
  rows.length === 0
    ? fc.constant([])
    : fc
        .array(
          fc.record({
            severity: fc.constantFrom(...incidentSeverities),
            silencedUntil: fc.constantFrom(null, null, minutesAgo(-1)),
            acknowledged: fc.constantFrom(null, {
              by: { id: "acc_1", name: "Ada" },
              at: minutesAgo(1),
              note: null,
            }),
            since: fc.constantFrom(minutesAgo(3), minutesAgo(60), minutesAgo(3_000)),
            affected: fc.subarray([...rows], { minLength: 1 }).map(affecting),
          }),
          { maxLength: 6 },
        )
        .map((all) =>
          all.map((fields, index) =>
            openIncident({ ...fields, id: `inc_${index}`, organizationId: rows[0]?.organizationId ?? "" }),
          ),
        );
