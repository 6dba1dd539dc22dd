import { alone, facet, type FacetSet } from "../../filter/facets.ts";

/** The facets of the list of databases. The rarer ones are about their deployments. */
export const databaseFacets: FacetSet = {
  shown: [
    facet("Severity", "severity"),
    facet("Status", "status"),
    facet("Memory", "util", "memory", "maxmemory"),
    facet("Version", "engine", "version"),
    facet("Eviction policy", "policy"),
    facet("TLS", "tls"),
    facet("Region", "region"),
    { ...facet("Type", "type"), name: "Deployment Type" },
    facet("Source", "source"),
  ],
  more: [
    ...(["ops", "clients", "hits", "lag", "frag", "persistence"] as const).map(alone),
    facet("Freshness", "fresh"),
    facet("License", "license"),
    facet("Shards", "shards"),
    facet("Provider", "provider"),
    facet("Plan", "plan"),
    facet("Evicting", "evicting"),
    facet("Reported by", "via"),
    facet("Missing permissions", "gaps"),
  ],
};
