import type { ReadingProgress, ReadingStep } from "../contract/source/reading-step.ts";
import { done, failed, skipped } from "../integration/steps.ts";
import type { AwsFailure } from "../ports/elasticache.ts";
import { isMissed } from "./account-state.ts";
import { type Reading, type ReadLists, withoutDetails } from "./reading.ts";

const assumeRole = "Assume the role";
const listCaches = "List caches";
const readMemory = "Read memory";
const readDetails = "Read detailed history";

/** What a role needs to read metrics. */
export const metricsRight = "cloudwatch:GetMetricData";

/** What a role needs to list the caches of a region. */
export const listRights =
  "elasticache:DescribeReplicationGroups, DescribeCacheClusters and DescribeServerlessCaches";

/** The steps when the role could not be assumed. */
export const stepsWithoutRole = (failure: AwsFailure): ReadingStep[] => [
  failed(assumeRole, reasonOf(failure, "Its trust policy must allow sts:AssumeRole with the external ID.")),
  skipped(listCaches),
  skipped(readMemory),
];

/**
 * The steps when the role was assumed. A region that has always denied access is one that the account does
 * not use, unless all of them do.
 */
export function stepsOf(reading: Reading): ReadingStep[] {
  const nothing = reading.read.length === 0 && reading.failed.length > 0;
  const step = (name: string, unread: readonly string[]) => {
    if (nothing) return skipped(name);
    return unread.length > 0 ? failed(name, `The role needs ${metricsRight}.`, unread) : done(name);
  };
  return [
    ...stepsOfLists(reading),
    step(readMemory, reading.withoutMemory),
    // Only while it is on. It is read once an hour, so the step can be that of a former reading.
    ...(reading.known.details ? [step(readDetails, withoutDetails(reading))] : []),
  ];
}

/** What is over once the role is assumed, and once all regions have answered. */
export const afterRole: ReadingProgress = { steps: [done(assumeRole)], next: listCaches };
export const afterLists = (lists: ReadLists): ReadingProgress => ({
  steps: stepsOfLists(lists),
  next: readMemory,
});

/** The failure that a person can do most about comes first. */
const outcomes = ["denied", "throttled", "unavailable"] as const satisfies AwsFailure["outcome"][];

function stepsOfLists({ read, failed: unread, known }: ReadLists): ReadingStep[] {
  const none = read.length === 0;
  const missed = unread.filter(({ region }) => {
    const state = known.regions[region];
    return none || (state !== undefined && isMissed(state));
  });
  const byOutcome = Map.groupBy(missed, ({ outcome }) => outcome);
  const lists = outcomes.flatMap((outcome) => {
    const regions = byOutcome.get(outcome)?.map(({ region }) => region);
    if (!regions) return [];
    return [
      failed(
        listCaches,
        reasonOf({ outcome, reason: "no answer" }, `The role needs ${listRights}.`),
        regions,
      ),
    ];
  });
  return [done(assumeRole), ...(lists.length > 0 ? lists : [done(listCaches)])];
}

/** @param right what to grant when the call was denied */
function reasonOf(failure: AwsFailure, right: string): string {
  if (failure.outcome === "denied") return right;
  if (failure.outcome === "throttled") return "AWS is rate limiting us. We'll retry.";
  return `Couldn't reach AWS: ${failure.reason}.`;
}
