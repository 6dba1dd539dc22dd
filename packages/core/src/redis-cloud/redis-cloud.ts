import { verbsOf } from "../integration/verbs.ts";
import { redisCloud } from "./kind.ts";
import { toRedisCloud } from "./map.ts";

/** What people do with connected Redis Cloud accounts. */
export const { list, get, test, remove } = verbsOf(redisCloud, toRedisCloud);
