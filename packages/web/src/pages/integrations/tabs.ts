import { hasElastiCache } from "../../lib/config.ts";
import { paths } from "../../lib/paths.ts";

/** The tabs that there are here, for the page and for the palette. */
export function integrationTabs(): { to: string; label: string }[] {
  return [
    { to: paths.agentKeys(), label: "Agent Keys" },
    { to: paths.redisCloud(), label: "Redis Cloud" },
    ...(hasElastiCache() ? [{ to: paths.aws(), label: "AWS ElastiCache" }] : []),
  ];
}
