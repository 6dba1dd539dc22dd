import type { OrganizationId } from "../access/scope.ts";

/*
 * What the keys of all nouns have in common. Only a noun itself builds its keys, in `<noun>.keys.ts`.
 * docs/data-model.md lists all keys and the cost of each access.
 * No key holds text that a user typed. Keys hold only ids that we made, and hashes.
 */

/** The primary key of a row. The rows of an organization are in its own partition. */
export interface Key {
  pk: string;
  sk: string;
}

/** The rows of one partition whose sort key starts with the prefix; all of them when it is empty. */
export interface Run {
  pk: string;
  prefix: string;
}

/** The sparse index "gsi1", which holds only keys. */
export const indexName = "gsi1";

/** A row as the index holds it. */
export interface IndexKey extends Key {
  gsi1sk: string;
}

const organizationPrefix = "ORG#";
const accountPrefix = "ACCOUNT#";

/** The partition of all rows that an organization owns. */
export const partitionOf = (organization: OrganizationId): string => `${organizationPrefix}${organization}`;

/** The partition of all rows that belong to one person. */
export const partitionOfAccount = (accountId: string): string => `${accountPrefix}${accountId}`;

/** Makes keys in an organization's partition: one row for each id. */
export const keysIn =
  (prefix: string) =>
  (organization: OrganizationId, id: string): Key => ({
    pk: partitionOf(organization),
    sk: `${prefix}${id}`,
  });

/** Makes the key of a row that exists once in an organization. */
export const keyIn =
  (sk: string) =>
  (organization: OrganizationId): Key => ({ pk: partitionOf(organization), sk });

/** Makes runs of rows in an organization's partition. */
export const runIn =
  (prefix: string) =>
  (organization: OrganizationId): Run => ({ pk: partitionOf(organization), prefix });

/** The id of the organization whose partition this is. */
export const organizationIn = (pk: string): string => suffixOf(pk, organizationPrefix);

/** The id of the account whose partition this is. */
export const accountIn = (pk: string): string => suffixOf(pk, accountPrefix);

/** The part of a key after a prefix. Throws for a key of another kind, which is a defect. */
export function suffixOf(text: string, prefix: string): string {
  if (!text.startsWith(prefix)) throw new Error(`a key must start with ${prefix}`);
  return text.slice(prefix.length);
}
