import * as z from "zod";

/** The usual limit. A thousand rows are a few hundred KB. */
const usualPage = 1_000;

/** Number() also reads "0x10", "1e3" and " 7 ", which are not page sizes. */
const decimal = (text: unknown) =>
  typeof text === "string" && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : text;

/** Filters the rows by organization, any for super admins. An unknown organization has no rows. */
export const organizationFilter = z
  .string()
  .regex(/^org_\w{1,60}$/, 'must be the id of an organization, which starts with "org_"')
  .optional();

export const ownOrganizationFilter = organizationFilter.describe(
  "For super admins; without it, the own organization",
);

/** The organization of one object, such as a "deployment": several may have one with the same id. */
export const organizationIdOf = (noun: string) =>
  organizationFilter.describe(`The ${noun}'s organization; others than super admins have one`);

/** A query parameter that holds a whole number from 1 to `largest`. */
export function wholeNumber(largest: number) {
  const fault = `must be a whole number from 1 to ${largest}`;
  return z.preprocess(decimal, z.number({ error: fault }).int(fault).min(1, fault).max(largest, fault));
}

/**
 * The query parameters of a paged list: `z.object({ …, ...paging })`.
 * @param largest the highest limit that a caller may ask for
 * @param usual the limit when the caller names none
 */
export const pagingUpTo = (largest: number, usual = Math.min(largest, usualPage)) => ({
  limit: wholeNumber(largest).default(usual),
  cursor: z.string().min(1).max(500).optional(),
});

export const paging = pagingUpTo(usualPage);
