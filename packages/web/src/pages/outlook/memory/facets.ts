import type { Known } from "../../../filter/choices.ts";
import { alone, facet, type FacetSet } from "../../../filter/facets.ts";

/** The facets of the outlook: what limits a database, and whose it is. */
export const outlookFacets: FacetSet = {
  shown: [
    facet("Memory", "util", "memory", "maxmemory"),
    facet("Eviction policy", "policy"),
    facet("Version", "engine", "version"),
    facet("Region", "region"),
    { ...facet("Type", "type"), name: "Deployment Type" },
    facet("Source", "source"),
  ],
  more: (["status", "severity", "fresh", "evicting", "tls", "provider", "plan"] as const).map(alone),
};

/** The usual values of the fields. The outlook has only the databases that grow, so it does not know the others. */
export const usualValues: Known = {
  values: {
    status: ["active", "degraded", "stale", "pending", "down", "unreachable", "denied"],
    policy: ["noeviction", "allkeys-lru", "allkeys-lfu", "volatile-lru", "volatile-ttl"],
    tls: ["yes", "no"],
  },
};
