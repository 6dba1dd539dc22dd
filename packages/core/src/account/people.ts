import type { Services } from "../access/context.ts";
import { batchGetAll } from "../table/batch.ts";
import { accountKey } from "./account.keys.ts";
import type { Account } from "./account.ts";
import { readAccount } from "./account.table.ts";

/** The accounts that still exist, by id. Costs half an RCU for each in batches of a hundred. */
export async function findAccounts(
  services: Services,
  ids: readonly string[],
): Promise<Map<string, Account>> {
  const rows = await batchGetAll(services.table, ids.map(accountKey));
  return new Map(rows.map(readAccount).map((account) => [account.id, account]));
}
