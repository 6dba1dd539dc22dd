import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { batchGetAll } from "../table/batch.ts";
import { membersOf, organizationKey } from "./organization.keys.ts";
import { memberId, readOrganization } from "./organization.table.ts";

/**
 * A page of the ids of an organization's members, oldest account first. `last` is the position after which
 * the next page starts.
 */
export async function memberPage(
  services: Services,
  organization: OrganizationId,
  options: { limit?: number; after?: string | undefined } = {},
) {
  const { attributes, read } = memberId;
  const page = await services.table.query(membersOf(organization), { ...options, attributes });
  return { ids: page.rows.map((row) => read(row).accountId), last: page.last };
}

/** Ids of all members of an organization. */
export async function memberIds(services: Services, organization: OrganizationId): Promise<string[]> {
  const { attributes, read } = memberId;
  const rows = await services.table.queryAll(membersOf(organization), { attributes });
  return rows.map((row) => read(row).accountId);
}

/** Names of the organizations that exist, by id. */
export async function namesOf(
  services: Services,
  ids: readonly OrganizationId[],
): Promise<Map<string, string>> {
  const rows = await batchGetAll(services.table, [...new Set(ids)].map(organizationKey));
  const existing = rows.map(readOrganization).filter(({ deletedAt }) => deletedAt === undefined);
  return new Map(existing.map(({ id, name }) => [id, name]));
}
