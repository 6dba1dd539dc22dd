import { Delivery } from "./delivery.ts";
import { logOutcome } from "./loop.ts";
import type { LoopTools } from "./loop.ts";
import { describeReports } from "./print.ts";

type Tools = Pick<LoopTools, "reporter" | "parts" | "pusher" | "health" | "clock" | "log">;

/**
 * Sends the current state once, or prints it with its destination. True when it was accepted or printed.
 * @param printFor the API's address, to print instead of sending
 */
export async function sendOnce(tools: Tools, signal: AbortSignal, printFor?: string): Promise<boolean> {
  const { reporter, parts, pusher, health, clock, log } = tools;
  const report = await reporter.collect(pusher.now, true);
  const about = health.describe(clock.now(), pusher.clockSkewMs);
  const reports = parts.divide(report, about, reporter.sent());
  if (printFor !== undefined) {
    process.stderr.write(describeReports(reports, printFor));
    for (const one of reports) process.stdout.write(`${JSON.stringify(one, undefined, 2)}\n`);
    return true;
  }
  const outcome = await new Delivery(pusher).send(reports, signal);
  logOutcome(log, outcome, report.deployments.length, { repeated: false });
  return outcome.kind === "accepted";
}
