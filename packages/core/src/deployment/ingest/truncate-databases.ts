import { deflateRawSync } from "node:zlib";
import type { Database } from "../../contract/deployment/deployment.ts";

/** The most databases that one deployment has after this. */
const mostDatabases = 5_000;
/**
 * Most bytes of all databases, compressed. `putDetail` accepts more, so that the licence and the subscription
 * fit, too.
 */
const largest = 330_000;

/**
 * As many of the databases as one row certainly holds, in their order. A customer's account may have any
 * number of them, with names of any length. The rest of the account must still be shown.
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
