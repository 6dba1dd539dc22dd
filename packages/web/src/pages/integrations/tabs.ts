import type { DeploymentSource } from "@shardwatch/core/contract/source";
import type { RouteObject } from "react-router-dom";
import { patterns } from "../../lib/urls.ts";
import { elastiCacheOnly } from "./guard.ts";

/** The tab of each kind of source. A kind without a tab does not compile. */
const tabs: Record<DeploymentSource, RouteObject> = {
  agent: { path: patterns.agentKeys, lazy: () => import("./agent-keys/AgentKeysTab.tsx") },
  "redis-cloud": { path: patterns.redisCloud, lazy: () => import("./redis-cloud/RedisCloudTab.tsx") },
  elasticache: {
    path: patterns.aws,
    loader: elastiCacheOnly,
    lazy: () => import("./aws/AwsTab.tsx"),
  },
};

export const tabRoutes: RouteObject[] = Object.values(tabs);
