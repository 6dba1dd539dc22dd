import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { type OrganizationRole, strongestOf } from "../contract/people/roles.ts";
import { storedEntries } from "../organization/managed.ts";
import type { Identity } from "../ports/identity.ts";

/** An organization of the configuration file that a person's groups lead to, with the role there. */
export interface GroupMembership {
  organization: OrganizationId;
  role: OrganizationRole;
}

/** The places of a person, in the order of the file. None where the provider has no groups. */
export async function membershipsOf(services: Services, { groups }: Identity): Promise<GroupMembership[]> {
  if (!groups) return [];
  return (await storedEntries(services)).flatMap((entry): GroupMembership[] => {
    const roles = entry.groups.flatMap(({ group, role }) => (groups.includes(group) ? [role] : []));
    const role = strongestOf(roles);
    return role === undefined ? [] : [{ organization: entry.organization, role }];
  });
}
