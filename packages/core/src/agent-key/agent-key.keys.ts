import { type Key, keysIn, runIn } from "../table/keys.ts";

const prefix = "KEY#";

export const agentKeyKey = keysIn(prefix);

/** What an agent's call needs of its key: found by the key's id alone, in one read. */
export const credentialKey = (keyId: string): Key => ({ pk: `KEY#${keyId}`, sk: "KEY" });

export const agentKeysOf = runIn(prefix);
