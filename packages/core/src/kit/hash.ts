/* Only the server and the agent compute hashes. No code of the browser imports this file. */
import { createHash, timingSafeEqual } from "node:crypto";

/** SHA-256 of UTF-8 text, 32 bytes. */
export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** SHA-256 as 43 characters of base64url. Keys and rows hold secrets and foreign ids in this form. */
export function digest(text: string): string {
  return sha256(text).toString("base64url");
}

/** Compares two digests in constant time. */
export function sameDigest(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
