import * as z from "zod";
import { allSays } from "./says.ts";

const moment = z.iso.datetime();

/** What lists say about when the memory of a database is full, by the trends of the newest folded day and the limit of now. */
export const listedOutlook = z.object({
  say: z
    .enum(allSays)
    .describe('"date": it may be full from `earliest` on; the others as in `counts` of GET /outlook'),
  earliest: moment.nullable().describe("Null unless `say` is date"),
  latest: moment.nullable(),
});
export type ListedOutlook = z.infer<typeof listedOutlook>;

/** The same of a deployment: of its database with the earliest date, or of the most urgent one where none has a date. */
export const deploymentOutlook = listedOutlook.extend({
  database: z
    .object({ id: z.string(), name: z.string().nullable() })
    .nullable()
    .describe("Whose date it is; null unless `say` is date"),
  full: z.number().describe("How many of its databases are at their limit"),
});
export type DeploymentOutlook = z.infer<typeof deploymentOutlook>;
