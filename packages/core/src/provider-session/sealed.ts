import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Secret } from "../kit/secret.ts";

const nonceBytes = 12;
const tagBytes = 16;

/** Another key than the hash that finds the row, from the same secret. */
const keyOf = (secret: Secret) =>
  Buffer.from(hkdfSync("sha256", secret.reveal(), "", "shardwatch provider session", 32));

/**
 * AES-256-GCM with a key that only the browser's cookie gives. The table alone opens nothing, and the functions
 * that serve people need no right to a vault.
 */
export function seal(text: Secret, secret: Secret): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), nonce);
  const sealed = Buffer.concat([cipher.update(text.reveal(), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64");
}

/** Throws an error for a text that was sealed with another secret. */
export function unseal(sealed: string, secret: Secret): Secret {
  const bytes = Buffer.from(sealed, "base64");
  const options = { authTagLength: tagBytes };
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, nonceBytes), options);
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
  return new Secret(Buffer.concat([text, decipher.final()]).toString());
}
