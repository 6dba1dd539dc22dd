/* The limits of silences. No schema is in this file. */

/** How long a silence lasts at most, and how far ahead it can begin, in days. */
export const longestSilenceDays = 30;

/** How many characters a reason may have. */
export const longestReason = 200;
