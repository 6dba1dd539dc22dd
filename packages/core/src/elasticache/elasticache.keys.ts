import { type Key, keyIn, keysIn, runIn } from "../table/keys.ts";

const prefix = "ELASTICACHE#";

/** A connected AWS account. Its id is also the id of its deployment. */
export const elastiCacheKey = keysIn(prefix);

/** The external ID that was issued to an organization. */
export const externalIdKey = keyIn("EXTERNALID");

/** One row for each connected role, across all organizations. */
export const roleKey = (hash: string): Key => ({ pk: `ROLE#${hash}`, sk: "ROLE" });

export const elastiCachesOf = runIn(prefix);

/** In the index: every connected AWS account of every organization, for the schedule. */
export const everyElastiCache = "ELASTICACHES";
