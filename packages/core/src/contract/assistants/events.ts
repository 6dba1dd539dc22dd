import * as z from "zod";
import { incidentSeverities } from "../incident/words.ts";
import { changeKinds } from "../history/change-kinds.ts";
import { asOf, extent, filter, filterWords, moment, notes, paging, table } from "./parts.ts";

const severity = z.enum(incidentSeverities).describe("critical: act now, warning: today, info: good to know");

export const listIncidents = {
  input: z.strictObject({
    state: z
      .enum(["open", "past"])
      .default("open")
      .describe("open: most urgent first, past: newest first, kept for 400 days"),
    severity: severity.optional(),
    filter: filter.describe("Of the deployments that they concern. See filter_help"),
    since: moment.describe("Opened since this time"),
    ...paging,
  }),
  output: z.strictObject({
    ...asOf,
    ...extent,
    total: extent.total.optional().describe("Of open ones"),
    looked_at: z.string().optional().describe("When it was last checked what is wrong"),
    notes,
    data: z.strictObject({ filter: filterWords, ...table.shape }),
  }),
};

export const explainIncident = {
  input: z.strictObject({ id: z.string().max(40).describe('Of list_incidents: "inc_…"') }),
  output: z.strictObject({
    ...asOf,
    id: z.string(),
    link: z.string(),
    state: z.string(),
    severity: z.string(),
    rule: z.string(),
    condition: z.string(),
    advice: z.string(),
    command: z.string().optional(),
    since: z.string(),
    opened: z.string(),
    resolved: z.string().optional(),
    resolution: z.string().optional(),
    silenced_until: z.string().optional(),
    flapping: z.boolean(),
    affected: z.number(),
    notes,
    data: z.strictObject({
      title: z.string(),
      cause: z.strictObject({ kind: z.string(), id: z.string().optional(), name: z.string() }),
      evidence: table,
      words: z.string().optional().describe("Of the source itself"),
      affected: table,
      acknowledged: z.strictObject({ at: z.string(), note: z.string().optional() }).optional(),
      timeline: table,
      messages: table,
    }),
  }),
};

export const whatChanged = {
  input: z.strictObject({
    deployment: z.string().max(40).optional().describe('One id, "dep_…", also of one that is gone'),
    filter,
    since: moment.describe("A day before until, when left out"),
    until: moment.describe("Now, when left out"),
    kind: z
      .enum(changeKinds)
      .optional()
      .describe(
        "changed: a field, appeared: new, deleted: by a person, moved here or moved away: to another organization",
      ),
    ...paging,
  }),
  output: z.strictObject({
    ...asOf,
    truncated: z.boolean(),
    cursor: z.string().optional(),
    kinds: z.record(z.string(), z.number()).describe("How many changes of each kind"),
    notes,
    data: z.strictObject({ filter: filterWords, ...table.shape }),
  }),
};
