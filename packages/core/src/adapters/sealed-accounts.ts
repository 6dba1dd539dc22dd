import type { AccountApis } from "../ports/accounts.ts";
import type { AccountAddresses } from "./account-addresses.ts";
import { createRedisCloudApi } from "./redis-cloud/client.ts";

/** The adapters of the third parties that are read with a sealed key. */
export const sealedAccounts = (addresses: AccountAddresses) =>
  ({
    "redis-cloud": createRedisCloudApi({ apiUrl: addresses["redis-cloud"] }),
  }) satisfies Partial<AccountApis>;
