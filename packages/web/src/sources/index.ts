import {
  type DeploymentSource,
  deploymentSources,
  sourceTraits,
  traitsOf,
} from "@shardwatch/core/contract/source/source";
import { type LucideIcon, Server } from "lucide-react";
import { paths } from "../lib/address/paths.ts";
import { agent } from "./agent/index.ts";
import { elastiCache } from "./elasticache/index.ts";
import { redisCloud } from "./redis-cloud/index.ts";
import type { WebSource } from "./source.ts";

/** Every kind of source. A kind that is missing here does not compile. */
export const webSources: Readonly<Record<DeploymentSource, WebSource>> = {
  agent,
  "redis-cloud": redisCloud,
  elasticache: elastiCache,
};

/** How a source is shown. One that only a later release knows has its own word. */
export function shownAs(source: DeploymentSource): { label: string; icon: LucideIcon } {
  const known = (webSources as Partial<typeof webSources>)[source];
  return known ? { label: sourceTraits[source].label, icon: known.icon } : { label: source, icon: Server };
}

/** "Agent key", "AWS account": what people call one source, at the begin of a sentence. */
export function nounOf(source: DeploymentSource): string {
  const { noun } = traitsOf(source);
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
}

/** The tabs of the integrations in this environment. */
export const sourceTabs = (): { label: string; path: string }[] =>
  deploymentSources.flatMap((kind) => {
    const { isOn, tab } = webSources[kind];
    return isOn() ? [{ label: tab, path: paths.sourceTab(kind) }] : [];
  });
