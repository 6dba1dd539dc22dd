import type { Creator } from "../access/actor.ts";
import type { OrganizationId } from "../access/scope.ts";
import { accessKeyKey, credentialKey } from "../table/keys.ts";
import type { Row, Write } from "../table/table.ts";

/** The key as its organization sees it. */
export interface AccessKeyRow {
  keyId: string;
  name: string;
  /** Unix epoch in milliseconds. */
  createdAt: number;
  /** Id of the account that created it. */
  createdBy: string;
}

/** The key as an agent's call is checked against it. Only a hash of the secret is stored. */
export interface CredentialRow {
  organizationId: string;
  /** The organization that it was created in; absent while that is still the same. */
  originId?: string;
  secretHash: string;
  /** How many deployments have been created with this key. */
  created?: number;
  /** Id of the account that created it. Absent in rows from before; `rememberCreator` adds it. */
  createdBy?: string;
  /** Whether that account managed the organization then. A key that moves loses it. */
  byManager?: boolean;
}

export const readAccessKey = (row: Row): AccessKeyRow => row as unknown as AccessKeyRow;
export const readCredential = (row: Row): CredentialRow => row as unknown as CredentialRow;

/** The two rows of a new key; `secretHash` is the digest of the composite key. */
export function putKey(
  organization: OrganizationId,
  key: AccessKeyRow,
  secretHash: string,
  byManager: boolean,
): Write[] {
  const { keyId, createdBy } = key;
  return [
    { put: { ...accessKeyKey(organization, keyId), ...key }, when: [{ exists: false }] },
    {
      put: { ...credentialKey(keyId), organizationId: organization, secretHash, createdBy, byManager },
      when: [{ exists: false }],
    },
  ];
}

/**
 * Fails for a key that is not there, or not in this organization (any more).
 * @param createdBy the account that must have created it; any when it is left out
 */
export function deleteKey(organization: OrganizationId, keyId: string, createdBy?: string): Write[] {
  const own = createdBy !== undefined && ({ attribute: "createdBy", is: "=", value: createdBy } as const);
  return [
    { delete: accessKeyKey(organization, keyId), when: [{ exists: true }, ...(own ? [own] : [])] },
    { delete: credentialKey(keyId), when: [isIn(organization)] },
  ];
}

/** Adds to a credential from before who created its key. Fails when the key has moved, or it is known by now. */
export function rememberCreator(
  organization: OrganizationId,
  keyId: string,
  { accountId, isManager }: Creator,
) {
  return {
    key: credentialKey(keyId),
    change: { set: { createdBy: accountId, byManager: isManager } },
    when: [isIn(organization), { attribute: "createdBy", absent: true }] as const,
  };
}

/**
 * Hands a key over to another organization: from then on whoever calls with it reports there. That its creator managed
 * the organization that they leave means nothing there.
 */
export function moveKey(
  key: AccessKeyRow,
  from: OrganizationId,
  to: OrganizationId,
  originId: string,
): Write[] {
  const { keyId, name, createdAt, createdBy } = key;
  return [
    { delete: accessKeyKey(from, keyId), when: [{ exists: true }] },
    { put: { ...accessKeyKey(to, keyId), keyId, name, createdAt, createdBy } },
    {
      update: credentialKey(keyId),
      change: { set: { organizationId: to, originId, createdBy, byManager: false } },
      when: [isIn(from)],
    },
  ];
}

/** The write that counts deployments against their key; it fails when the key is gone, or in another organization. */
export function addCreated(organization: OrganizationId, keyId: string, created: number): Write {
  return { update: credentialKey(keyId), change: { add: { created } }, when: [isIn(organization)] };
}

const isIn = (organization: OrganizationId) =>
  ({ attribute: "organizationId", is: "=", value: organization }) as const;
