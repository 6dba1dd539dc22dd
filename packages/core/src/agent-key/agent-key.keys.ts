import { type Key, keysIn, runIn } from "../table/keys.ts";

const prefix = "KEY#";

export const agentKeyKey = keysIn(prefix);

/** The row that authenticates an agent's call. The key's id alone finds it, in one read. */
export const credentialKey = (keyId: string): Key => ({ pk: `KEY#${keyId}`, sk: "KEY" });

export const agentKeysOf = runIn(prefix);
