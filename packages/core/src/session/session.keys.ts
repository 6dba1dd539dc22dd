import type { Key } from "../table/keys.ts";

export const sessionKey = (hash: string): Key => ({ pk: `SESSION#${hash}`, sk: "SESSION" });
