import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { IncidentReader } from "../deployment/read/incident-join.ts";
import { openOf } from "./rows/incident.keys.ts";
import { readIncidents } from "./rows/incident.table.ts";

/**
 * What the open incidents of an organization say about its deployments, by id: "open", and "acknowledged" where
 * somebody looks after one of them. So `open` finds all, and `open` with `-acknowledged` those that wait. Costs one
 * Query.
 */
export const openStates: IncidentReader = async ({ table }: Services, organization: OrganizationId) => {
  const states = new Map<string, readonly string[]>();
  for (const { record } of readIncidents(await table.queryAll(openOf(organization)))) {
    const { members, acknowledged } = record;
    for (const { id } of members)
      if (acknowledged) states.set(id, ["open", "acknowledged"]);
      else if (!states.has(id)) states.set(id, ["open"]);
  }
  return states;
};
