/** Where the page says what could not be read. */
export const gapsId = "gaps";

/** Whether one of the sentences says that memory limits are unknown because they could not be read. */
export const limitUnreadable = (gaps: readonly string[]) => gaps.some((gap) => /\bmemory limit\b/i.test(gap));
