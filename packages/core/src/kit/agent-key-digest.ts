import { parseAgentKey } from "./composite-key.ts";
import { digest } from "./hash.ts";

/**
 * An agent key as a text that may be in a repository: `<keyId>:<digest>`. The digest is the one that a
 * credential stores. It opens nothing: the secret has 256 random bits, so nobody finds it by trying. The id shows when
 * the key was made, to the millisecond.
 */
const shape = /^(key_[0-9a-z]{26}):([0-9A-Za-z_-]{43})$/;

export interface AgentKeyDigest {
  keyId: string;
  /** As a credential stores it: SHA-256 of the whole key, in base64url. */
  secretHash: string;
}

/** The digest of a composite key. Undefined when the form or the checksum of the key is wrong. */
export function agentKeyDigest(compositeKey: string): string | undefined {
  const parts = parseAgentKey(compositeKey);
  return parts && `${parts.keyId}:${digest(compositeKey)}`;
}

/** The parts of a digest, or undefined when its form is wrong. */
export function parseAgentKeyDigest(text: string): AgentKeyDigest | undefined {
  const [, keyId, secretHash] = shape.exec(text) ?? [];
  return keyId && secretHash ? { keyId, secretHash } : undefined;
}
