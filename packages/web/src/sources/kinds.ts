import { Cloud, type LucideIcon, RadioTower, Server } from "lucide-react";
import type { DeploymentSource } from "@shardwatch/core/contract/source";
import { hasElastiCache } from "../lib/config.ts";
import { paths } from "../lib/paths.ts";

/** A kind of source. */
export interface SourceKind {
  label: string;
  icon: LucideIcon;
  /** The integrations tab that manages sources of this kind. */
  tab: { label: string; path: string };
  /** Whether this environment supports it. */
  isOn: () => boolean;
}

/** Every kind of source. A new kind compiles only when all its entries are here. */
export const sourceKinds: Record<DeploymentSource, SourceKind> = {
  agent: {
    label: "Agent",
    icon: RadioTower,
    tab: { label: "Agent Keys", path: paths.agentKeys() },
    isOn: () => true,
  },
  "redis-cloud": {
    label: "Redis Cloud",
    icon: Cloud,
    tab: { label: "Redis Cloud", path: paths.redisCloud() },
    isOn: () => true,
  },
  elasticache: {
    label: "ElastiCache",
    icon: Server,
    tab: { label: "AWS ElastiCache", path: paths.aws() },
    isOn: hasElastiCache,
  },
};

/** How a source is shown. One that only a later release knows has its own word. */
export const kindOf = (source: DeploymentSource): Pick<SourceKind, "label" | "icon"> =>
  (sourceKinds as Partial<typeof sourceKinds>)[source] ?? { label: source, icon: Server };

/** The tabs of the integrations in this environment. */
export const sourceTabs = (): { label: string; path: string }[] =>
  Object.values(sourceKinds).flatMap(({ isOn, tab }) => (isOn() ? [tab] : []));
