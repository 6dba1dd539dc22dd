import * as z from "zod";
import { auditedActions } from "./audited-actions.ts";

/**
 * Who did it: a person, an agent with its key, a program with its token, Shardwatch on its own, or the operator's
 * configuration file.
 */
export const auditActorKind = z.enum(["person", "accessKey", "token", "system", "file"]);
export type AuditActorKind = z.infer<typeof auditActorKind>;

/** One field of the object before and after the change. Null: there was none, or is none. */
export const auditChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const auditEvent = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  action: z.enum(auditedActions),
  actor: z.object({
    kind: auditActorKind,
    id: z.string().nullable(),
    name: z.string().nullable().meta({ description: "Null for an account, a key or a token that is gone" }),
  }),
  object: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
  changes: z.array(auditChange),
  deployments: z
    .object({ count: z.number(), first: z.array(z.string()) })
    .nullable()
    .meta({
      description: "The deployments that a change of their source concerns: how many, and ids of the first",
    }),
  address: z.string().nullable(),
  client: z.string().nullable(),
  result: z.string().meta({ description: '"ok", or the code of the refusal' }),
  reason: z.string().nullable().meta({ description: "The sentence of the refusal" }),
  requestId: z.string().nullable(),
});
export type AuditEvent = z.infer<typeof auditEvent>;

export const auditPage = z.object({ events: z.array(auditEvent), nextCursor: z.string().optional() });
export type AuditPage = z.infer<typeof auditPage>;
