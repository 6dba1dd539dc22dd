import * as z from "zod";
import {
  byteCount,
  clusterNode,
  database,
  deploymentType,
  engine,
  license,
  ownFacts,
  shard,
} from "./parts.ts";
import { liveFigures } from "./live.ts";
import type { Persistence } from "./persistence.ts";
import { deploymentOutlook } from "../outlook/in-lists.ts";
import { deploymentSources } from "../source/source.ts";

export * from "./parts.ts";

export const cloudSubscription = z.object({
  subscriptionType: z.string(),
  provider: z.string().nullable(),
  regions: z.array(z.string()),
  link: z.string().nullable(),
});
export type CloudSubscription = z.infer<typeof cloudSubscription>;

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
  persistence: z
    .array(z.enum(["aof", "snapshot", "off"] satisfies Persistence[]))
    .optional()
    .describe("How the databases are written to disk, each way once; absent where that of one is not known"),
  unlimited: z.number().optional().describe("How many databases have no limit set; absent for none"),
  limitUnknown: z
    .number()
    .optional()
    .describe("Of several databases, how many have an unknown limit; absent for none and for all"),
  regions: z.array(z.string()).optional(),
  gaps: z.boolean().optional().describe("Whether the source could not read something; absent for no"),
  evictions: z.boolean().optional().describe("Whether the source counts evicted keys"),
  unsaved: z.boolean().optional().describe("Whether a last write to disk failed; absent for no"),
});
export type DatabaseFacts = z.infer<typeof databaseFacts>;

/**
 * What all databases of a deployment did in the newest five minutes. Null is not known. A hit ratio is also null where
 * nothing was looked up.
 */
export const newestFigures = liveFigures
  .pick({
    opsPerSecond: true,
    clients: true,
    lookupsPerSecond: true,
    hitRatio: true,
    evictedPerSecond: true,
    keys: true,
    fragmentation: true,
    replicationLag: true,
    replicationSilence: true,
  })
  .extend({ to: z.iso.datetime().describe("When the five minutes ended") });
export type NewestFigures = z.infer<typeof newestFigures>;

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
  ...ownFacts.shape,
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
  figures: newestFigures
    .optional()
    .describe("Only where they are asked for, and not older than two rhythms of its source"),
  outlook: deploymentOutlook.optional().describe("Only where it is asked for, and it has databases"),
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
      roundMs: z.number().nullable(),
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
  certificateEnd: z.iso
    .datetime()
    .optional()
    .describe("When the first of its servers' TLS certificates ends; absent when not known, or without TLS"),
  detailedHistory: z
    .boolean()
    .optional()
    .describe("Whether more than memory is read of an ElastiCache account; absent for no"),
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
