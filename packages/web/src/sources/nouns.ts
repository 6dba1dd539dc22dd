import type { DeploymentSource } from "@shardwatch/core/contract/source";

/** What people call one source of a kind. */
export const sourceNouns: Record<DeploymentSource, string> = {
  agent: "agent key",
  "redis-cloud": "Redis Cloud account",
  elasticache: "AWS account",
};
