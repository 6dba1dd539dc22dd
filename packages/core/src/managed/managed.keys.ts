import type { Key } from "../table/keys.ts";

/** The file that was applied last. */
export const appliedFileKey: Key = { pk: "CONFIGURATION", sk: "FILE" };
