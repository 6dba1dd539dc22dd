import { sharedOrganizationIn } from "../access/scope.trusted.ts";
import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Write } from "../table/table.ts";
import { sharedKey } from "./organization.keys.ts";
import { putShared, sharedKind } from "./organization.table.ts";
import { createWithMember, find, type Founding, type Member } from "./organization.ts";

/** The organization that people of the provider enter. */
export interface Shared {
  /** As the row names it; undefined before the first sign-in. */
  id: OrganizationId | undefined;
  /** Whether it is there: it may have been deleted. */
  exists: boolean;
}

/** The shared organization, with one read, or two when it has been created. */
export async function findShared(services: Services): Promise<Shared> {
  const id = await sharedId(services);
  return { id, exists: id !== undefined && (await find(services, id)) !== undefined };
}

/** Its id alone, also after it was deleted. Undefined before the first sign-in. */
export async function sharedId(services: Services): Promise<OrganizationId | undefined> {
  const row = await services.table.get(sharedKey);
  return row && sharedOrganizationIn(sharedKind.read(row));
}

/** Prepares it with its first member. The writes fail when somebody else has created it since. */
export function createShared(services: Services, name: string, first: Member, before: Shared): Founding {
  const { id, writes } = createWithMember(services, { name }, first);
  const named: Write = putShared(id, before.id);
  return { id, writes: [...writes, named] };
}
