import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import { lazy, type ReactElement } from "react";
import { data, type NonIndexRouteObject, type RouteObject } from "react-router-dom";
import { paths } from "../../lib/address/paths.ts";
import { hasElastiCache } from "../../lib/settings/config.ts";

/** The loader of pages about ElastiCache. Where the feature is off, it answers 404. */
function elastiCacheOnly(): null {
  if (!hasElastiCache()) throw data(null, { status: 404 });
  return null;
}

const AgentSteps = lazy(() => import("./add/AgentSteps.tsx"));
const RedisCloudSteps = lazy(() => import("./add/RedisCloudSteps.tsx"));
const AwsSteps = lazy(() => import("./add/AwsSteps.tsx"));

/** The pages of a kind of source. */
interface SourcePages {
  /** The tab that manages its sources. */
  tab: Pick<NonIndexRouteObject, "lazy" | "loader">;
  /** The steps that add one. */
  steps: ReactElement;
}

/** A kind without pages does not compile. */
export const pagesOf: Readonly<Record<DeploymentSource, SourcePages>> = {
  agent: {
    tab: { lazy: () => import("./agent-keys/AgentKeysTab.tsx") },
    steps: <AgentSteps />,
  },
  "redis-cloud": {
    tab: { lazy: () => import("./redis-cloud/RedisCloudTab.tsx") },
    steps: <RedisCloudSteps />,
  },
  elasticache: {
    tab: { loader: elastiCacheOnly, lazy: () => import("./aws/AwsTab.tsx") },
    steps: <AwsSteps />,
  },
};

export const tabRoutes: RouteObject[] = Object.entries(pagesOf).map(([kind, { tab }]) => ({
  ...tab,
  path: paths.sourceTab(kind as DeploymentSource),
}));
