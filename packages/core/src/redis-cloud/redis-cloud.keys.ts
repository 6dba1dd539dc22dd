import { keysIn, runIn } from "../table/keys.ts";

const prefix = "CLOUD#";

/** A connected Redis Cloud account. */
export const redisCloudKey = keysIn(prefix);

/** One row for each account that an organization has connected. */
export const redisCloudAccountKey = keysIn("CLOUDACCOUNT#");

export const redisCloudsOf = runIn(prefix);

/** In the index: every connected Redis Cloud account of every organization, for the schedule. */
export const everyRedisCloud = "REDIS_CLOUDS";
