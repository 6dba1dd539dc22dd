import type { Deployment, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";

/** Names of the fields that a deployment has in the list and by itself. */
export const deploymentFields = [
  "id",
  "organizationId",
  "name",
  "type",
  "source",
  "status",
  "statusMessage",
  "lastUpdated",
  "databaseCount",
  "memoryUsed",
  "memoryLimit",
  "cloudSubscription",
  "enterpriseAdminUrl",
  "statusSince",
  "via",
  "facts",
  "fullest",
  "evicted",
  "databases",
  "license",
] as const satisfies (keyof Deployment & keyof DeploymentListItem)[];
