import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Services } from "@shardwatch/core/access/context";
import { createKeyFileVault, keyFileFingerprint } from "@shardwatch/core/adapters/key-file-vault";
import type { Vault } from "@shardwatch/core/ports/vault";
import { rememberVaultKey, vaultFingerprint } from "@shardwatch/core/vault-key/vault-key";
import { StartFailure } from "./machine/failure.ts";

/**
 * The vault with the key in this file, which is made for a database without secrets.
 * @throws StartFailure when the database's secrets were sealed with another key
 */
export async function openVault(services: Pick<Services, "table">, file: string): Promise<Vault> {
  const known = await vaultFingerprint(services);
  if (known !== undefined && !existsSync(file))
    throw new StartFailure(
      `VAULT_KEY_FILE: there is no ${file}, but the database has secrets that were sealed with a key. ` +
        "Put the key back, from a backup or from another replica.",
    );
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const own = keyFileFingerprint(file);
  if ((await rememberVaultKey(services, own)) !== own)
    throw new StartFailure(
      `VAULT_KEY_FILE: ${file} is not the key that this database's secrets were sealed with. ` +
        "Every replica needs the same file.",
    );
  return createKeyFileVault(file);
}
