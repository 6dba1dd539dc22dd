import type { CloudSubscription, Deployment, License } from "../deployment/deployment.ts";
import type { Fact } from "./fact.ts";
import { figures } from "./figures.ts";
import { newestFacts } from "./newest.ts";
import { outlookFacts } from "./outlook.ts";

/** Parts with facts of their own. */
type Part = "databases" | "license" | "cloudSubscription" | "nodes" | "shards" | "report";

/**
 * Every fact of a deployment. The key is its path in the answer, or a name of its own where we work it out. The order is
 * that of a CSV file: a new one is added at the end.
 */
export const deploymentFacts = {
  id: { filter: "id", csv: "id", from: "Hash of the organization and the field key", age: "fixed" },
  name: { name: "Name", column: "name", csv: "name", choice: true },
  type: { filter: "type", column: "type", csv: "type", choice: true },
  source: { filter: "source", column: "source", csv: "source", from: "Kind of the source", choice: true },
  via: { filter: "via", column: "via", csv: "via", from: "Id of the source" },
  organizationId: {
    filter: "org",
    column: "organization",
    csv: "organizationId",
    from: "Organization of the source",
  },
  severity: { filter: "severity", csv: "severity", from: "The worst open incident" },
  status: { filter: "status", column: "status", csv: "status", choice: true },
  statusMessage: { name: "Status message", csv: "statusMessage", change: "message", choice: true },
  statusSince: {
    name: "Status since",
    unit: "time",
    csv: "statusSince",
    from: "Our clock, when the status changed",
  },
  freshness: { filter: "fresh", from: "Time since the last report" },
  lastUpdated: {
    name: "Last Updated",
    unit: "time",
    column: "lastUpdated",
    csv: "lastUpdated",
    from: "Our clock, when the report arrived",
  },
  databaseCount: {
    filter: "databases",
    unit: "count",
    past: "databases",
    column: "databaseCount",
    csv: "databaseCount",
    from: "Number of databases",
  },
  memoryUsed: {
    filter: "memory",
    unit: "bytes",
    past: "memoryUsed",
    csv: "memoryUsedBytes",
    from: "Sum of databases[].memoryUsed",
  },
  memoryLimit: {
    filter: "maxmemory",
    unit: "bytes",
    past: "memoryLimit",
    csv: "memoryLimitBytes",
    from: "Sum of databases[].memoryLimit",
  },
  utilization: {
    filter: "util",
    unit: "percent",
    past: "utilization",
    column: "memory",
    csv: "utilizationPercent",
    from: "Largest memoryUsed of its memoryLimit",
  },
  fullest: {
    name: "Fullest database",
    csv: "fullestDatabase",
    from: "Largest memoryUsed of its memoryLimit",
  },
  evictionPolicy: { filter: "policy", csv: "evictionPolicy", from: "Summary of the databases" },
  engine: { filter: "engine", csv: "engine", from: "Summary of the databases" },
  version: { filter: "version", column: "version", csv: "versionLowest", from: "Summary of the databases" },
  versionHighest: { name: "Highest version", csv: "versionHighest", from: "Summary of the databases" },
  endOfSupport: { filter: "eos", unit: "days", from: "Lowest version and the end of its support" },
  tls: { filter: "tls", csv: "tls", from: "Summary of the databases" },
  region: { filter: "region", column: "region", csv: "region", from: "Summary of the databases" },
  evicted: { filter: "evicting", from: "Sum of databases[].evicted, which are not kept" },
  unsaved: { filter: "unsaved", from: "Summary of the databases" },
  incident: { filter: "incident", from: "Open incidents" },
  facts: { name: "Facts of the databases", from: "Summary of the databases" },
  feeds: { name: "Sources", from: "Sources that report it" },
  detailedHistory: { name: "Detailed history", from: "Setting of its AWS account" },
  certificateEnd: {
    name: "Certificate ends",
    unit: "time",
    change: "end of the certificate",
    choice: true,
  },
  enterpriseAdminUrl: { name: "Admin address", choice: true },
  gaps: { filter: "gaps", change: "what can't be read", choice: true },

  "license.expirationDate": {
    name: "License Expiration",
    unit: "time",
    column: "licenseExpiration",
    csv: "licenseExpires",
    change: "end of the license",
    choice: true,
  },
  "license.daysLeft": {
    filter: "license",
    unit: "days",
    csv: "licenseDaysLeft",
    from: "license.expirationDate",
  },
  "license.activationDate": { name: "License activation", unit: "time", change: "start of the license" },
  "license.clusterName": { name: "Licensed cluster" },
  "license.owner": { name: "License owner", change: "license owner" },
  "license.ramShardsInUse": {
    name: figures.ramShards.name,
    unit: "count",
    past: "ramShards",
    csv: "ramShardsInUse",
  },
  "license.ramShardsLimit": {
    name: figures.ramShardLimit.name,
    unit: "count",
    past: "ramShardLimit",
    csv: "ramShardsLimit",
    choice: true,
  },
  "license.ramShards": { filter: "ram", unit: "percent", from: "license.ramShardsInUse of its limit" },
  "license.flashShardsInUse": {
    name: figures.flashShards.name,
    unit: "count",
    past: "flashShards",
    csv: "flashShardsInUse",
  },
  "license.flashShardsLimit": {
    name: figures.flashShardLimit.name,
    unit: "count",
    past: "flashShardLimit",
    csv: "flashShardsLimit",
  },
  "license.flashShards": { filter: "flash", unit: "percent", from: "license.flashShardsInUse of its limit" },
  "license.shardsLimit": { name: "Limit of shards", unit: "count", csv: "shardsLimit" },
  "license.shards": {
    filter: "shards",
    unit: "percent",
    column: "licenseUtilization",
    from: "The fuller of RAM and flash shards",
  },
  "license.features": { name: "License features", change: "features of the license" },

  "cloudSubscription.subscriptionType": { filter: "plan", change: "subscription type" },
  "cloudSubscription.provider": { filter: "provider" },
  "cloudSubscription.regions": { name: "Regions" },
  "cloudSubscription.link": { name: "Link" },

  ...newestFacts,
  persistence: {
    filter: "persistence",
    column: "persistence",
    csv: "persistence",
    from: "Summary of the databases",
  },
  knownVulnerabilities: {
    filter: "cve",
    csv: "knownVulnerabilities",
    from: "Versions and the table of vulnerabilities",
  },
  ...outlookFacts,
} as const satisfies Record<string, Fact> &
  Record<
    | Exclude<keyof Deployment, Part>
    | `license.${keyof License}`
    | `cloudSubscription.${keyof CloudSubscription}`,
    Fact
  >;
