import * as z from "zod";
import { type HistoryMetric, historyMetricNames } from "../catalogue/figures.ts";

export const historyMetric = z.enum(historyMetricNames as [HistoryMetric, ...HistoryMetric[]]);

const series = z.object({
  metric: historyMetric,
  database: z
    .string()
    .nullable()
    .describe("A database's id; null for all of them, or for all that have no series of their own"),
  others: z.number().optional().describe("How many databases a series of the others is of"),
  unit: z.enum(["bytes", "percent", "perSecond", "count", "seconds", "ratio"]),
  of: z
    .enum(["largest", "mean", "last"])
    .describe("What a value says about the step of a database. Series of several add these up"),
  values: z
    .array(z.number().nullable())
    .describe("One for each step, from `from` on; null is not known. Figures are right to 0.05%"),
});
export type HistorySeries = z.infer<typeof series>;

/** The past of a deployment's figures. */
export const history = z.object({
  from: z.iso.datetime().describe("The begin of the first step: what was asked for, in whole steps of UTC"),
  to: z.iso.datetime().describe("The end of the last step"),
  step: z.union([z.literal(300), z.literal(3_600), z.literal(86_400)]).describe("Seconds"),
  newest: z.iso.datetime().nullable().describe("The begin of the newest step with a value or a status"),
  begins: z.iso
    .datetime()
    .nullable()
    .describe("When the deployment was first seen; null where that is not known"),
  series: z.array(series),
  status: z
    .array(z.tuple([z.string(), z.number()]))
    .describe('The worst status of each step, as [status, number of steps]; "silent" without a word'),
  unknown: z
    .array(z.object({ metric: historyMetric, reason: z.string() }))
    .describe("Metrics without any value in this range, with the reason"),
});
export type History = z.infer<typeof history>;
