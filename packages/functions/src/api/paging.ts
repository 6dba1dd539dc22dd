import * as z from "zod";

/** A thousand slim items are about 400 KB. Lambda's limit for an answer is 6 MB. */
const largestPage = 1_000;

const limitFault = `must be a whole number from 1 to ${largestPage}`;

/** Number() also reads "0x10", "1e3" and " 7 ", which are not page sizes. */
const decimal = (text: unknown) =>
  typeof text === "string" && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : text;

/** Filters the rows by organization, any for super admins. An unknown organization has no rows. */
export const organizationFilter = z
  .string()
  .regex(/^org_\w{1,60}$/, 'must be the id of an organization, which starts with "org_"')
  .optional();

/** The query parameters of every paged list: `z.object({ …, ...paging })`. */
export const paging = {
  limit: z
    .preprocess(
      decimal,
      z.number({ error: limitFault }).int(limitFault).min(1, limitFault).max(largestPage, limitFault),
    )
    .default(largestPage),
  cursor: z.string().min(1).max(500).optional(),
};
