import { Cloud, type LucideIcon, RadioTower, Server } from "lucide-react";
import type { DeploymentSource, Trait } from "@shardwatch/core/contract/source";
import { hasElastiCache } from "../lib/config.ts";
import { paths } from "../lib/paths.ts";

/** How to get the first deployment of a kind. */
interface Setup {
  title: string;
  text: string;
  /** The text of the link to the kind's page. */
  link: string;
  /** Whether `AgentSetupPanel` shows the steps. */
  hasSteps: boolean;
}

/** A kind of source. */
export interface SourceKind<Source extends DeploymentSource = DeploymentSource> {
  label: string;
  /** One source of the kind: its key in the plan of an acceptance, and what people call it. */
  movable: { as: Trait<"movable", Source>; noun: string };
  icon: LucideIcon;
  /** The integrations tab that manages sources of this kind. */
  tab: { label: string; path: string };
  /** Whether this environment supports it. */
  isOn: () => boolean;
  /** The offer in an empty list; null for a kind without one. */
  setup: Setup | null;
}

/** Every kind of source. A new kind compiles only when all its entries are here. */
export const sourceKinds: { [Source in DeploymentSource]: SourceKind<Source> } = {
  agent: {
    label: "Agent",
    movable: { as: "keys", noun: "agent key" },
    icon: RadioTower,
    tab: { label: "Agent Keys", path: paths.agentKeys() },
    isOn: () => true,
    setup: {
      title: "Set up the agent",
      text: "For Redis Enterprise and open-source Redis: an agent next to your servers.",
      link: "Create an agent key",
      hasSteps: true,
    },
  },
  "redis-cloud": {
    label: "Redis Cloud",
    movable: { as: "redisClouds", noun: "Redis Cloud account" },
    icon: Cloud,
    tab: { label: "Redis Cloud", path: paths.redisCloud() },
    isOn: () => true,
    setup: {
      title: "Connect a cloud account",
      text: "For Redis Cloud: connect with an API key, and we find your databases.",
      link: "Connect Redis Cloud",
      hasSteps: false,
    },
  },
  elasticache: {
    label: "ElastiCache",
    movable: { as: "awsAccounts", noun: "AWS account" },
    icon: Server,
    tab: { label: "AWS ElastiCache", path: paths.aws() },
    isOn: hasElastiCache,
    setup: null,
  },
};

/** The tabs of the integrations in this environment. */
export const sourceTabs = (): { label: string; path: string }[] =>
  Object.values(sourceKinds).flatMap(({ isOn, tab }) => (isOn() ? [tab] : []));
