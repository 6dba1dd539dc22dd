import { feeders as accessKeys } from "@shardwatch/core/access-key/access-key";
import type { FindFeeders } from "@shardwatch/core/deployment/feed";
import { feeders as elastiCaches } from "@shardwatch/core/elasticache/elasticache";
import { feeders as redisClouds } from "@shardwatch/core/redis-cloud/read";

/** Everything that can bring deployments into an organization, of whichever noun. */
export const feeders: FindFeeders = async (house, organization) =>
  (
    await Promise.all([accessKeys, redisClouds, elastiCaches].map((find) => find(house, organization)))
  ).flat();
