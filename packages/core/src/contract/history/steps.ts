/* Apart from the schemas, because pages that draw no chart need no schema library. */

/** The lengths of a step, in seconds: five minutes, an hour, a day. */
export const historySteps = [300, 3_600, 86_400] as const;
export type HistoryStep = (typeof historySteps)[number];

/** How many values one series of an answer has at most. */
export const mostHistoryValues = 750;

/** With `database=each`: the largest databases have a series of their own, all others share one. */
export const mostHistoryDatabases = 12;
