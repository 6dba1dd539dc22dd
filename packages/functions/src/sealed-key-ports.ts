import { createKmsVault } from "@shardwatch/core/adapters/aws/kms-vault";
import { accountAddresses } from "@shardwatch/core/adapters/account-addresses";
import { sealedAccounts } from "@shardwatch/core/adapters/sealed-accounts";
import type { Environment } from "./environment.ts";
import { type ExternalPorts, noExternalPorts } from "./external-ports.ts";

/**
 * The vault, and the third parties that are read with a key from it. The API tries a key and seals it; the
 * worker `read-redis-cloud` opens it, and seals anew what a former release sealed. The rights of each function say
 * whether it may seal or open, and what.
 */
export const sealedKeyPorts = (settings: Environment): Pick<ExternalPorts, "vault" | "accounts"> => ({
  vault: createKmsVault(settings.VAULT_KEY_ID),
  accounts: { ...noExternalPorts().accounts, ...sealedAccounts(accountAddresses(settings)) },
});
