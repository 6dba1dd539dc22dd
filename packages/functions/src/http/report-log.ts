/** The path of the API that agents report to. */
export const reportsPath = "/agent/reports";

/** Accepted reports that take longer are logged, in milliseconds. */
const slow = 1_000;

/** Whether the answer to a report has a line in the log. A line for every report would cost as much as storing it. */
export const isReportLogged = (status: number, ms: number): boolean => status !== 202 || ms > slow;
