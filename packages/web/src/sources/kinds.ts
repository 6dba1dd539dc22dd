import { Cloud, type LucideIcon, RadioTower, Server } from "lucide-react";
import type { DeploymentSource } from "@shardwatch/core/contract/deployment";
import { hasElastiCache } from "../lib/config.ts";
import { paths } from "../lib/paths.ts";

/** How the first deployment of a kind comes into the list. */
interface Setup {
  title: string;
  text: string;
  /** What the link to the kind's page says. */
  link: string;
  /** Whether `AgentSetupPanel` shows the steps. */
  hasSteps: boolean;
}

/** A kind of what reports deployments. */
export interface SourceKind {
  label: string;
  icon: LucideIcon;
  /** The tab of the integrations where sources of this kind are managed. */
  tab: { label: string; path: string };
  /** Whether this environment has it. */
  isOn: () => boolean;
  /** What an empty list offers; null for a kind that it does not offer. */
  setup: Setup | null;
}

/** Every kind of source. A new kind compiles only once everything here is said about it. */
export const sourceKinds: Record<DeploymentSource, SourceKind> = {
  agent: {
    label: "Agent",
    icon: RadioTower,
    tab: { label: "Agent Keys", path: paths.agentKeys() },
    isOn: () => true,
    setup: {
      title: "Set up the agent",
      text: "For Redis Enterprise and open-source Redis: a small program beside your servers that reports to Shardwatch.",
      link: "Create an agent key",
      hasSteps: true,
    },
  },
  "redis-cloud": {
    label: "Redis Cloud",
    icon: Cloud,
    tab: { label: "Redis Cloud", path: paths.redisCloud() },
    isOn: () => true,
    setup: {
      title: "Connect a cloud account",
      text: "For Redis Cloud: subscriptions and databases are found with an API key of your account.",
      link: "Connect Redis Cloud",
      hasSteps: false,
    },
  },
  elasticache: {
    label: "ElastiCache",
    icon: Server,
    tab: { label: "AWS ElastiCache", path: paths.aws() },
    isOn: hasElastiCache,
    setup: null,
  },
};

/** The tabs of the integrations in this environment. */
export const sourceTabs = (): { label: string; path: string }[] =>
  Object.values(sourceKinds).flatMap(({ isOn, tab }) => (isOn() ? [tab] : []));
