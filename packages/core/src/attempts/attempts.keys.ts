import type { Key } from "../table/keys.ts";

/** The count of one caller's attempts within one window of time. */
export const attemptsKey = (hash: string): Key => ({ pk: `ATTEMPTS#${hash}`, sk: "ATTEMPTS" });
