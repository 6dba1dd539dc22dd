import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { digest } from "../kit/hash.ts";
import { Secret } from "../kit/secret.ts";
import type { Vault } from "../ports/vault.ts";
import { vaultContext } from "./vault-context.ts";

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a key in a file that only its owner may read. The file is created when it is missing. For
 * one machine: anyone who can read the file can open the sealed texts.
 * @throws Error when the file does not hold a key
 */
export function createKeyFileVault(file: string): Vault {
  const key = readKey(file);
  const context = (integrationId: string) => Buffer.from(JSON.stringify(vaultContext(integrationId)));

  return {
    seal(secret, integrationId) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(context(integrationId));
      const sealed = Buffer.concat([cipher.update(secret.reveal(), "utf8"), cipher.final()]);
      return Promise.resolve(Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64"));
    },
    // `async`: a text that was sealed for another context must reject, not throw.
    open: async (sealed, integrationId) => {
      const bytes = Buffer.from(sealed, "base64");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(context(integrationId)).setAuthTag(bytes.subarray(-tagBytes));
      const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
      return new Secret(Buffer.concat([text, decipher.final()]).toString());
    },
  };
}

/** A text that differs between keys, and from which nobody finds the key. Creates the file like the vault. */
export const keyFileFingerprint = (file: string): string =>
  digest(`shardwatch vault key ${readKey(file).toString("hex")}`);

function readKey(file: string): Buffer {
  const key = readFileSync(existing(file));
  if (key.length !== keyBytes) throw new Error(`${file} must hold ${keyBytes} bytes, not ${key.length}`);
  return key;
}

/** Two processes that start at the same time must not create two keys. Only one of them can link its file. */
function existing(file: string): string {
  const own = `${file}.${process.pid}`;
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    // A mounted secret belongs to somebody else, who has set its mode.
    if (["EROFS", "EPERM"].includes(code)) return file;
    if (code !== "ENOENT") throw error;
    writeFileSync(own, randomBytes(keyBytes), { mode: 0o600 });
    try {
      linkSync(own, file);
    } catch (linkError) {
      if ((linkError as NodeJS.ErrnoException).code !== "EEXIST") throw linkError;
    } finally {
      rmSync(own);
    }
  }
  return file;
}
