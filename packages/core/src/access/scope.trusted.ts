import type { OrganizationId } from "./scope.ts";

/*
 * Each of these makes an organization's id of a text, and trusts where the text comes from. So each has few callers.
 * tests/architecture/scopes.test.ts lists them by the name of what they import.
 */

/** The organization in an account's own row; null for an account without one. */
export function organizationOfAccount(account: {
  organizationId?: string | undefined;
}): OrganizationId | null {
  return (account.organizationId ?? null) as OrganizationId | null;
}

/** An organization in an invitation's own row: the one that invites, or the one that the invitee leaves. */
export function organizationOfInvitation(id: string): OrganizationId {
  return id as OrganizationId;
}

/** The organization that is about to be created. No other account can have it yet. */
export function organizationBeingCreated(id: string): OrganizationId {
  return id as OrganizationId;
}

/** The organization that is being deleted, for the next step of its deletion. Nobody else is left in it. */
export function organizationBeingDeleted(id: string): OrganizationId {
  return id as OrganizationId;
}

/** The organization in a job of our own queue. The code that queued the job was allowed to use it. */
export function organizationOfJob(id: string): OrganizationId {
  return id as OrganizationId;
}

/** An organization of the configuration file, from the row that finds it by its entry. */
export function organizationOfEntry(row: { organizationId: string }): OrganizationId {
  return row.organizationId as OrganizationId;
}

/** The one organization that people of an OpenID provider enter, from the row that names it. */
export function sharedOrganizationIn(row: { organizationId: string }): OrganizationId {
  return row.organizationId as OrganizationId;
}

/**
 * Where our own reports are stored. There is no organization of this id, and its form is not that of an id. So no list,
 * no pass and no census finds it.
 */
export const canaryOrganization = "org_canary" as OrganizationId;
