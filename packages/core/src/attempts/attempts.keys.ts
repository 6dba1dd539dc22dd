import type { Key } from "../table/keys.ts";

/** How often somebody tried something within one window of time. */
export const attemptsKey = (hash: string): Key => ({ pk: `ATTEMPTS#${hash}`, sk: "ATTEMPTS" });
