import * as z from "zod";
import { deploymentType } from "../deployment/deployment.ts";
import { countedStatuses } from "./census.ts";
import { type FleetMetric, fleetMetricNames } from "../catalogue/figures.ts";

const values = z
  .array(z.number().nullable())
  .describe("One for each step, from `from` on; null is not known, because nothing was counted then");

const series = z.object({
  metric: z.enum(fleetMetricNames as [FleetMetric, ...FleetMetric[]]),
  unit: z.enum(["bytes", "percent", "perSecond", "count", "seconds", "ratio"]),
  of: z.enum(["largest", "mean", "last"]).describe("What a value says about a day"),
  values,
});

/** The past of all deployments of an organization together. */
export const fleetHistory = z.object({
  from: z.iso.datetime().describe("The begin of the first step: what was asked for, in whole steps of UTC"),
  to: z.iso.datetime().describe("The end of the last step"),
  step: z.union([z.literal(3_600), z.literal(86_400)]).describe("Seconds: an hour up to 31 days, else a day"),
  newest: z.iso.datetime().nullable().describe("The begin of the newest hour in which was counted"),
  types: z
    .array(z.object({ type: deploymentType, values }))
    .describe("Deployments by type; types without any are left out"),
  statuses: z
    .array(z.object({ status: z.enum(countedStatuses), values }))
    .describe("Deployments by status; statuses without any are left out"),
  series: z.array(series).describe("Metrics without any value are left out"),
});
export type FleetHistory = z.infer<typeof fleetHistory>;

/** The memory of each deployment in the last 24 hours. */
export const sparks = z.object({
  at: z.iso.datetime().nullable().describe("The begin of the newest hour; null before the first census"),
  step: z.literal(3_600),
  sparks: z
    .record(z.string(), z.string())
    .describe(
      "By deployment: 24 characters, the oldest hour first. 0-9A-Za-z is 0 to 100% of the limit, - is unknown. " +
        "Without a limit they follow ~ and are parts of the largest of them",
    ),
});
export type Sparks = z.infer<typeof sparks>;
