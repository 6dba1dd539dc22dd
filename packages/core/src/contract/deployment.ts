import * as z from "zod";
import { deploymentSources } from "./source.ts";

/**
 * A count of bytes as a decimal string. It may exceed 2^53, so it is never a JSON number. One database has
 * less than 2^63 bytes. The sum over the most databases that a deployment can have takes 23 digits.
 */
export const byteCount = z
  .string()
  .regex(/^\d{1,23}$/, "must be a whole number of bytes as a decimal string");

export const deploymentType = z.enum(["STANDALONE", "CLUSTER", "ENTERPRISE", "CLOUD"]);
export type DeploymentType = z.infer<typeof deploymentType>;

/** A Redis Enterprise licence. Counts are shards; absent limits arrive as 0. */
export const license = z.object({
  activationDate: z.string().nullable(),
  expirationDate: z.string().nullable(),
  clusterName: z.string().nullable(),
  owner: z.string().nullable(),
  ramShardsInUse: z.number(),
  ramShardsLimit: z.number(),
  flashShardsInUse: z.number(),
  flashShardsLimit: z.number(),
  shardsLimit: z.number(),
  features: z.array(z.string()),
});
export type License = z.infer<typeof license>;

export const cloudSubscription = z.object({
  subscriptionType: z.string(),
  provider: z.string().nullable(),
  regions: z.array(z.string()),
  link: z.string().nullable(),
});
export type CloudSubscription = z.infer<typeof cloudSubscription>;

export const database = z.object({
  id: z.string(),
  name: z.string().nullable().describe('Shown as "db {id}" when null'),
  status: z.string(),
  version: z.string().nullable(),
  memoryUsed: byteCount.nullable(),
  memoryLimit: byteCount.nullable().describe('"0" is no limit set, null is not known'),
  tlsEnabled: z.boolean().nullable(),
});
export type Database = z.infer<typeof database>;

/** The source of the data, shown as a badge. */
const deploymentSource = z.enum(deploymentSources);

const common = z.object({
  id: z.string(),
  organizationId: z.string(),
  name: z.string(),
  type: deploymentType,
  source: deploymentSource,
  status: z.string().describe('"active", "stale" when its source is silent, or what the source says'),
  statusMessage: z.string().nullable().describe("Why it is not active, in the source's words"),
  lastUpdated: z.iso.datetime().describe("When we last heard of it"),
  databaseCount: z.number(),
  memoryUsed: byteCount.nullable().describe("Sum over the databases where known"),
  memoryLimit: byteCount.nullable(),
  cloudSubscription: cloudSubscription.nullable(),
  enterpriseAdminUrl: z.string().nullable(),
});

/** A row of the list: at most the first ten databases, and the licence's fields that the list shows. */
export const deploymentListItem = common.extend({
  databases: z.array(database.pick({ id: true, name: true, status: true })).max(10),
  license: license
    .pick({
      expirationDate: true,
      ramShardsInUse: true,
      ramShardsLimit: true,
      flashShardsInUse: true,
      flashShardsLimit: true,
      shardsLimit: true,
    })
    .nullable(),
});
export type DeploymentListItem = z.infer<typeof deploymentListItem>;

/** An agent key or an integration that reports a deployment. */
export const reportingSource = z.object({
  kind: deploymentSource,
  id: z.string().describe("Of the agent key or the integration"),
  name: z.string(),
  lastUsed: z.iso.datetime().describe("To five minutes"),
});
export type ReportingSource = z.infer<typeof reportingSource>;

/** One deployment with all its databases. */
export const deployment = common.extend({
  databases: z.array(database),
  license: license.nullable(),
  feeds: z
    .array(reportingSource)
    .describe("The living keys and integrations that report it, and so bring it back when it is deleted"),
  gaps: z.array(z.string()).describe("What its source could not read, and which right would help"),
});
export type Deployment = z.infer<typeof deployment>;

export const deploymentList = z.object({
  deployments: z.array(deploymentListItem),
  nextCursor: z.string().optional().describe("Present while there is more"),
});
export type DeploymentList = z.infer<typeof deploymentList>;
