import type { DatabaseRow } from "@shardwatch/core/contract/deployment/database";
import type { Known } from "../../filter/choices.ts";
import { alone, facet, type FacetSet } from "../../filter/facets.ts";

/** The facets of the list of databases. The rarer ones are about their deployments. */
export const databaseFacets: FacetSet = {
  shown: [
    facet("Severity", "severity"),
    facet("Status", "status"),
    facet("Memory", "util", "memory", "maxmemory"),
    facet("Version", "engine", "version", "cve"),
    facet("Eviction policy", "policy"),
    facet("TLS", "tls"),
    facet("Region", "region"),
    { ...facet("Type", "type"), name: "Deployment Type" },
    facet("Source", "source"),
  ],
  more: [
    ...(["runway", "ops", "clients", "hits", "lag", "frag", "persistence"] as const).map(alone),
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

/** Statuses and policies that a filter may ask about before a row shows them. */
const statuses = ["active", "degraded", "stale", "pending", "down", "unreachable", "denied"];
const policies = ["noeviction", "allkeys-lru", "allkeys-lfu", "volatile-lru", "volatile-ttl"];

/** "7.2" of "7.2.4", as people ask for a version. */
const minorOf = (version: string) => version.split(".").slice(0, 2).join(".");

const newestFirst = (a: string, b: string) => b.localeCompare(a, "en", { numeric: true });

/** Each text once, in the order of its first place. */
const distinct = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text) => text !== null)),
];

/** The choices of the filter: usual values, and those of the shown rows. Only the API has all rows. */
export function valuesIn(rows: readonly DatabaseRow[]): Known {
  const minors = distinct(rows.map(({ version }) => version && minorOf(version)));
  return {
    values: {
      status: distinct([...statuses, ...rows.map(({ status }) => status)]),
      version: [...minors.toSorted(newestFirst), "..7.2"],
      policy: distinct([...policies, ...rows.map(({ evictionPolicy }) => evictionPolicy)]),
      region: distinct(rows.map(({ region }) => region)).toSorted(),
      tls: ["yes", "no"],
    },
  };
}
