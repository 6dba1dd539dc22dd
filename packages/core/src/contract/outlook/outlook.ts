import * as z from "zod";
import { byteCount, deployment, database } from "../deployment/deployment.ts";
import { allSays } from "./says.ts";

const moment = z.iso.datetime();

/** What is said of the memory of a database. Usually it grows to its limit, or is at it. */
export const memoryOutlook = z.object({
  deploymentId: deployment.shape.id,
  deploymentName: deployment.shape.name,
  organizationId: deployment.shape.organizationId,
  type: deployment.shape.type,
  source: deployment.shape.source,
  isStale: z
    .boolean()
    .describe("Its figures are the last known ones: its source is silent, or can't read it"),
  database: database.pick({ id: true, name: true }),
  used: byteCount.nullable(),
  limit: byteCount.nullable().describe('"0" where no limit is set; null where it is not known'),
  fullAt: z
    .number()
    .describe("The part of the limit at which it is full: 1, or less for Active-Active databases"),
  policy: z.string().nullable(),
  share: z
    .number()
    .nullable()
    .describe("Percent of the keys that have an expiry, on the newest day; null when not known"),
  say: z
    .enum(allSays)
    .describe(
      '"date": it is full between `earliest` and `latest`; "unclear": it grows; "full": it is full. The others as in `counts`',
    ),
  earliest: moment.nullable().describe("Null unless `say` is date"),
  likely: moment.nullable(),
  latest: moment.nullable(),
  days: z
    .number()
    .nullable()
    .describe("Days that the growth has lasted; where `say` is early, the days that are known"),
  within: z
    .number()
    .nullable()
    .describe("Where `say` is far: it is not full within so many days. Null for the others"),
  perDay: byteCount.nullable().describe("Growth of the daily peak, in bytes a day"),
  trend: z.enum(["steady", "faster", "slower"]).nullable(),
  level: z.enum(["ok", "warning", "critical"]).describe("How bad it is to be full, by its eviction policy"),
  whenFull: z.string().describe("What happens when it is full, or what happens now"),
});
export type MemoryOutlook = z.infer<typeof memoryOutlook>;

export const outlook = z.object({
  asOf: moment.nullable().describe("The midnight of UTC at which the trends end; null before the first fold"),
  items: z
    .array(memoryOutlook)
    .describe("The earliest date first, then what is unclear, then what is full, the worst first"),
  counts: z
    .object({
      date: z.number(),
      unclear: z.number(),
      full: z.number(),
      far: z.number().describe("Grow, and are not full within the days that can be said"),
      none: z.number().describe("Show no growth"),
      early: z.number().describe("Are known for too few days, or not of the newest ones"),
      noLimit: z.number().describe("Have no limit set"),
      unknown: z.number().describe("Have a limit that is not known"),
      tiered: z
        .number()
        .describe(
          "Also keep values on flash, so their memory may be full before their limit: no date is said",
        ),
    })
    .describe("Databases that the filter matches, by what is said of them"),
  total: z.number().describe("How many items there are on all pages"),
  nextCursor: z.string().optional().describe("Present while there is more"),
});
export type OutlookAnswer = z.infer<typeof outlook>;

/** The counts of no databases. */
export const noCounts = Object.fromEntries(allSays.map((say) => [say, 0])) as Readonly<
  OutlookAnswer["counts"]
>;
