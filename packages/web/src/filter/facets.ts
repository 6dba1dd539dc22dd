import type { FieldName } from "@shardwatch/core/contract/filter/fields";

/** A button of the filter bar. It offers the choices of its fields. */
export interface Facet {
  /** The accessible name, which contains the label. */
  name: string;
  label: string;
  fields: readonly FieldName[];
}

/** The facets of a list. */
export interface FacetSet {
  /** Each has a button of its own. */
  shown: readonly Facet[];
  /** These are behind one button. */
  more: readonly Facet[];
}

export const facet = (label: string, ...fields: readonly FieldName[]): Facet => ({
  name: label,
  label,
  fields,
});

/** The facets that answer what is broken, nearly full, silent, expiring or old. Each has a button of its own. */
const shown: readonly Facet[] = [
  facet("Severity", "severity"),
  facet("Status", "status"),
  facet("Freshness", "fresh"),
  facet("Source", "source"),
  { ...facet("Type", "type"), name: "Deployment Type" },
  facet("Version", "version", "eos"),
  facet("Memory", "util", "memory"),
  facet("License", "license"),
  facet("Shards", "shards"),
];

/** The rarer ones. */
const more: readonly Facet[] = [
  facet("Memory limit", "maxmemory"),
  facet("Databases", "databases"),
  facet("Engine", "engine"),
  facet("Region", "region"),
  facet("Provider", "provider"),
  facet("Plan", "plan"),
  facet("Eviction policy", "policy"),
  facet("Evicting", "evicting"),
  facet("TLS", "tls"),
  facet("RAM shards", "ram"),
  facet("Flash shards", "flash"),
  facet("Reported by", "via"),
  facet("Missing permissions", "gaps"),
];

/** The facets of the list of deployments. */
export const deploymentFacets: FacetSet = { shown, more };
