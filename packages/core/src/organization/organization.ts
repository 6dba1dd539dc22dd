import type { Services } from "../access/context.ts";
import { organizationBeingCreated } from "../access/scope.creation.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { OrganizationInput } from "../contract/organization.ts";
import { may, type Role } from "../contract/roles.ts";
import { newId } from "../kit/ids.ts";
import type { Write } from "../table/table.ts";
import { everyOrganization, organizationKey } from "./organization.keys.ts";
import {
  checkAdminsOnly,
  checkOpen,
  checkActive,
  deleteMember,
  type MemberRow,
  type OrganizationRow,
  putMember,
  putOrganization,
  readOrganization,
} from "./organization.table.ts";

export interface Founding {
  id: OrganizationId;
  /** To be written together with the founder's account: there is never one without the other. */
  writes: Write[];
}

/** Prepares a new organization; an empty description is none. */
export function create(services: Services, { name, description }: OrganizationInput) {
  const now = services.clock.now();
  const id = organizationBeingCreated(newId("organization", now, services.random.bytes(16)));
  const write = putOrganization(id, { name, ...(description && { description }), createdAt: now });
  return { id, write };
}

/** Prepares a new organization with its first member. */
export function createWithMember(services: Services, name: string, founder: Member): Founding {
  const { id, write } = create(services, { name });
  return { id, writes: [write, putMember(id, founder)] };
}

export type Member = MemberRow;

/** The write that puts somebody on the member list, or brings their name and email there up to date. */
export function putMemberOf(organization: OrganizationId, who: Member): Write {
  return putMember(organization, who);
}

/** The write that takes somebody off the member list. */
export function removeMember(organization: OrganizationId, accountId: string): Write {
  return deleteMember(organization, accountId);
}

/**
 * Goes into every transaction that puts something new into an organization, so that nothing appears in one that is
 * being deleted.
 */
export function requireActive(organization: OrganizationId): Write {
  return checkActive(organization);
}

/** The same for those who create, change or remove keys and integrations: some organizations leave that to their admins. */
export function requireSourceRight(organization: OrganizationId, roles: readonly Role[]): Write {
  return may(roles, "manageSources") ? checkActive(organization) : checkOpen(organization);
}

/** Goes into transactions that were decided by whether somebody with these roles may not touch sources there. */
export function requireSourceRightUnchanged(
  organization: OrganizationId,
  refused: boolean,
  roles: readonly Role[],
): Write {
  return refused ? checkAdminsOnly(organization) : requireSourceRight(organization, roles);
}

/** The row of an organization; undefined when it is gone or about to go. */
export async function find(services: Services, id: OrganizationId): Promise<OrganizationRow | undefined> {
  const row = await services.table.get(organizationKey(id));
  const organization = row && readOrganization(row);
  return organization?.deletedAt === undefined ? organization : undefined;
}

/** Name of an organization; undefined when it is gone. */
export async function nameOf(services: Services, id: OrganizationId): Promise<string | undefined> {
  return (await find(services, id))?.name;
}

/** Ids of all organizations in the order of creation, a page at a time; for super admins. */
export async function everyId(services: Services, after: OrganizationId | undefined, limit: number) {
  const { keys, more } = await services.table.find(everyOrganization, {
    limit,
    ...(after && { after: { ...organizationKey(after), gsi1sk: after } }),
  });
  return { ids: keys.map((key) => key.gsi1sk), more };
}
