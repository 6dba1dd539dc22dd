import type { Services } from "../access/context.ts";
import { tryWrite } from "../table/errors.ts";
import { vaultKeyKey, vaultKeyKind } from "./vault-key.table.ts";

type WithTable = Pick<Services, "table">;

/** The fingerprint of the key that seals the secrets of this table; undefined before the first start. */
export async function vaultFingerprint({ table }: WithTable): Promise<string | undefined> {
  const row = await table.get(vaultKeyKey);
  return row && vaultKeyKind.read(row).fingerprint;
}

/**
 * Remembers the fingerprint at the first call. Returns the one that is remembered: another one means that
 * the caller has another key, with which it could open nothing.
 */
export async function rememberVaultKey({ table }: WithTable, fingerprint: string): Promise<string> {
  const found = await vaultFingerprint({ table });
  if (found !== undefined) return found;
  const row = { ...vaultKeyKey, ...vaultKeyKind.write({ fingerprint }) };
  if (await tryWrite(table.put(row, [{ exists: false }]))) return fingerprint;
  return (await vaultFingerprint({ table })) ?? fingerprint;
}
