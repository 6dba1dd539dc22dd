import { deflateRawSync } from "node:zlib";
import type { Database } from "../../contract/deployment.ts";

/** One deployment has at most so many databases here. */
const mostDatabases = 5_000;
/** Bytes of all of them, compressed: what is beside them in the row is less than the rest of what `putDetail` takes. */
const largest = 330_000;

/**
 * As many of the databases as one row surely holds, in their order: somebody else's account may have any number of them,
 * with names of any length, and the rest of it must be shown all the same.
 */
export function fitting(databases: readonly Database[]): Database[] {
  let fit = databases.slice(0, mostDatabases);
  while (!fits(fit)) fit = fit.slice(0, Math.floor(fit.length / 2));
  return fit;
}

function fits(databases: readonly Database[]): boolean {
  const text = JSON.stringify(databases);
  return Buffer.byteLength(text) <= largest || deflateRawSync(text).length <= largest;
}
