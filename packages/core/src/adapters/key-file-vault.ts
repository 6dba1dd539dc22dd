import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { digest } from "../kit/hash.ts";
import { sealedBytes, sealedText } from "../kit/sealed-text.ts";
import { Secret } from "../kit/secret.ts";
import type { Vault } from "../ports/vault.ts";
import { contextOf, vaultContext } from "./vault-context.ts";

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
  const encode = (context: object) => Buffer.from(JSON.stringify(context));

  return {
    // `async`: what cannot be sealed or opened must reject, not throw.
    seal: async (secret, id) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(encode(vaultContext(id)));
      const sealed = Buffer.concat([cipher.update(secret.reveal(), "utf8"), cipher.final()]);
      return sealedText(Buffer.concat([nonce, sealed, cipher.getAuthTag()]));
    },
    open: async (sealed, id) => {
      const bytes = sealedBytes(sealed);
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(encode(contextOf(sealed, id))).setAuthTag(bytes.subarray(-tagBytes));
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
