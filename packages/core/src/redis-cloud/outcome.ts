import { writeSteps } from "../integration/steps.ts";
import { minute } from "../kit/time.ts";
import type { CloudFailure } from "../ports/redis-cloud.ts";
import type { Reading } from "./reading.ts";
import type { Outcome } from "./redis-cloud.table.ts";
import { reasonOf } from "./steps.ts";

/** Refused keys stay refused. Frequent calls with them only use up the account's rate limit. */
const deniedInterval = 15 * minute;

const statusOf = {
  denied: "denied",
  forbidden: "denied",
  off: "error",
  throttled: "throttled",
  unavailable: "error",
} as const satisfies Record<CloudFailure["outcome"], Outcome["status"]>;

/** The failure that a person can do most about comes first. */
const order: readonly CloudFailure["outcome"][] = ["denied", "forbidden", "throttled", "unavailable"];

/**
 * The outcome of a reading, which is stored.
 * @param now when it ended, Unix epoch in milliseconds
 * @param interval until the next, in milliseconds
 */
export function outcomeOf(
  { families, failures, steps, after }: Reading,
  now: number,
  interval: number,
): Outcome {
  const [worst] = failures.toSorted(
    (left, right) => order.indexOf(left.outcome) - order.indexOf(right.outcome),
  );
  const status = worst ? statusOf[worst.outcome] : "ok";
  const subscriptions = families.flatMap((family) => family.subscriptions);
  const databases = subscriptions.reduce((sum, { databases: read }) => sum + (read?.length ?? 0), 0);
  return {
    status,
    lastSyncAt: now,
    steps: writeSteps(steps),
    nextSyncAt: now + (status === "denied" ? deniedInterval : interval),
    ...(families.length > 0 && { dataAt: now }),
    ...(worst && { lastError: explain(worst) }),
    ...(after !== undefined && { after }),
    ...(!worst && { lastUsedAt: now, subscriptions: subscriptions.length, databases }),
  };
}

function explain(failure: CloudFailure): string {
  if (failure.outcome === "denied") return `credentials refused: ${reasonOf(failure)}`;
  if (failure.outcome === "forbidden")
    return "credentials refused: the API key can't read the account. Check its user's role and its allow list.";
  return reasonOf(failure);
}
