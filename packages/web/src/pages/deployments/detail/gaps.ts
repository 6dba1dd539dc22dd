/** The id of the notice about gaps. */
export const gapsId = "gaps";

/** Whether one of the gaps explains unknown memory limits. */
export const limitUnreadable = (gaps: readonly string[]) => gaps.some((gap) => /\bmemory limit\b/i.test(gap));
