import * as z from "zod";

/** A thousand slim items are about 400 KB; Lambda's answer may have 6 MB. */
const largestPage = 1_000;

const limitFault = `must be a whole number from 1 to ${largestPage}`;

/** Number() also reads "0x10", "1e3" and " 7 ", which are no sizes of a page. */
const decimal = (text: unknown) =>
  typeof text === "string" && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : text;

/** The organization of the rows: any for super admins. An unknown organization has no rows. */
export const organizationFilter = z
  .string()
  .regex(/^org_\w{1,60}$/, 'must be the id of an organization, which starts with "org_"')
  .optional();

/** What every list that comes in pages takes in its query: `z.object({ …, ...paging })`. */
export const paging = {
  limit: z
    .preprocess(
      decimal,
      z.number({ error: limitFault }).int(limitFault).min(1, limitFault).max(largestPage, limitFault),
    )
    .default(largestPage),
  cursor: z.string().min(1).max(500).optional(),
};
