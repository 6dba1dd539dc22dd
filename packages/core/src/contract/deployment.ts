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

export const engine = z.enum(["redis", "valkey"]);
export type Engine = z.infer<typeof engine>;

/** A fact that is null could not be read. One that is absent was never stored, because the row is older. */
export const database = z.object({
  id: z.string(),
  name: z.string().nullable().describe('Shown as "db {id}" when null'),
  status: z.string(),
  version: z.string().nullable(),
  memoryUsed: byteCount.nullable(),
  memoryLimit: byteCount.nullable().describe('"0" is no limit set, null is not known'),
  tlsEnabled: z.boolean().nullable(),
  engine: engine.nullable().optional(),
  evictionPolicy: z.string().nullable().optional().describe('In the words of Redis, such as "noeviction"'),
  nodeType: z.string().nullable().optional().describe('Of a managed cache, such as "cache.r7g.large"'),
  region: z.string().nullable().optional().describe("Where one database can differ from the next"),
  role: z.enum(["primary", "replica"]).nullable().optional().describe("Of a single server"),
  maxClients: z.number().nullable().optional().describe("How many clients may be connected"),
  startedAt: z.iso
    .datetime()
    .nullable()
    .optional()
    .describe("When its server started, by that server's count"),
  persistence: z.string().nullable().optional().describe('In the words of its source, such as "aof"'),
  persistenceFailed: z.boolean().nullable().optional().describe("Whether the last write to disk failed"),
  replicas: z
    .number()
    .nullable()
    .optional()
    .describe("How many replicas each primary has; the fewest where they differ"),
  mostReplicas: z.number().optional().describe("The most that a primary has, where they differ"),
  modules: z.array(z.string()).optional(),
  encryptedAtRest: z.boolean().nullable().optional(),
  endpoint: z
    .string()
    .nullable()
    .optional()
    .describe("Where clients connect; from an agent only if its configuration says tellAddress: true"),
});
export type Database = z.infer<typeof database>;

/** A node of a cluster. */
export const clusterNode = z.object({
  id: z.string().describe("The first digits of its id; never an address"),
  address: z.string().optional().describe("Only if the agent's configuration says tellAddress: true"),
  role: z.enum(["primary", "replica"]).nullable(),
  replicaOf: z.string().optional().describe("The first digits of its primary's id, if it is a replica"),
  slots: z.number().nullable().describe("Of 16,384"),
  state: z.string().describe('"ok", or what is wrong'),
});
export type ClusterNode = z.infer<typeof clusterNode>;

/** A shard of a database of Redis Enterprise. */
export const shard = z.object({
  id: z.string(),
  database: z.string().describe("The id of its database"),
  node: z.string().nullable().describe("The id of its node"),
  role: z.enum(["primary", "replica"]).nullable(),
  state: z.string().describe('"active", or what is wrong'),
});
export type Shard = z.infer<typeof shard>;

/** The source of the data, shown as a badge. */
const deploymentSource = z.enum(deploymentSources);

/** What is known about all databases of a deployment together. A fact that is absent is not known. */
export const databaseFacts = z.object({
  engines: z.array(engine).optional().describe("Each once"),
  versions: z.tuple([z.string(), z.string()]).optional().describe("The lowest and the highest"),
  lowestByEngine: z
    .object({ redis: z.string().optional(), valkey: z.string().optional() })
    .optional()
    .describe("The lowest version of each engine; absent for one engine"),
  tls: z.enum(["yes", "no", "mixed"]).optional(),
  policy: z.string().optional().describe('The eviction policy of all, or "mixed"'),
  unlimited: z.number().optional().describe("How many databases have no limit set; absent for none"),
  limitUnknown: z
    .number()
    .optional()
    .describe("Of several databases, how many have an unknown limit; absent for none and for all"),
  regions: z.array(z.string()).optional(),
  gaps: z.boolean().optional().describe("Whether the source could not read something; absent for no"),
  evictions: z.boolean().optional().describe("Whether the source counts evicted keys"),
});
export type DatabaseFacts = z.infer<typeof databaseFacts>;

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
  statusSince: z.iso
    .datetime()
    .optional()
    .describe("Since when the source reports this status; of a stale deployment, the status before it"),
  via: z
    .string()
    .optional()
    .describe('What reports it: "key_…/agent" for an agent, else the integration\'s id'),
  facts: databaseFacts.optional(),
  fullest: z
    .object({ utilization: z.number().describe("Percent of its limit"), database: z.string() })
    .optional()
    .describe("The fullest of several databases; of a single one it follows from the sums"),
  evicted: z.number().optional().describe("Keys evicted between the last two reports; absent for none"),
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
  failure: z
    .object({
      reason: z.string(),
      since: z.iso.datetime().nullable().describe("No data has come since then; null when not known"),
    })
    .nullable()
    .describe("Why nothing comes from it: its last reading brought no data, or its key has expired"),
});
export type ReportingSource = z.infer<typeof reportingSource>;

/** The last report of a deployment's source, beside what it says of the deployment. */
export const lastReport = z.object({
  receivedAt: z.iso.datetime(),
  measuredAt: z.iso.datetime().describe("By the source's clock, corrected"),
  complete: z
    .boolean()
    .describe("Whether it had the databases; otherwise those of an earlier report are shown"),
  commands: z
    .record(z.string(), z.number())
    .nullable()
    .describe("How many of each command the agent sent to its servers for it; null when not known"),
  agent: z
    .object({
      id: z.string(),
      name: z.string().nullable(),
      version: z.string().nullable(),
      platform: z.string().nullable(),
      startedAt: z.iso.datetime().nullable(),
      clockSkewMs: z.number().nullable(),
      lastError: z.string().nullable(),
    })
    .nullable()
    .describe("Null for a source that we read"),
});
export type LastReport = z.infer<typeof lastReport>;

/** One deployment with all its databases. */
export const deployment = common.extend({
  databases: z.array(database),
  license: license.nullable(),
  feeds: z
    .array(reportingSource)
    .describe("The living keys and integrations that report it, and so bring it back when it is deleted"),
  gaps: z.array(z.string()).describe("What its source could not read, and which right would help"),
  nodes: z.array(clusterNode).optional().describe("Absent when its source does not list them"),
  shards: z
    .array(shard)
    .optional()
    .describe("Of Redis Enterprise; absent when its source does not list them"),
  report: lastReport.nullable().describe("Null when its source is gone"),
});
export type Deployment = z.infer<typeof deployment>;

export const deploymentList = z.object({
  deployments: z.array(deploymentListItem),
  nextCursor: z.string().optional().describe("Present while there is more"),
});
export type DeploymentList = z.infer<typeof deploymentList>;

/** What an open page asks for often, to reload only after a change. */
export const lastChange = z.object({
  changedAt: z.iso
    .datetime()
    .nullable()
    .describe("When more than figures last changed: a status, a name, a new deployment; null for never"),
});
