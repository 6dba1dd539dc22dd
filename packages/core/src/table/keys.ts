import type { OrganizationId } from "../access/scope.ts";

/*
 * What the keys of all nouns have in common. Each noun builds its own keys in `<noun>.keys.ts`, and nobody else does;
 * docs/data-model.md lists all of them and what each access costs.
 * No text that a user typed gets into a key: only ids that we made, and hashes.
 */

/** The primary key of a row. What an organization owns lies in its own partition. */
export interface Key {
  pk: string;
  sk: string;
}

/** A run of rows in one partition: those whose sort key starts with the prefix, all of them when it is empty. */
export interface Run {
  pk: string;
  prefix: string;
}

/** The sparse index "gsi1": keys only. */
export const indexName = "gsi1";

/** A row as the index holds it. */
export interface IndexKey extends Key {
  gsi1sk: string;
}

const organizationPrefix = "ORG#";
const accountPrefix = "ACCOUNT#";

/** The partition of everything that an organization owns. */
export const partitionOf = (organization: OrganizationId): string => `${organizationPrefix}${organization}`;

/** The partition of everything that belongs to one person. */
export const partitionOfAccount = (accountId: string): string => `${accountPrefix}${accountId}`;

/** Makes keys in an organization's partition: one row for each id. */
export const keysIn =
  (prefix: string) =>
  (organization: OrganizationId, id: string): Key => ({
    pk: partitionOf(organization),
    sk: `${prefix}${id}`,
  });

/** Makes the key of a row that an organization has once. */
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

/** What follows a prefix in a key. Throws for a key of another kind, which is a defect. */
export function suffixOf(text: string, prefix: string): string {
  if (!text.startsWith(prefix)) throw new Error(`a key must start with ${prefix}`);
  return text.slice(prefix.length);
}
