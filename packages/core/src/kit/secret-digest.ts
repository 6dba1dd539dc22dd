import { parseAgentKey, tokenIdIn } from "./composite-key.ts";
import { digest } from "./hash.ts";

/**
 * An agent key or an API token as a text that may be in a repository: `<id>:<digest>`. The digest is the one that
 * their rows store. It opens nothing: the secret has 256 random bits, so nobody finds it by trying. The id shows when
 * it was made, to the millisecond.
 */
const shape = /^((key|tok)_[0-9a-z]{26}):([0-9A-Za-z_-]{43})$/;

export interface SecretDigest {
  /** Of the key or the token. */
  id: string;
  /** As their rows store it: SHA-256 of the whole key or token, in base64url. */
  secretHash: string;
}

/** The digest of a key or a token. Undefined when its form or its checksum is wrong. */
export function digestOf(secret: string): string | undefined {
  const id = parseAgentKey(secret)?.keyId ?? tokenIdIn(secret);
  return id && `${id}:${digest(secret)}`;
}

/** The parts of the digest of a key or of a token. Undefined when its form is wrong, or it is of the other kind. */
export function parseDigest(kind: "key" | "tok", text: string): SecretDigest | undefined {
  const [, id, found, secretHash] = shape.exec(text) ?? [];
  return id && found === kind && secretHash ? { id, secretHash } : undefined;
}
