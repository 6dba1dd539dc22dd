import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Write } from "../table/table.ts";
import { type AuditedChange, auditRow, byPerson } from "./audit.ts";

/** A person's move of their sources to another organization. */
interface Move {
  from: OrganizationId;
  to: OrganizationId;
  accountId: string;
}

/**
 * The events of a key or an integration that moves with its creator: one for each of the two organizations.
 * Neither learns which the other one is.
 */
export function sourceMoved(
  services: Services,
  { from, to, accountId }: Move,
  { fields, ...source }: Pick<AuditedChange, "id" | "name" | "deployments" | "fields">,
): Write[] {
  const cause = byPerson(services, accountId);
  const moved = { action: "source.moved", ...source } as const;
  return [
    auditRow(cause, from, { ...moved, fields: { organization: [from, null], ...fields } }),
    auditRow(cause, to, { ...moved, fields: { organization: [null, to], ...fields } }),
  ];
}
