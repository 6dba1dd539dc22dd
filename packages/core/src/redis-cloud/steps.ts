import type { ReadingProgress, ReadingStep } from "../contract/source/reading-step.ts";
import { done, failed, skipped } from "../integration/steps.ts";
import type { CloudFailure } from "../ports/redis-cloud.ts";

const signIn = "Sign in with the API key";
const listSubscriptions = "List subscriptions";
const listDatabases = "List databases";

/**
 * The steps of a reading.
 * @param lists the failures of the lists of subscriptions
 * @param databases the failures of the lists of databases
 */
export function stepsOf(lists: readonly CloudFailure[], databases: readonly CloudFailure[]): ReadingStep[] {
  const all = [...lists, ...databases];
  const refused = all.find(({ outcome }) => outcome === "denied");
  if (refused) return [failed(signIn, reasonOf(refused)), skipped(listSubscriptions), skipped(listDatabases)];
  const [list] = lists;
  if (list) return [done(signIn), failed(listSubscriptions, reasonOf(list)), databaseStep(databases)];
  return [done(signIn), done(listSubscriptions), databaseStep(databases)];
}

/** The steps that are over when both lists of subscriptions were answered. Undefined when nothing follows. */
export function afterLists(lists: readonly CloudFailure[]): ReadingProgress | undefined {
  const [signedIn, listed] = stepsOf(lists, []);
  if (signedIn?.state !== "ok" || !listed) return undefined;
  return { steps: [signedIn, listed], next: listDatabases };
}

const databaseStep = ([first]: readonly CloudFailure[]): ReadingStep =>
  first ? failed(listDatabases, reasonOf(first)) : done(listDatabases);

/** Why a call failed, with the right that is missing. */
export function reasonOf(failure: CloudFailure): string {
  switch (failure.outcome) {
    case "denied":
      return "Redis Cloud rejected the API key. It may have been deleted or changed.";
    case "forbidden":
      return "The key's user needs the role Owner or Viewer, and the key's allow list must let us in.";
    case "off":
      return "The Redis Cloud API is turned off for this account.";
    case "throttled":
      return "Redis Cloud allows 400 calls a minute. The rest will sync next time.";
    case "unavailable":
      return `Couldn't read Redis Cloud: ${failure.reason}.`;
  }
}
