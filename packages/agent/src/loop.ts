import type { Outcome } from "./api/outcome.ts";
import type { Pusher } from "./api/push.ts";
import type { Backoff } from "./backoff.ts";
import type { Clock } from "./clock.ts";
import { Delivery } from "./delivery.ts";
import type { HealthFile } from "./health-file.ts";
import type { Health } from "./health.ts";
import type { Log } from "./log.ts";
import type { EarlyReporter } from "./early-reports.ts";
import type { Parts } from "./parts.ts";
import type { Reporter } from "./report.ts";
import type { Slots } from "./slots/slots.ts";

/** Between an early report and the planned one, in milliseconds. Closer together one is enough. */
const leastDistance = 10_000;

export interface LoopTools {
  reporter: Pick<Reporter, "collect" | "sent">;
  parts: Parts;
  pusher: Pick<Pusher, "push" | "now" | "clockSkewMs">;
  /** Left out by tests that have no slots. */
  slots?: Pick<Slots, "attach" | "accepted">;
  backoff: Backoff;
  health: Health;
  /** Left out where the configuration names none. */
  healthFile?: Pick<HealthFile, "note">;
  earlyReporter: Pick<EarlyReporter, "wait">;
  clock: Clock;
  log: Log;
}

/**
 * Reads and sends until the signal is aborted. There is no queue: each try sends the current state. Only the figures of
 * three hours are kept for an outage.
 */
export async function runLoop(tools: LoopTools, signal: AbortSignal): Promise<void> {
  const { reporter, parts, pusher, slots, backoff, health, healthFile, earlyReporter, clock, log } = tools;
  const delivery = new Delivery(pusher, slots);
  let last: Outcome["kind"] | undefined;
  let early = false;
  while (!signal.aborted) {
    const begun = clock.now();
    const report = await reporter.collect(pusher.now);
    if (signal.aborted) return;
    const about = health.describe(clock.now(), pusher.clockSkewMs);
    const reports = parts.divide(report, about, reporter.sent());
    const outcome = await delivery.send(reports, signal);
    if (signal.aborted) return;
    health.note(outcome, clock.now(), begun);
    const now = pusher.now();
    const planned = early && outcome.kind === "accepted" ? backoff.afterEarly(now, leastDistance) : undefined;
    const milliseconds = planned ?? backoff.after(outcome, now);
    healthFile?.note(outcome, clock.now(), milliseconds);
    logOutcome(log, outcome, report.deployments.length, {
      waitSeconds: Math.round(milliseconds / 100) / 10,
      repeated: outcome.kind === last,
    });
    last = outcome.kind;
    early = await earlyReporter.wait(milliseconds, signal);
  }
}

/** Logs one line for each change. Unchanged outcomes are for the debug level, except failures. */
export function logOutcome(
  log: Log,
  outcome: Outcome,
  deployments: number,
  { waitSeconds, repeated }: { waitSeconds?: number; repeated: boolean },
): void {
  const next = { ...(waitSeconds !== undefined && { nextTryInSeconds: waitSeconds }) };
  if (outcome.kind === "accepted")
    log[repeated ? "debug" : "info"]("report accepted", { deployments, ...next });
  else if (outcome.kind === "retry") log.warn("report not delivered", { reason: outcome.reason, ...next });
  else if (outcome.kind === "refused")
    log.error("report refused", { status: outcome.status, reason: outcome.reason, ...next });
  else if (repeated) log.debug("key still rejected", next);
  else log.error("the API rejects the key: it is revoked or wrong. Create a new one and set it", next);
}
