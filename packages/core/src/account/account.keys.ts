import { type Key, partitionOfAccount, type Run, suffixOf } from "../table/keys.ts";

export const accountKey = (id: string): Key => ({ pk: partitionOfAccount(id), sk: "ACCOUNT" });

/** Maps a user of the provider to the account. It is created once, so that one person gets one account. */
export const identityKey = (hash: string): Key => ({ pk: `IDENTITY#${hash}`, sk: "IDENTITY" });

const accountPrefix = "ACCOUNT#";
/** In the index: what the sort keys of super admins start with. */
export const superAdminPrefix = "SUPER_ADMIN#";

/** One of the accounts that have used an email. Over time, several may. */
export const emailKey = (hash: string, accountId: string): Key => ({
  pk: `EMAIL#${hash}`,
  sk: `${accountPrefix}${accountId}`,
});

/** The accounts that have used an email. */
export const accountsOfEmail = (hash: string): Run => ({ pk: `EMAIL#${hash}`, prefix: accountPrefix });

/** The account in the key of an email's row. */
export const accountOfEmailKey = ({ sk }: Pick<Key, "sk">): string => suffixOf(sk, accountPrefix);

/**
 * In the index: every account in the order of creation, super admins after the others. One partition serves
 * both needs.
 */
export const everyAccount = "ACCOUNTS";

export const indexKeyOfAccount = (id: string, superAdmin: boolean): string =>
  `${superAdmin ? superAdminPrefix : accountPrefix}${id}`;

/** The account in a sort key of the index, or of a member's row. */
export const accountOfSortKey = (sortKey: string): string => sortKey.slice(sortKey.indexOf("#") + 1);
