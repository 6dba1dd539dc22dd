import * as z from "zod";

/** A piece of work that a worker does later, by itself, and again when it fails: each is safe to repeat. */
export const job = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("finishOrganizationDeletion"), organizationId: z.string() }),
  z.object({ kind: z.literal("finishAcceptance"), accountId: z.string(), invitationId: z.string() }),
  z.object({ kind: z.literal("notifyMembers"), organizationId: z.string(), announcement: z.string() }),
  z.object({ kind: z.literal("syncRedisCloud"), organizationId: z.string(), integrationId: z.string() }),
  z.object({ kind: z.literal("syncElastiCache"), organizationId: z.string(), integrationId: z.string() }),
]);
export type Job = z.infer<typeof job>;
