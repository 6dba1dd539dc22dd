import { isProduction } from "./settings.ts";
import { variables } from "./variables.ts";

/*
 * All functions of an account share its concurrency, usually 1,000 calls at a time. Neither a flood of reports nor
 * the jobs of a tick may take it from people.
 */

/** "off" where the account has too little to reserve any: see docs/deploying.md. */
const { REPORT_CONCURRENCY = isProduction ? "100" : "off" } = variables;

/** Reports at a time, at most and at least. A hundred take in 2,000 a second, what the gateway lets through. */
export const reportConcurrency =
  REPORT_CONCURRENCY === "off" ? undefined : { reserved: Number(REPORT_CONCURRENCY) };

/** Calls at a time that one queue makes; the rest waits in the queue. Twenty with five jobs each read 100 accounts. */
export const scalingConfig = { maximumConcurrency: 20 };
