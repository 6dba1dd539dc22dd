import type { House } from "../access/context.ts";
import { organizationBeingCreated, type OrganizationId } from "../access/scope.ts";
import { newId } from "../kit/ids.ts";
import { everyOrganization, organizationKey } from "../table/keys.ts";
import type { Write } from "../table/table.ts";
import { type MemberRow, putMember, putOrganization, readOrganization } from "./organization.table.ts";

export interface Founding {
  id: OrganizationId;
  /** To be written together with the founder's account: there is never one without the other. */
  writes: Write[];
}

/** Prepares a new organization with its first member. */
export function found(house: House, name: string, founder: Member): Founding {
  const now = house.clock.now();
  const id = organizationBeingCreated(newId("organization", now, house.random.bytes(16)));
  return { id, writes: [putOrganization(id, { name, createdAt: now }), putMember(id, founder)] };
}

export type Member = MemberRow;

/** The write that puts somebody on the member list, or brings their name and email there up to date. */
export function member(organization: OrganizationId, who: Member): Write {
  return putMember(organization, who);
}

/** Name of an organization; undefined when it is gone. */
export async function nameOf(house: House, id: OrganizationId): Promise<string | undefined> {
  const row = await house.table.get(organizationKey(id));
  return row && readOrganization(row).name;
}

/** Ids of all organizations in the order of creation, a page at a time; for super admins. */
export async function everyId(house: House, after: string | undefined, limit: number) {
  const { keys, more } = await house.table.find(everyOrganization, {
    limit,
    ...(after && { after: { ...organizationKey(after as OrganizationId), gsi1sk: after } }),
  });
  return { ids: keys.map((key) => key.gsi1sk), more };
}
