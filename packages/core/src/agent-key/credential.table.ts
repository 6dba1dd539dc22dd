import type { Creator } from "../access/actor.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Condition } from "../table/expression.ts";
import { filled, flag, number, optional, text } from "../table/field.ts";
import { RowKind, type RowOf } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import { credentialKey } from "./agent-key.keys.ts";

/** The row that authenticates an agent's call. It stores only a hash of the secret. */
export const credentialKind = new RowKind("credential", 1, {
  organizationId: text(),
  /** The organization that it was created in; absent while the key has not moved. */
  originId: optional(text()),
  secretHash: text(),
  /** The hash of the secret before the last rotation, and when it ends, Unix epoch in milliseconds. */
  formerHash: optional(text()),
  formerUntil: optional(number()),
  /** How many times its secret was replaced. */
  rotations: filled(number(), 0),
  /** When the key ends with both of its secrets, Unix epoch in milliseconds. */
  expiresAt: optional(number()),
  /** How many deployments have been created with this key. */
  created: filled(number(), 0),
  /** Id of the account that created it. Absent in older rows; `rememberCreator` adds it. */
  createdBy: optional(text()),
  /** Whether that account managed the organization then. False once the key has moved. */
  byManager: filled(flag(), false),
});

export type CredentialRow = RowOf<typeof credentialKind>;

/** A key that no organization lists. The row is replaced. */
export const putLoneCredential = (
  organization: OrganizationId,
  keyId: string,
  secretHash: string,
  expiresAt: number,
) => ({
  ...credentialKey(keyId),
  ...credentialKind.write({ organizationId: organization, secretHash, expiresAt }),
});

/**
 * Adds a key's creator to an older credential. Fails when the key has moved, or the creator is stored
 * already.
 */
export function rememberCreator(
  organization: OrganizationId,
  keyId: string,
  { accountId, isManager }: Creator,
) {
  return {
    key: credentialKey(keyId),
    change: { set: credentialKind.changes({ createdBy: accountId, byManager: isManager }) },
    when: [...isIn(organization), ...credentialKind.equals({ createdBy: undefined })],
  };
}

/**
 * Takes the manager flag from a key. Fails when it has none, or has left the organization. An older credential without
 * a creator gets the flag by the creator's rights at its next look-up.
 */
export function endManagerRights(organization: OrganizationId, keyId: string) {
  return {
    key: credentialKey(keyId),
    change: { set: credentialKind.changes({ byManager: false }) },
    when: [...isIn(organization), ...credentialKind.equals({ byManager: true })],
  };
}

/**
 * The write that adds deployments to their key's count. It fails when the key is gone, or in another
 * organization.
 */
export function addCreated(organization: OrganizationId, keyId: string, created: number): Write {
  const change = { add: { [credentialKind.attribute.created]: created } };
  return { update: credentialKey(keyId), change, when: isIn(organization) };
}

/** Holds while the key belongs to that organization. */
export const isIn = (organization: OrganizationId): Condition[] =>
  credentialKind.equals({ organizationId: organization });
