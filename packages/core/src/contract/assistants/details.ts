import * as z from "zod";
import { figures, type HistoryMetric, historyMetricNames } from "../catalogue/figures.ts";
import { asOf, moment, notes, table } from "./parts.ts";

const fact = z.union([z.string(), z.number()]);

export const explainDeployment = {
  input: z.strictObject({
    deployment: z.string().min(1).max(200).describe('Its id, "dep_…", or its exact name'),
  }),
  output: z.strictObject({
    ...asOf,
    id: z.string(),
    link: z.string(),
    notes,
    advice: z.array(z.string()).optional().describe("For its incidents"),
    data: z.strictObject({
      name: z.string(),
      facts: z.record(z.string(), fact).describe("By field of the filter; none: there is none"),
      status_message: z.string().optional(),
      status_since: z.string().optional(),
      last_report: z.string(),
      license_end: z.string().optional(),
      certificate_end: z.string().optional(),
      reported_by: table,
      databases: table,
      gaps: z.array(z.string()).describe("What its source can't read"),
      incidents: table,
    }),
  }),
};

export const historyOf = {
  input: z.strictObject({
    deployment: z.string().max(40).describe('Its id, "dep_…"'),
    metric: z
      .enum(historyMetricNames as [HistoryMetric, ...HistoryMetric[]])
      .describe(historyMetricNames.map((name) => `${name}: ${figures[name].name}`).join("; ")),
    database: z.string().min(1).max(64).default("total").describe("Id of one database; total: all of them"),
    from: moment.describe("A day before to, when left out"),
    to: moment.describe("Now, when left out"),
  }),
  output: z.strictObject({
    ...asOf,
    id: z.string(),
    metric: z.string(),
    unit: z.string(),
    of: z.string().describe("What a value is of its step"),
    from: z.string(),
    to: z.string(),
    step_seconds: z.number(),
    values: z.array(z.number().nullable()).describe("One each step; null: not known"),
    summary: z.string().optional(),
    gaps: table,
    notes,
  }),
};
