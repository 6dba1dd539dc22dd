import * as z from "zod";

/* What reports and answers have in common. The function that takes in reports has only this part. */

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
  activeActive: z
    .boolean()
    .nullable()
    .optional()
    .describe(
      "Whether it is an Active-Active database, which is full below its limit; an agent says it only if so",
    ),
  tiered: z
    .boolean()
    .nullable()
    .optional()
    .describe("Whether it also keeps values on flash; an agent says it only if so"),
  endpoint: z
    .string()
    .nullable()
    .optional()
    .describe("Where clients connect; from an agent only if its configuration says tellAddress: true"),
});
export type Database = z.infer<typeof database>;

/**
 * What a source says of a deployment as a whole. Reports, rows, answers and the feed of changes have each of them as it
 * came. A further one is optional, because older rows lack it. It is not known where it is absent.
 */
export const ownFacts = z.object({
  enterpriseAdminUrl: z.string().nullable(),
});
export type OwnFacts = z.infer<typeof ownFacts>;

type KnownOf<Some> = { [Name in keyof Some]: Exclude<Some[Name], undefined> };

/** These facts alone, as far as they are known. */
export function ownFactsOf<Some extends { [Name in keyof OwnFacts]?: OwnFacts[Name] | undefined }>(
  some: Some,
) {
  const known = Object.entries(some).filter(([name, value]) => name in ownFacts.shape && value !== undefined);
  return Object.fromEntries(known) as KnownOf<Pick<Some, keyof Some & keyof OwnFacts>>;
}

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
