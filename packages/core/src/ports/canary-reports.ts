import type { Report } from "../contract/report/report.ts";
import type { Secret } from "../kit/secret.ts";

/** The status of the answer, or why there was none. */
type CanaryAnswer = { status: number } | { reason: string };

/** Sends reports to our own public address, on the way that the reports of agents take. */
export interface CanaryReports {
  /** Never throws; waits a bounded time. */
  post(key: Secret, report: Report): Promise<CanaryAnswer>;
}
