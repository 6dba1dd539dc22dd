/* The limits of silences. No schema is in this file. */

/** How long a silence lasts at most, and how far ahead it can begin, in days. */
export const longestSilenceDays = 30;

/** How many characters a reason may have. */
export const longestReason = 200;

/**
 * Fields of the list that say nothing in a silence: it is of one organization, and of incidents anyway. A severity is that
 * of the incidents, so which ones it covers would depend on themselves.
 */
const withoutMeaning = ["org", "incident", "severity"];

/** The fields of a canonical filter that say nothing in a silence. */
export function meaninglessIn(filter: string): string[] {
  const fields = [...new URLSearchParams(filter).keys()];
  return withoutMeaning.filter((field) => fields.includes(field));
}
