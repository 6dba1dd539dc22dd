import * as z from "zod";
import { channelEventTypes, deliveryStates } from "../channel/words.ts";
import {
  causeKinds,
  incidentEventKinds,
  incidentSeverities,
  incidentStates,
  listedMembers,
  mostMembers,
  resolutions,
} from "./words.ts";
import { type HistoryMetric, historyMetricNames } from "../catalogue/figures.ts";
import { patchedVersion } from "./patched.ts";
import { anyRule } from "./any-rule.ts";
import { typedLines } from "../typed-text.ts";

/** A deployment, an integration, an agent or a key that an incident concerns. */
const incidentMember = z.object({
  id: z
    .string()
    .describe("Of the deployment, the integration or the key, or key and agent as a list shows them"),
  name: z.string(),
  value: z.string().nullable().describe('What the rule saw when it fired, such as "92.4% of its limit"'),
});
export type IncidentMember = z.infer<typeof incidentMember>;

const acknowledgement = z.object({
  by: z.object({ id: z.string(), name: z.string().nullable().describe("Null for an account that is gone") }),
  at: z.iso.datetime(),
  note: z.string().nullable(),
});

const advice = z.object({
  text: z.string().describe("What to do"),
  command: z.string().nullable().describe("A command or a policy that helps, to copy"),
});

const channelName = z.object({
  id: z.string(),
  name: z.string().nullable().describe("Null for a channel that is gone"),
});

/** An incident in a list. */
export const incident = z.object({
  id: z.string(),
  organizationId: z.string(),
  rule: anyRule,
  ruleName: z.string().describe("As it was called when the incident opened"),
  severity: z.enum(incidentSeverities),
  cause: z.object({
    kind: z.enum(causeKinds),
    id: z.string().nullable().describe("Of what caused it; null where that has no id"),
    name: z.string(),
  }),
  title: z.string().describe("What is wrong and why, in a sentence"),
  since: z.iso.datetime().describe("When what is wrong began"),
  openedAt: z.iso.datetime().describe("When it was noticed"),
  state: z.enum(incidentStates),
  resolvedAt: z.iso.datetime().nullable(),
  resolution: z.enum(resolutions).nullable(),
  affected: z.object({
    count: z
      .number()
      .describe(
        "How many deployments it concerns now, or other things where it concerns none; after its end, how many at most. 5,000 is 5,000 or more",
      ),
    first: z.array(incidentMember).max(listedMembers),
    others: z.array(z.string()).optional().describe("Ids of the others, in the list of open incidents"),
  }),
  acknowledged: acknowledgement.nullable(),
  silencedUntil: z.iso.datetime().nullable(),
  flapping: z.boolean().describe("Whether it began and ended again and again within an hour"),
  sequence: z.number().describe("Counts what is worth a message about it, from 1"),
  advice: advice.optional().describe("Absent in lists of past incidents"),
  notified: z
    .array(channelName)
    .optional()
    .describe("The channels to which a message about it went, in the list of open incidents"),
});
export type Incident = z.infer<typeof incident>;

export const incidentList = z.object({
  incidents: z.array(incident),
  nextCursor: z.string().optional().describe("Present while there is more"),
  patched: z
    .array(patchedVersion)
    .optional()
    .describe("Versions that a distribution patched, in the list of open incidents; absent for none"),
  lookedAt: z.iso
    .datetime()
    .optional()
    .describe("The last minute in which organizations were looked at, in the list of open incidents"),
  deafUntil: z.iso
    .datetime()
    .optional()
    .describe(
      "Present after an outage of this service, in the list of open incidents: before this time it is not known who is silent",
    ),
});
export type IncidentList = z.infer<typeof incidentList>;

/** What of the past of its deployments shows an incident. */
const incidentChart = z.object({
  metric: z
    .enum(historyMetricNames as [HistoryMetric, ...HistoryMetric[]])
    .nullable()
    .describe("Null: the status shows it"),
  thresholds: z
    .array(z.object({ severity: z.enum(incidentSeverities), value: z.number() }))
    .describe("From these values on, an incident has the severity"),
  deployments: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        database: z.string().optional().describe("The id of the database; absent for all as one"),
      }),
    )
    .max(listedMembers)
    .describe("The most urgent first"),
});
export type IncidentChart = z.infer<typeof incidentChart>;

/** An incident with all that its page shows. */
export const incidentDetail = incident.extend({
  evidence: z.object({
    figures: z.array(z.object({ label: z.string(), value: z.string() })),
    words: z.string().nullable().describe("What the source itself says about it"),
    since: z.iso.datetime().nullable().describe("Since when it lasts, where that is known"),
  }),
  condition: z.string().describe("When its rule opens an incident and when that is over, in words"),
  advice,
  chart: incidentChart.optional().describe("Absent where no history shows it"),
  members: z
    .array(incidentMember.pick({ id: true, name: true }))
    .max(mostMembers)
    .describe("Names of the first 100"),
  timeline: z.array(
    z.object({
      at: z.iso.datetime(),
      kind: z.enum(incidentEventKinds),
      text: z.string().nullable(),
      by: z.string().nullable().describe("The name of the person; null for Shardwatch"),
    }),
  ),
  intended: z
    .boolean()
    .optional()
    .describe("Whether somebody said that it's meant to be so; absent where nobody can say it"),
  messages: z
    .array(
      z.object({
        channel: channelName,
        type: z.enum(channelEventTypes),
        at: z.iso.datetime(),
        state: z.enum(deliveryStates),
      }),
    )
    .describe("What channels were told about it, the oldest first. Summaries are those that name it"),
});
export type IncidentDetail = z.infer<typeof incidentDetail>;

export const acknowledgementInput = z.object({
  note: z
    .string()
    .trim()
    .max(500)
    .superRefine(typedLines("The note"))
    .optional()
    .describe("Why, for the others"),
});
