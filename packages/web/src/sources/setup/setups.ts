import type { DeploymentSource } from "@shardwatch/core/contract/source";

/** How to get the first deployment of a kind. */
interface Setup {
  title: string;
  text: string;
  /** The text of the link to the kind's page. */
  link: string;
  /** Whether `AgentSetupPanel` shows the steps. */
  hasSteps: boolean;
}

/** The offers while there is no deployment. */
export const setups: Record<DeploymentSource, Setup> = {
  agent: {
    title: "Set up the agent",
    text: "For Redis Enterprise and open-source Redis: a lightweight agent that runs next to your servers.",
    link: "Create an agent key",
    hasSteps: true,
  },
  "redis-cloud": {
    title: "Connect a cloud account",
    text: "For Redis Cloud: connect with an API key, and we discover your subscriptions and databases.",
    link: "Connect Redis Cloud",
    hasSteps: false,
  },
  elasticache: {
    title: "Connect an AWS account",
    text: "For ElastiCache: grant a read-only role in your account, and we discover your caches.",
    link: "Connect AWS",
    hasSteps: false,
  },
};
