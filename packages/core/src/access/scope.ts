import { may } from "../contract/roles.ts";
import type { AgentActor, MemberActor } from "./actor.ts";

declare const scoped: unique symbol;
/**
 * An organization id that somebody was allowed to use. Rows can be reached only with one of these, and only the makers here
 * and in `scope.*.ts` make them: a query that forgets its tenant does not compile. The makers here decide by who asks. Each
 * of the others has its reason and its few callers, which a test lists.
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
  return id === actor.organizationId ? (id as OrganizationId) : everyOrganization(actor)?.(id);
}

/** Makes any organization's id, for those who may see all of them; undefined for everybody else. */
export function everyOrganization(actor: MemberActor): ((id: string) => OrganizationId) | undefined {
  return may(actor.roles, "seeEveryOrganization") ? (id) => id as OrganizationId : undefined;
}
