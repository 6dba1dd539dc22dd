import { createCipheriv, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKeyFileVault } from "@shardwatch/core/adapters/key-file-vault";
import type { Vault } from "@shardwatch/core/ports/vault";

export interface BothForms {
  vault: Vault;
  /** Seals a text as 0.3.0 did. */
  sealFormerly(text: string, id: string): string;
}

/** A vault of this release, and what a former release sealed with the same key. */
export function vaultOfBothForms(key = randomBytes(32)): BothForms {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-former-seals-"));
  try {
    const file = join(folder, "vault.key");
    writeFileSync(file, key);
    return { vault: createKeyFileVault(file), sealFormerly: (text, id) => sealFormerly(key, text, id) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The lines of 0.3.0's `key-file-vault.ts`. They don't use the code of this release, which could change for both. */
function sealFormerly(key: Buffer, text: string, integration: string): string {
  const context = JSON.stringify({ application: "shardwatch", integration });
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64");
}
