import type { OrganizationId } from "../access/scope.ts";
import { type Key, partitionOf, type Run } from "../table/keys.ts";

const prefix = "KEY#";

export const accessKeyKey = (organization: OrganizationId, keyId: string): Key => ({
  pk: partitionOf(organization),
  sk: `${prefix}${keyId}`,
});

/** What an agent's call needs of its key: found by the key's id alone, in one read. */
export const credentialKey = (keyId: string): Key => ({ pk: `KEY#${keyId}`, sk: "KEY" });

export const accessKeysOf = (organization: OrganizationId): Run => ({
  pk: partitionOf(organization),
  prefix,
});
