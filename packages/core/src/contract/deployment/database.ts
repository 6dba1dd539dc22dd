import * as z from "zod";
import { listedOutlook } from "../outlook/in-lists.ts";
import { byteCount, database, deployment, engine, newestFigures } from "./deployment.ts";
import { optionalColumns } from "./optional-columns.ts";

const { id, organizationId, name, type, source, lastUpdated } = deployment.shape;

/** A database in the list of all databases of an organization. A fact that is null is not known. */
export const databaseRow = z.object({
  ...database.pick({ id: true, name: true, version: true, memoryUsed: true, memoryLimit: true }).shape,
  tlsEnabled: database.shape.tlsEnabled,
  status: z.string().describe('As the source says it; "stale" when the source of its deployment is silent'),
  engine: engine.nullable(),
  evictionPolicy: z.string().nullable(),
  nodeType: z.string().nullable(),
  region: z.string().nullable().describe("Its own, or else the only one of its deployment"),
  persistence: z.string().nullable().describe('In the words of its source, such as "aof"'),
  utilization: z
    .number()
    .nullable()
    .describe("Percent of its limit with one decimal; null without a limit, or when it is not known"),
  deploymentId: id,
  deploymentName: name,
  organizationId,
  type,
  source,
  lastUpdated,
  figures: newestFigures
    .optional()
    .describe("Only where they are asked for, and not older than two rhythms of its source"),
  outlook: listedOutlook.optional().describe("Only where it is asked for"),
});
export type DatabaseRow = z.infer<typeof databaseRow>;

export const databaseList = z.object({
  databases: z.array(databaseRow),
  total: z.number().describe("How many databases the filter matches"),
  deployments: z.number().describe("How many deployments have them"),
  memoryUsed: byteCount.nullable().describe("Sum over the matching databases where known"),
  memoryLimit: byteCount.nullable().describe("Sum over the matching databases that have a limit"),
  unlimited: z.number().describe("How many matching databases have no limit set"),
  empty: z
    .array(z.enum(optionalColumns))
    .describe("Columns in which no database of the organization has anything, whatever the filter"),
  nextCursor: z.string().optional().describe("Present while there is more"),
});
export type DatabaseList = z.infer<typeof databaseList>;
