/** Seconds between two reports of one agent, as in the answer to a report. */
export const reportIntervalSeconds = 60;
