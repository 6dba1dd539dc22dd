import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { type Trouble, withIncident } from "../contract/incident/trouble.ts";
import type { IncidentReader } from "../deployment/read/incident-join.ts";
import { openOf } from "./rows/incident.keys.ts";
import { readIncidents } from "./rows/incident.table.ts";
import { affectedBy, silencedUntilAt, sinceOf } from "./rows/record.ts";

/** What the open incidents of an organization say about its deployments, by id. Costs one Query. */
export const openTroubles: IncidentReader = async (
  { table, clock }: Services,
  organization: OrganizationId,
) => {
  const troubles = new Map<string, Trouble>();
  for (const { record } of readIncidents(await table.queryAll(openOf(organization)))) {
    const { severity, acknowledged } = record;
    const incident = {
      severity,
      acknowledged,
      isSilenced: silencedUntilAt(record, clock.now()) !== null,
      since: sinceOf(record),
    };
    for (const { id } of affectedBy(record.members))
      troubles.set(id, withIncident(troubles.get(id), incident));
  }
  return troubles;
};
