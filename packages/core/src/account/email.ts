import type { Services } from "../access/context.ts";
import { plainEmail } from "../kit/email.ts";
import { batchGetAll } from "../table/batch.ts";
import { accountKey, accountOfEmailKey, accountsOfEmail } from "./account.keys.ts";
import type { Account } from "./account.ts";
import { hashOfEmail, readAccount } from "./account.table.ts";

/**
 * The accounts with an email, regardless of its case and of spaces around it. A person can change their email
 * at the provider, and another person can take it over. So the account that signed in last comes first.
 */
export async function byEmail(services: Services, email: string): Promise<Account[]> {
  const rows = await services.table.queryAll(accountsOfEmail(hashOfEmail(email)));
  const ids = rows.map(accountOfEmailKey);
  const accounts = (await batchGetAll(services.table, ids.map(accountKey))).map(readAccount);
  return accounts
    .filter((one) => one.deletedAt === undefined && plainEmail(one.email) === plainEmail(email))
    .toSorted((left, right) => right.lastLogin - left.lastLogin);
}
