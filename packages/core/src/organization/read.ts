import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Organization } from "../contract/people/organization.ts";
import { cleanText } from "../kit/foreign-text.ts";
import { membersOf } from "./organization.keys.ts";
import { find } from "./organization.ts";
import { memberKind } from "./organization.table.ts";

/** An organization with its members, oldest account first; undefined when it is deleted. */
export async function read(services: Services, id: OrganizationId): Promise<Organization | undefined> {
  const [row, members] = await Promise.all([find(services, id), services.table.queryAll(membersOf(id))]);
  if (!row) return undefined;
  const { name, description = null, managedBy, onlyAdminsManageSources = false } = row;
  return {
    id,
    name,
    description,
    onlyAdminsManageSources,
    ...(managedBy && { managedBy }),
    members: members.map(memberKind.read).map(({ accountId, firstName, lastName, email }) => ({
      id: accountId,
      firstName: cleanText(firstName),
      lastName: cleanText(lastName),
      email,
    })),
  };
}
