import { may, type Role } from "../people/roles.ts";

/** The id and roles of a signed-in person. They decide what the person may do with keys and integrations. */
export interface SourceManager {
  id: string;
  roles: readonly Role[];
}

/** A key or an integration, with what decides who may change it. */
export interface ManagedSource {
  /** Id of the account that created it. */
  createdBy: string;
  /** Present when the configuration file manages it. */
  managedBy?: "file" | undefined;
}

/** Where a source has the id of its creator: the configuration file. No account has this id. */
export const createdByFile = "file";

/** Why nobody can change here what the configuration file manages. */
export const whyManaged = "The server's configuration file manages this. Change it there.";

const adminsOnly = "In this organization, only admins manage keys and integrations.";
const notYours = "Someone else created this. Only they and organization admins can change or remove it.";

/**
 * Why a person may not create an API key or connect an account; undefined when they may.
 * @param onlyAdmins whether only admins manage keys and integrations in the organization
 */
export function whyNotCreateSource({ roles }: SourceManager, onlyAdmins: boolean): string | undefined {
  return onlyAdmins && !may(roles, "manageSources") ? adminsOnly : undefined;
}

/** Why a person may not revoke a key, or change or delete an integration; undefined when they may. */
export function whyNotChangeSource(
  person: SourceManager,
  source: ManagedSource,
  onlyAdmins: boolean,
): string | undefined {
  return source.managedBy ? whyManaged : whyNotReadSource(person, source, onlyAdmins);
}

/** Why a person may not have an integration read now; undefined when they may. */
export function whyNotReadSource(
  person: SourceManager,
  { createdBy }: ManagedSource,
  onlyAdmins: boolean,
): string | undefined {
  const refused = whyNotCreateSource(person, onlyAdmins);
  if (refused !== undefined || may(person.roles, "manageSources")) return refused;
  return createdBy === person.id ? undefined : notYours;
}
