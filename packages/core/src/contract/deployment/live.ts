import * as z from "zod";
import { byteCount } from "./parts.ts";

const figure = z.number().nullable();

/** What a database does, as the mean of five minutes where it is a rate. Null is not known. */
export const liveFigures = z.object({
  opsPerSecond: figure.describe("Commands, those of the monitoring itself included"),
  clients: figure.describe("Connected clients, the largest number of the five minutes"),
  lookupsPerSecond: figure.describe("Keys that were looked up"),
  hitRatio: figure.describe("Percent of the keys looked up that were there; null without lookups"),
  evictedPerSecond: figure,
  expiredPerSecond: figure,
  keys: figure,
  expiring: figure.describe("Keys with an expiry"),
  memoryUsed: byteCount.nullable().describe("The largest of the five minutes, to 0.05%"),
  fragmentation: figure.describe("Resident memory divided by the memory used; says little for small data"),
  replicationLag: byteCount
    .nullable()
    .describe("Bytes that the slowest replica has not acknowledged, the largest of the five minutes"),
  replicationSilence: figure.describe(
    "Seconds since a replica and its primary last heard of each other, the largest of the five minutes",
  ),
});
export type LiveFigures = z.infer<typeof liveFigures>;

export const liveFigureNames = liveFigures.keyof();
export type LiveFigureName = z.infer<typeof liveFigureNames>;

/** The newest five-minute values of a deployment; while its databases can't be read, the last ones. */
export const live = z.object({
  from: z.iso.datetime().nullable().describe("When the five minutes began; null when there are none yet"),
  to: z.iso
    .datetime()
    .nullable()
    .describe(
      "When they ended: at most about six minutes ago while its source reports and its databases can be read. Those of a new deployment run still, and end later than now",
    ),
  hourly: z
    .object({ from: z.iso.datetime(), to: z.iso.datetime() })
    .optional()
    .describe("The five minutes of all figures but memory, where they are read once an hour: ElastiCache"),
  total: liveFigures.describe("Of all databases; a figure that one of them lacks is null"),
  partial: z
    .object({
      total: liveFigures.describe("Of the databases that reported each figure"),
      reported: z.array(z.object({ figure: liveFigureNames, databases: z.number() })),
    })
    .optional()
    .describe("Where some databases lack a figure: the total without them, and how many have it"),
  databases: z.array(liveFigures.extend({ id: z.string() })),
  unknown: z
    .array(z.object({ figure: liveFigureNames, reason: z.string() }))
    .describe("Why a figure of all databases is null"),
});
export type Live = z.infer<typeof live>;
