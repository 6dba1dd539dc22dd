import { ownOrganization } from "../access/scope.ts";
import type { FindOpenIncidents } from "../notification/notification.ts";
import { openOf } from "./rows/incident.keys.ts";
import { idPart } from "./rows/incident.table.ts";

/** The ids of the open incidents of the caller's organization. They may be a second old. */
export const openIncidentIds: FindOpenIncidents = async (ctx) => {
  const organization = ownOrganization(ctx.actor);
  if (!organization) return new Set();
  const rows = await ctx.table.queryAll(openOf(organization), {
    attributes: idPart.attributes,
    eventually: true,
  });
  return new Set(rows.map(idPart.read).map(({ id }) => id));
};
