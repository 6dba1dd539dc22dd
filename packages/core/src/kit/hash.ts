/* Only the server and the agent compute hashes. No code of the browser imports this file. */
import { createHash, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** SHA-256 of UTF-8 text, 32 bytes. */
export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** SHA-256 as 43 characters of base64url. Keys and rows hold secrets and foreign ids in this form. */
export function digest(text: string): string {
  return sha256(text).toString("base64url");
}

const stretch = promisify<string, string, number, Buffer>(scrypt);

/**
 * The same for text that may hold what people could guess, such as the address of a hook. Each guess costs 16 MB and some
 * 50 ms (scrypt with Node's parameters), so nobody tries many.
 * @param salt another one for each text, so that equal texts differ
 */
export async function slowDigest(text: string, salt: string): Promise<string> {
  return (await stretch(text, salt, 32)).toString("base64url");
}

/** Compares two digests in constant time. */
export function sameDigest(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
