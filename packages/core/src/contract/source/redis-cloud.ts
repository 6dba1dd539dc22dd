import * as z from "zod";
import { managedBy } from "../people/managed.ts";
import { lastDataAt, readingCalls, readingSteps, readingUnderWay } from "./reading-step.ts";
import { typedName } from "../typed-text.ts";
import { revision } from "../revision.ts";

export const defaultCloudName = "shardwatch-redis-cloud";

const longestName = 100;
const nameTooLong = `Name must have at most ${longestName} characters`;

/** The characters that an HTTP header allows. Keys of Redis Cloud consist of letters and digits. */
const key = (what: string) =>
  z
    .string({ error: `${what} is required` })
    .trim()
    .min(1, `${what} is required`)
    .max(200, `${what} must have at most 200 characters`)
    .regex(/^[\x21-\x7e]*$/, `${what} must be printable characters without spaces`);
const apiKey = key("API key");
const apiSecret = key("API secret");

export const redisCloudInput = z.object({
  apiKey: apiKey.describe("The account key of Redis Cloud, sent there as x-api-key"),
  apiSecret: apiSecret.describe("A user key of the same account, sent there as x-api-secret-key"),
  name: z
    .string()
    .trim()
    .max(longestName, nameTooLong)
    .superRefine(typedName("Name"))
    .transform((text) => text || defaultCloudName)
    .default(defaultCloudName),
  redisCloudAccountId: z
    .union([
      z
        .string()
        .trim()
        .regex(/^\d{1,20}$/, "Account id must be a number"),
      z.int().nonnegative().transform(String),
    ])
    .optional()
    .describe("When given, the keys must belong to this account"),
});
export type RedisCloudInput = z.infer<typeof redisCloudInput>;

export const redisCloudChange = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, "Name is required")
      .max(longestName, nameTooLong)
      .superRefine(typedName("Name"))
      .optional(),
    apiKey: apiKey.optional(),
    apiSecret: apiSecret.optional(),
  })
  .superRefine((input, context) => {
    const missing = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (input.apiKey !== undefined && input.apiSecret === undefined)
      missing("apiSecret", "API secret is required with a new API key");
    if (input.apiSecret !== undefined && input.apiKey === undefined)
      missing("apiKey", "API key is required with a new API secret");
    if (Object.values(input).every((value) => value === undefined))
      missing("name", "A name is required, or an API key with its secret");
  });
export type RedisCloudChange = z.infer<typeof redisCloudChange>;

export const syncStatus = z
  .enum(["pending", "ok", "denied", "throttled", "error"])
  .describe('Of the last reading; "pending" before the first, "denied" when the keys were refused');
export type SyncStatus = z.infer<typeof syncStatus>;

/** A connected Redis Cloud account. Its keys are in no answer. */
export const redisCloud = z.object({
  id: z.string(),
  name: z.string(),
  redisCloudAccountId: z.string(),
  accountName: z.string().nullable().describe("As Redis Cloud calls the account"),
  createdAt: z.iso.datetime(),
  createdBy: z.string().describe("Id of the account; only it and admins may change or delete it"),
  managedBy,
  revision,
  lastUsed: z.iso.datetime().nullable().describe("When the account was last read with success"),
  status: syncStatus,
  lastSyncAt: z.iso.datetime().nullable().describe("When the last reading ended, whatever became of it"),
  lastDataAt,
  nextSyncAt: z.iso.datetime().nullable().describe("When the next reading is due; null for at once"),
  lastError: z.string().nullable().describe("Why the last reading was not, or not wholly, a success"),
  found: z
    .object({ subscriptions: z.number(), databases: z.number() })
    .nullable()
    .describe("What the last reading found; null before the first success"),
  steps: readingSteps,
  progress: readingUnderWay,
  calls: readingCalls,
});
export type RedisCloud = z.infer<typeof redisCloud>;

export const redisCloudList = z.object({ redisClouds: z.array(redisCloud) });
