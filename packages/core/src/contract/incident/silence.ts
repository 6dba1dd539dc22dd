import * as z from "zod";
import { anyRule } from "./any-rule.ts";
import { longestReason } from "./silence-words.ts";
import { typedName } from "../typed-text.ts";
import { longestFilter } from "../deployment/view.ts";
import { managedBy } from "../people/managed.ts";
import { revision } from "../revision.ts";

const incidentScope = z.object({ kind: z.literal("incident"), incidentId: z.string() });
const ruleScope = z.object({ kind: z.literal("rule"), rule: anyRule });
const filterScope = z.object({
  kind: z.literal("filter"),
  filter: z
    .string()
    .max(longestFilter, `must be no more than ${longestFilter} characters long`)
    .describe('The query of the list, or a line: "tls=no&region=eu-west-1", "tls:no region:eu-west-1"'),
});

/** What a silence covers: one incident, all incidents of a rule, or those of deployments that match a filter. */
const silenceScope = z.discriminatedUnion("kind", [incidentScope, ruleScope, filterScope]);
export type SilenceScope = z.infer<typeof silenceScope>;

const reason = z
  .string({ error: "A reason is required" })
  .trim()
  .min(1, "A reason is required")
  .max(longestReason, `must be no more than ${longestReason} characters long`)
  .superRefine(typedName("The reason"));

const moment = z.iso.datetime({ offset: true });

export const silenceInput = z.object({
  scope: silenceScope,
  from: moment.optional().describe("When it begins; now when it is left out or past"),
  until: moment.describe("When it ends, at most 30 days after it begins"),
  reason: reason.describe("Why, for the others"),
  confirm: z.boolean().default(false).describe("Required for a filter that matches every deployment"),
});
export type SilenceInput = z.infer<typeof silenceInput>;

export const silence = z.object({
  id: z.string(),
  organizationId: z.string(),
  scope: z.discriminatedUnion("kind", [
    incidentScope.extend({ title: z.string().describe("The title of the incident at that time") }),
    ruleScope,
    filterScope,
  ]),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  reason: z.string(),
  createdBy: z.object({
    id: z.string(),
    name: z.string().nullable().describe("Null for an account that is gone"),
  }),
  createdAt: z.iso.datetime(),
  managedBy,
  revision,
});
export type Silence = z.infer<typeof silence>;

export const silenceList = z.object({ silences: z.array(silence) });

export const silencePreviewInput = z.object({ scope: silenceScope });

export const silencePreview = z.object({
  deployments: z.number().describe("How many deployments it covers now"),
  unknown: z.number().describe("Of how many too little is known: it does not cover them"),
  incidents: z.number().describe("How many open incidents it would silence now"),
});
export type SilencePreview = z.infer<typeof silencePreview>;
