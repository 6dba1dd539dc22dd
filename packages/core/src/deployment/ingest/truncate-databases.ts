import { deflateRawSync } from "node:zlib";
import type { Database } from "../../contract/deployment.ts";

/** How many databases one deployment has at most here. */
const mostDatabases = 5_000;
/** Bytes of all of them, compressed. `putDetail` takes more: the licence and the subscription fit beside them. */
const largest = 330_000;

/**
 * As many of the databases as one row surely holds, in their order. A customer's account may have any number of them, with
 * names of any length, and the rest of the account must be shown all the same.
 */
export function truncateDatabases(databases: readonly Database[]): Database[] {
  let rest = databases.slice(0, mostDatabases);
  while (!isStorable(rest)) rest = rest.slice(0, Math.floor(rest.length / 2));
  return rest;
}

function isStorable(databases: readonly Database[]): boolean {
  const text = JSON.stringify(databases);
  return Buffer.byteLength(text) <= largest || deflateRawSync(text).length <= largest;
}
