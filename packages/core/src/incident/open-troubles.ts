import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { type Trouble, withIncident } from "../contract/incident/trouble.ts";
import type { IncidentReader } from "../deployment/read/incident-join.ts";
import { openOf, patchedKey } from "./rows/incident.keys.ts";
import { readIncidents } from "./rows/incident.table.ts";
import { readPatched, toPatched } from "./rows/patched.table.ts";
import { affectedBy, silencedUntilAt, sinceOf } from "./rows/record.ts";

/** What the open incidents of an organization say about its deployments, and what is patched. Costs a Query and a GetItem. */
export const openTroubles: IncidentReader = async (
  { table, clock }: Services,
  organization: OrganizationId,
) => {
  const troubles = new Map<string, Trouble>();
  const [rows, patched] = await Promise.all([
    table.queryAll(openOf(organization)),
    table.get(patchedKey(organization)),
  ]);
  for (const { record } of readIncidents(rows)) {
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
  return { troubles, patched: toPatched(readPatched(patched)) };
};
