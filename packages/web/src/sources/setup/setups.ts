import type { DeploymentSource } from "@shardwatch/core/contract/source";

/** How to add a source of each kind, in one line. */
export const setups: Record<DeploymentSource, { title: string; text: string }> = {
  agent: {
    title: "Set up the agent",
    text: "For Redis Enterprise and open-source Redis: a lightweight agent that runs next to your servers.",
  },
  "redis-cloud": {
    title: "Connect a cloud account",
    text: "For Redis Cloud: connect with an API key, and we discover your subscriptions and databases.",
  },
  elasticache: {
    title: "Connect an AWS account",
    text: "For ElastiCache: grant a read-only role in your account, and we discover your caches.",
  },
};
