import * as z from "zod";
import { keyNameFaults, keyNameLetters, longestKeyName, shortestKeyName } from "./access-key-name.ts";
import { overlapHours } from "./key-overlap.ts";
import { managedBy } from "../people/managed.ts";
import { revision } from "../revision.ts";

/** In days. */
const longestKeyLife = 3_650;

/** The name rules with the messages of the specification. `keyNameFault` has the same rules for the form. */
export const accessKeyName = z
  .string({ error: keyNameFaults.missing })
  .trim()
  .min(1, keyNameFaults.missing)
  .min(shortestKeyName, keyNameFaults.tooShort)
  .max(longestKeyName, keyNameFaults.tooLong)
  .regex(keyNameLetters, keyNameFaults.letters);

export const accessKeyInput = z.object({
  name: accessKeyName,
  expiresInDays: z
    .int()
    .min(1)
    .max(longestKeyLife)
    .optional()
    .describe("After so many days nothing can be reported with it; left out for a key without an end"),
});

/** An agent that reports with a key, as its last report described it; null for what the report left out. */
export const keyAgent = z.object({
  id: z.string(),
  name: z.string().nullable().describe("What its configuration calls it; null for nothing"),
  version: z.string().nullable(),
  platform: z.string().nullable().describe('For example "linux-x64"'),
  startedAt: z.iso.datetime().nullable().describe("When its process started, by its own clock"),
  lastSeen: z.iso.datetime().describe("When its last report arrived"),
  stale: z.boolean().describe("Whether it has been silent for five minutes"),
  clockSkewMs: z.number().nullable().describe("How far its clock is ahead of ours; negative when behind"),
  lastError: z.string().nullable(),
  roundMs: z
    .number()
    .nullable()
    .describe(
      "How long its round before took, to read all and send it; null for agents that don't report it",
    ),
  moved: z
    .boolean()
    .nullable()
    .describe("While two secrets work: whether its last report had the new one; null otherwise"),
  deployments: z.number().describe("How many deployments it tells the state of"),
});
export type KeyAgent = z.infer<typeof keyAgent>;

export const accessKey = z.object({
  keyId: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().describe("Id of the account; only it and admins may revoke the key"),
  managedBy,
  revision,
  expiresAt: z.iso.datetime().nullable().describe("When it ends with both of its secrets; null for no end"),
  lastUsed: z.iso.datetime().nullable().describe("To five minutes; null when never used"),
  agents: z.array(keyAgent).describe("Those that report with it, the last heard first"),
  deployments: z
    .object({ count: z.number(), first: z.array(z.string()) })
    .describe("How many deployments it reports, and the ids of the first few"),
  rotation: z
    .object({
      formerSecretEndsAt: z.iso.datetime(),
      moved: z.number().describe("How many agents reported last with the new secret"),
      agents: z.number().describe("How many agents use the key"),
    })
    .nullable()
    .describe("While two secrets work; null otherwise"),
  secretEnded: z
    .literal(true)
    .optional()
    .describe(
      "Its secret ended when the key moved here, because somebody else had it. A rotation gives a new one",
    ),
  refused: z
    .object({ count: z.number(), first: z.array(z.string()) })
    .describe("How many deployments it reports that another key owns, and the ids of the first few"),
});
export type AccessKey = z.infer<typeof accessKey>;

export const rotationInput = z.object({
  overlapHours: z
    .int()
    .min(overlapHours.none)
    .max(overlapHours.most)
    .default(overlapHours.usual)
    .describe("How long the former secret keeps working; with 0 it ends at once"),
});
export type RotationInput = z.infer<typeof rotationInput>;

/** The answer to creating or rotating a key: the only time that the whole key is shown. */
export const createdAccessKey = accessKey.extend({
  compositeKey: z.string().describe("sw_<keyId>_<secret><checksum>; cannot be shown again"),
});
export type CreatedAccessKey = z.infer<typeof createdAccessKey>;

export const accessKeyList = z.object({ accessKeys: z.array(accessKey) });
