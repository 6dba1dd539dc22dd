import type { OrganizationId } from "../access/scope.ts";
import { accessKeyKey, credentialKey } from "../table/keys.ts";
import type { Row, Write } from "../table/table.ts";

/** The key as its organization sees it. */
export interface AccessKeyRow {
  keyId: string;
  name: string;
  createdAt: number;
  createdBy: string;
}

/** The key as an agent's call is checked against it. Only a hash of the secret is stored. */
export interface CredentialRow {
  organizationId: string;
  secretHash: string;
  /** How many deployments have been created with this key. */
  created?: number;
}

export const readAccessKey = (row: Row): AccessKeyRow => row as unknown as AccessKeyRow;
export const readCredential = (row: Row): CredentialRow => row as unknown as CredentialRow;

export function putKey(organization: OrganizationId, key: AccessKeyRow, secretHash: string): Write[] {
  const { keyId } = key;
  return [
    { put: { ...accessKeyKey(organization, keyId), ...key }, when: [{ exists: false }] },
    {
      put: { ...credentialKey(keyId), organizationId: organization, secretHash },
      when: [{ exists: false }],
    },
  ];
}

export function deleteKey(organization: OrganizationId, keyId: string): Write[] {
  return [
    { delete: accessKeyKey(organization, keyId), when: [{ exists: true }] },
    { delete: credentialKey(keyId) },
  ];
}

/** The same where it does not matter whether the key is there: for deleting many, again after a crash. */
export function deleteKeyAnyhow(organization: OrganizationId, keyId: string): Write[] {
  return [{ delete: accessKeyKey(organization, keyId) }, { delete: credentialKey(keyId) }];
}
