import { may } from "../contract/people/roles.ts";
import type { AgentActor, FileActor, ReaderActor, SourceActor, TokenActor } from "./actor.ts";

declare const scoped: unique symbol;
/**
 * An organization id that the caller was allowed to use. Rows can be reached only with one of these, and only
 * this file and `scope.trusted.ts` make them. So a query that forgets its tenant does not compile. The functions
 * of this file check the caller. Each of the others has its own reason and few callers, which a test lists.
 */
export type OrganizationId = string & { readonly [scoped]: true };

/**
 * The organization of the signed-in person, null for one without organization. Of a token, the one that it belongs to. Of
 * the configuration file, the one that it manages at the moment.
 */
export function ownOrganization(actor: FileActor): OrganizationId;
export function ownOrganization(actor: SourceActor): OrganizationId | null;
export function ownOrganization(actor: SourceActor): OrganizationId | null {
  return actor.organizationId as OrganizationId | null;
}

/** The organization that an agent key belongs to. */
export function organizationOfKey(actor: AgentActor): OrganizationId {
  return actor.organizationId as OrganizationId;
}

/** The organization that a token belongs to. */
export function organizationOfToken(actor: TokenActor): OrganizationId {
  return actor.organizationId as OrganizationId;
}

/**
 * The organization with that id, for callers who may see all of them, or whose own it is. Undefined for
 * others.
 */
export function chosenOrganization(actor: ReaderActor, id: string): OrganizationId | undefined {
  return id === actor.organizationId ? (id as OrganizationId) : everyOrganization(actor)?.(id);
}

/** Returns a function that makes any organization's id. Undefined for callers who may not see all of them. */
export function everyOrganization(actor: ReaderActor): ((id: string) => OrganizationId) | undefined {
  return actor.kind === "member" && may(actor.roles, "seeEveryOrganization")
    ? (id) => id as OrganizationId
    : undefined;
}
