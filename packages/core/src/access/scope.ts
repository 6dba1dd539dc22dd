import { may } from "../contract/roles.ts";
import type { AgentActor, MemberActor } from "./actor.ts";

declare const scoped: unique symbol;
/**
 * An organization id that somebody was allowed to use. Rows can be reached only with one of these, and only
 * this file makes them: a query that forgets its tenant does not compile.
 */
export type OrganizationId = string & { readonly [scoped]: true };

/** The organization of the signed-in person; null for one without organization. */
export function ownOrganization(actor: MemberActor): OrganizationId | null {
  return actor.organizationId as OrganizationId | null;
}

/** The organization that an agent key belongs to. */
export function organizationOfKey(actor: AgentActor): OrganizationId {
  return actor.organizationId as OrganizationId;
}

/**
 * Another organization, for those who may see all of them; undefined for everybody else, unless it is their own.
 */
export function chosenOrganization(actor: MemberActor, id: string): OrganizationId | undefined {
  if (id !== actor.organizationId && !may(actor.roles, "seeEveryOrganization")) return undefined;
  return id as OrganizationId;
}

/** The organization that a first sign-in is about to create: nobody else can have it yet. */
export function organizationBeingCreated(id: string): OrganizationId {
  return id as OrganizationId;
}

/** The organization that a job in our own queue names: whoever queued it was allowed to. */
export function organizationOfJob(id: string): OrganizationId {
  return id as OrganizationId;
}

/** An organization that has invited somebody, or that somebody leaves for it, as the invitation's own row names them. */
export function organizationOfInvitation(id: string): OrganizationId {
  return id as OrganizationId;
}

/** The organization that is being deleted, for what goes on with its deletion: nobody else is left in it. */
export function organizationBeingDeleted(id: string): OrganizationId {
  return id as OrganizationId;
}
