import * as z from "zod";
import { integrationSources } from "./source/source.ts";

/** The sources that a worker reads. */
const integrationSource = z.enum(integrationSources);

const current = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("finishOrganizationDeletion"), organizationId: z.string() }),
  z.object({ kind: z.literal("finishAcceptance"), accountId: z.string(), invitationId: z.string() }),
  z.object({ kind: z.literal("notifyMembers"), organizationId: z.string(), deliveryId: z.string() }),
  z.object({ kind: z.literal("census"), organizationId: z.string() }),
  z.object({ kind: z.literal("foldDays"), organizationId: z.string() }),
  z.object({ kind: z.literal("forgetHistory"), organizationId: z.string() }),
  z.object({
    kind: z.literal("evaluate"),
    organizationIds: z.array(z.string()),
    minute: z.number().describe("The minute of the pass, Unix epoch in milliseconds"),
    previous: z.number().describe("The minute of the pass before"),
    since: z.number().describe("Since when there was a pass in every minute"),
    heardSince: z
      .number()
      .optional()
      .describe("Since when reports are accepted, without an outage of ours; left out for no outage"),
  }),
  z.object({
    kind: z.literal("deliver"),
    organizationId: z.string(),
    channelId: z.string(),
    deliveryId: z.string(),
  }),
  z.object({
    kind: z.literal("mailInvitation"),
    organizationId: z.string(),
    invitationId: z.string(),
    sentAt: z.number().describe("Which sending of it, Unix epoch in milliseconds"),
  }),
  z.object({
    kind: z.literal("mailSignInLink"),
    emailHash: z.string().describe("Of whom it is for"),
  }),
  z.object({
    kind: z.literal("sealAnew"),
    organizationId: z.string(),
    id: z.string().describe("The account or channel whose texts a former release sealed"),
  }),
  z.object({
    kind: z.literal("syncIntegration"),
    source: integrationSource,
    organizationId: z.string(),
    integrationId: z.string(),
    awaited: z.boolean().optional().describe("Whether a person waits for it"),
  }),
]);

/** A job that release 0.3.0 queued, for an announcement that it wrote. Both go with the release after 0.4.0. */
const formerNotice = z.object({
  kind: z.literal("notifyMembers"),
  organizationId: z.string(),
  announcement: z.string(),
});

/** Work that a worker does later, and retries when it fails. Every job is safe to repeat. */
export const job = z.union([current, formerNotice]);
export type Job = z.infer<typeof job>;
