import type { AwsFailure } from "../ports/elasticache.ts";
import type { Outcome } from "./elasticache.table.ts";
import { writeSteps } from "../integration/steps.ts";
import { isMissed } from "./account-state.ts";
import { type Reading, withoutDetails } from "./reading.ts";
import { listRights, stepsOf, stepsWithoutRole } from "./steps.ts";

/** The outcome to store when the role could not be assumed. */
export function outcomeOfRole(failure: AwsFailure, now: number): Outcome {
  const denied = failure.outcome === "denied";
  return {
    status: denied ? "denied" : "error",
    lastSyncAt: now,
    steps: writeSteps(stepsWithoutRole(failure)),
    lastError: denied ? lostRole : explain(failure),
  };
}

const lostRole = "We can no longer assume the role. It may have been deleted, or its trust policy changed.";

/** The outcome to store when the role was assumed. */
export function outcomeOf(reading: Reading, now: number): Outcome {
  const { databases, known, read, failed, unlisted, withoutMemory } = reading;
  const unread = withoutDetails(reading);
  const steps = writeSteps(stepsOf(reading));
  if (read.length === 0 && failed.length > 0)
    return { ...outcomeWithoutLists(failed), lastSyncAt: now, steps };
  const missed = failed.filter(({ region }) => {
    const state = known.regions[region];
    return state !== undefined && isMissed(state);
  });
  const notRead = missed.map(({ region }) => region);
  const sentences = [
    ...(notRead.length > 0 ? [`Couldn't read, showing last known values: ${listed(notRead)}.`] : []),
    ...(unlisted.length > 0
      ? [`AWS no longer lists some caches, showing last known values: ${listed(unlisted)}.`]
      : []),
    ...(withoutMemory.length > 0 ? [`No memory metrics for ${listed(withoutMemory)}.`] : []),
    ...(unread.length > 0 ? [`No detailed history for ${listed(unread)}.`] : []),
  ];
  return {
    status: sentences.length > 0 ? "partial" : "ok",
    lastSyncAt: now,
    dataAt: now,
    steps,
    caches: databases.length,
    regions: JSON.stringify(known),
    ...(sentences.length > 0 && { lastError: sentences.join(" ") }),
  };
}

/**
 * The outcome when no region could be read. A missing right comes first, because no other reading brings it, and a
 * person can add it.
 */
function outcomeWithoutLists(failed: Reading["failed"]): Pick<Outcome, "status" | "lastError"> {
  const where = Map.groupBy(failed, ({ outcome }) => outcome);
  const named = (outcome: AwsFailure["outcome"]) =>
    where.size === 1 ? "any region" : listed((where.get(outcome) ?? []).map(({ region }) => region));
  const sentences = [
    ...(where.has("denied")
      ? [`The role isn't allowed to list caches in ${named("denied")}. It needs ${listRights}.`]
      : []),
    ...(where.has("throttled") ? [`AWS is rate limiting us in ${named("throttled")}. We'll retry.`] : []),
    ...(where.has("unavailable") ? [`Couldn't reach AWS in ${named("unavailable")}. We'll retry.`] : []),
  ];
  return { status: where.has("denied") ? "denied" : "error", lastError: sentences.join(" ") };
}

const listed = (regions: readonly string[]): string => regions.toSorted().join(", ");

function explain(failure: AwsFailure): string {
  if (failure.outcome === "throttled") return "AWS is rate limiting us. We'll retry.";
  return `Couldn't reach AWS${failure.outcome === "unavailable" ? `: ${failure.reason}` : ""}.`;
}
