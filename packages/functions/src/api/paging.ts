import * as z from "zod";

/** A thousand slim items are about 400 KB; Lambda's answer may have 6 MB. */
const largestPage = 1_000;

/** What every list that comes in pages takes in its query: `z.object({ …, ...paging })`. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(largestPage).default(largestPage),
  cursor: z.string().min(1).max(500).optional(),
};
