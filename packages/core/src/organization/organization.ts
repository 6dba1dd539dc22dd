import type { Services } from "../access/context.ts";
import { organizationBeingCreated } from "../access/scope.trusted.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { OrganizationInput } from "../contract/people/organization.ts";
import { may, type Role } from "../contract/people/roles.ts";
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
  /** Write them together with the founder's account: neither exists without the other. */
  writes: Write[];
}

/** Prepares a new organization, which may be one of the configuration file. An empty description is not stored. */
export function create(
  services: Services,
  { name, description, managedBy }: OrganizationInput & Pick<OrganizationRow, "managedBy">,
) {
  const now = services.clock.now();
  const id = organizationBeingCreated(newId("organization", now, services.random.bytes(16)));
  const row = { name, ...(description && { description }), managedBy, createdAt: now };
  return { id, write: putOrganization(id, row) };
}

/** Prepares a new organization with its first member. */
export function createWithMember(services: Services, input: OrganizationInput, founder: Member): Founding {
  const { id, write } = create(services, input);
  return { id, writes: [write, putMember(id, founder)] };
}

export type Member = MemberRow;

/** The write that adds a person to the list of members, or updates their name and email there. */
export const putMemberOf = putMember;

/** The write that removes a person from the list of members. */
export const removeMember = deleteMember;

/**
 * Belongs to every transaction that creates something in an organization. It fails when the organization is
 * being deleted.
 */
export const requireActive = checkActive;

/**
 * The same for transactions that create, change or remove keys and integrations. Some organizations leave
 * that to their admins.
 */
export function requireSourceRight(organization: OrganizationId, roles: readonly Role[]): Write {
  return may(roles, "manageSources") ? checkActive(organization) : checkOpen(organization);
}

/**
 * Belongs to transactions that depend on whether these roles may manage sources there. It fails when that has
 * changed.
 */
export function requireSourceRightUnchanged(
  organization: OrganizationId,
  refused: boolean,
  roles: readonly Role[],
): Write {
  return refused ? checkAdminsOnly(organization) : requireSourceRight(organization, roles);
}

/** The row of an organization; undefined when it is deleted or being deleted. */
export async function find(services: Services, id: OrganizationId): Promise<OrganizationRow | undefined> {
  const row = await services.table.get(organizationKey(id));
  const organization = row && readOrganization(row);
  return organization?.deletedAt === undefined ? organization : undefined;
}

/** Name of an organization; undefined when it is deleted. */
export async function nameOf(services: Services, id: OrganizationId): Promise<string | undefined> {
  return (await find(services, id))?.name;
}

/** Ids of all organizations that are not being deleted, for the schedule. */
export async function allIds(services: Services): Promise<string[]> {
  return (await services.table.findAll(everyOrganization)).map((key) => key.gsi1sk);
}

/** A page of the ids of all organizations, in the order of creation; for super admins. */
export async function everyId(services: Services, after: OrganizationId | undefined, limit: number) {
  const { keys, more } = await services.table.find(everyOrganization, {
    limit,
    ...(after && { after: { ...organizationKey(after), gsi1sk: after } }),
  });
  return { ids: keys.map((key) => key.gsi1sk), more };
}
