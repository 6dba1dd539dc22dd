import { cloudCallBudget } from "../contract/source/redis-cloud-limits.ts";
import { cleanText } from "../kit/foreign-text.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import type { IntegrationKind } from "../integration/kind.ts";
import { mostIntegrations } from "../integration/limits.ts";
import { everyRedisCloud, redisCloudKey, redisCloudsOf } from "./redis-cloud.keys.ts";
import {
  accountKeyOf,
  markDeleted,
  moveRedisCloud,
  putRedisCloud,
  redisCloudKind,
  type RedisCloudRow,
} from "./redis-cloud.table.ts";

/** A connected Redis Cloud account as a kind of integration. */
export const redisCloud: IntegrationKind<RedisCloudRow> = {
  source: "redis-cloud",
  key: redisCloudKey,
  rowsOf: redisCloudsOf,
  index: everyRedisCloud,
  codec: redisCloudKind,
  isId: (id) => isId("redisCloud", id),
  credentials: "sealed",
  optional: ["lastError", "after"],
  nameOf: ({ name }) => cleanText(name),
  statusOf: ({ status }) => status,
  nextReadingOf: ({ nextSyncAt }) => nextSyncAt,
  foundOf: ({ subscriptions, databases = 0 }) =>
    subscriptions === undefined ? null : { subscriptions, databases },
  callsOf: ({ calls }) => (calls === undefined ? null : { used: calls, budget: cloudCallBudget }),
  makeDue: () => ({ remove: [redisCloudKind.attribute.nextSyncAt] }),
  notFound: () => new Problem("notFound", "Redis Cloud integration not found"),
  quotaReached: () =>
    new Problem("conflict", `An organization can connect up to ${mostIntegrations} Redis Cloud accounts.`, {
      code: "TOO_MANY_INTEGRATIONS",
    }),
  disconnected: ({ id, name: stored }, at) => {
    const name = cleanText(stored);
    return {
      event: `redis cloud ${id} disconnected`,
      at,
      type: "DEPLOYMENT_DELETED",
      title: "Redis Cloud account disconnected",
      message: `${name} was disconnected, and its deployments were deleted.`,
      reasonMessage: `The Redis Cloud integration ${name} was deleted.`,
      names: [name],
    };
  },
  put: putRedisCloud,
  markDeleted,
  move: moveRedisCloud,
  connectedIn: async (services, organization, rows) => {
    const taken = await services.table.batchGet(
      rows.map(({ accountId }) => accountKeyOf(organization, accountId)),
    );
    return new Set(rows.flatMap(({ id }, index) => (taken[index] ? [id] : [])));
  },
};
