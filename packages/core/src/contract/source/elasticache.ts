import * as z from "zod";
import { managedBy } from "../people/managed.ts";
import { lastDataAt, readingSteps, readingUnderWay } from "./reading-step.ts";
import { roleArnFault } from "./role-arn.ts";
import { revision } from "../revision.ts";

const roleArn = z
  .string({ error: "is required" })
  .trim()
  .superRefine((text, context) => {
    const fault = roleArnFault(text);
    if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
  });

export const elastiCacheInput = z.object({
  roleArn: roleArn.describe("The role in the customer's account that lets us read"),
  externalId: z
    .string({ error: "is required" })
    .trim()
    .min(1, "is required")
    .max(200, "must be the external ID that was issued to your organization")
    .describe(
      "The one that POST /api/elasticache/external-id gives; the role's trust policy must require it",
    ),
});
export type ElastiCacheInput = z.infer<typeof elastiCacheInput>;

export const detailedHistoryInput = z.object({ on: z.boolean({ error: "must be true or false" }) });
export type DetailedHistoryInput = z.infer<typeof detailedHistoryInput>;

export const externalId = z.object({
  externalId: z.string().describe("Always the same for an organization, and nobody else's"),
});

export const elastiCacheStatus = z
  .enum(["pending", "ok", "partial", "denied", "error"])
  .describe(
    'Of the last reading: "pending" before the first, "partial" when a region could not be read, ' +
      '"denied" when the role does not let us in',
  );
export type ElastiCacheStatus = z.infer<typeof elastiCacheStatus>;

/** A connected AWS account. It reports one deployment, whose databases are the account's caches. */
export const elastiCacheIntegration = z.object({
  deploymentId: z.string().describe("Of the integration and of the deployment that it reports"),
  roleArn: z.string(),
  externalId: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().describe("Id of the account; only it and admins may change or delete it"),
  managedBy,
  revision,
  status: elastiCacheStatus,
  lastSyncAt: z.iso.datetime().nullable().describe("When the last reading ended, whatever became of it"),
  lastDataAt,
  nextSyncAt: z.iso.datetime().nullable().describe("When the next reading is due; null for at once"),
  lastError: z.string().nullable().describe("Why the last reading was not, or not wholly, a success"),
  caches: z.number().nullable().describe("How many the last reading found; null before the first success"),
  steps: readingSteps,
  progress: readingUnderWay,
  detailedHistory: z
    .object({
      on: z.boolean(),
      metrics: z
        .number()
        .nullable()
        .describe(
          "CloudWatch metrics of a reading, of which there is one an hour; null before the first success",
        ),
      dollarsPerMonth: z
        .number()
        .nullable()
        .describe("What AWS charges the customer for them in 30 days, on or not; null while it is not known"),
    })
    .describe("Clients, lookups, evictions and keys of each cache, beside its memory"),
});
export type ElastiCacheIntegration = z.infer<typeof elastiCacheIntegration>;

export const elastiCacheList = z.object({ integrations: z.array(elastiCacheIntegration) });
