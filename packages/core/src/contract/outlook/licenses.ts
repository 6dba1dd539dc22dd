import * as z from "zod";
import { deployment } from "../deployment/deployment.ts";
import type { ShardRunway } from "./license-pace.ts";

/** What can be said of the shards of one kind. */
const shardSays = [
  "noLimit",
  "over",
  "full",
  "range",
  "grew",
  "lastGrew",
  "steady",
  "early",
] as const satisfies ShardRunway["say"][];

const shardCount = z.number().describe("Shards, replicas included");

/** The shards of one kind of a cluster. */
export const licensedShards = z.object({
  inUse: shardCount,
  limit: shardCount.nullable().describe("Null where the license states none"),
  say: z
    .enum(shardSays)
    .describe(
      '"range": used up between `earliest` and `latest`; "grew", "lastGrew", "steady", "early": no date can be said',
    ),
  earliest: z.number().nullable().describe("Days from now; null unless `say` is range"),
  latest: z.number().nullable().describe("Days from now: four times `earliest`"),
  text: z.string().describe("The same as a sentence"),
});
export type LicensedShards = z.infer<typeof licensedShards>;

/** What ends or is used up first. */
export const soonerKinds = ["end", "ram", "flash", "total"] as const;
export type SoonerKind = (typeof soonerKinds)[number];

/** A cluster with a license. Its license has no text and no key here. */
export const licenseOutlook = z.object({
  deploymentId: deployment.shape.id,
  deploymentName: deployment.shape.name,
  organizationId: deployment.shape.organizationId,
  source: deployment.shape.source,
  via: deployment.shape.via,
  lastUpdated: deployment.shape.lastUpdated,
  isStale: z
    .boolean()
    .describe("Its figures are the last known ones: its source is silent, or can't read it"),
  ends: z.iso.datetime().nullable().describe("Null when not known"),
  days: z.number().nullable().describe("Calendar days of UTC until then; negative: expired"),
  ram: licensedShards.nullable().describe("Null where one limit counts for both kinds"),
  flash: licensedShards.nullable().describe("The same"),
  total: licensedShards.nullable().describe("RAM and flash together, for trials and before version 7.2"),
  features: z.array(z.string()),
  sooner: z
    .object({ kind: z.enum(soonerKinds), days: z.number() })
    .nullable()
    .describe("What comes first: the end, or the earliest day on which shards are used up; null for neither"),
});
export type LicenseOutlook = z.infer<typeof licenseOutlook>;

const sums = z.object({ inUse: shardCount, limit: shardCount }).describe("Limits are never pooled");

export const licensesOutlook = z.object({
  licenses: z.array(licenseOutlook).describe("The first to end first; without a known end last"),
  counts: z
    .object({
      clusters: z.number(),
      expired: z.number(),
      soon: z.number().describe("End within 90 days"),
      over: z.number().describe("Use more shards than their license allows"),
    })
    .describe("Of all clusters that the filter matches"),
  ram: sums,
  flash: sums,
  total: sums.describe("Of the clusters with one limit for both kinds"),
  months: z
    .array(
      z.object({
        month: z.string().describe('Of UTC: "2026-11"'),
        first: z.number().describe("Calendar days from today, as the filter's field license counts them"),
        last: z.number(),
        count: z.number(),
      }),
    )
    .length(12)
    .describe("When licenses end; the first month begins today"),
  later: z.number().describe("End after these months"),
  nextCursor: z.string().optional().describe("Present while there is more"),
});
export type LicensesOutlook = z.infer<typeof licensesOutlook>;
