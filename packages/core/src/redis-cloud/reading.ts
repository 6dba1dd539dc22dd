import type { ReadingStep } from "../contract/source/reading-step.ts";
import type { NoteProgress } from "../integration/progress.ts";
import type {
  CloudAnswer,
  CloudDatabase,
  CloudFailure,
  CloudFamily,
  CloudList,
  CloudReader,
  Subscription,
} from "../ports/redis-cloud.ts";
import { afterLists, stepsOf } from "./steps.ts";

/** How many calls run at the same time. */
const atOnce = 6;

const families: readonly CloudFamily[] = ["flexible", "fixed"];

export interface ReadSubscription {
  subscription: Subscription;
  /** Undefined when they could not be read. */
  databases: CloudDatabase[] | undefined;
}

/** The part of one family that could be read. */
export interface ReadFamily {
  family: CloudFamily;
  subscriptions: ReadSubscription[];
  /** Whether the list is complete. Only then a missing subscription has disappeared. */
  complete: boolean;
}

export interface Reading {
  /** Only families whose list was answered. */
  families: ReadFamily[];
  /** Calls without an answer, or with an incomplete one. */
  failures: CloudFailure[];
  steps: ReadingStep[];
  /**
   * The subscription after which the next reading must begin; undefined when this reading reached all of
   * them.
   */
  after: string | undefined;
}

/**
 * Reads a whole account: both lists of subscriptions, and the databases of each. The failure of one part does
 * not affect the others.
 * @param after the last subscription that the previous reading reached, when it had no calls left
 * @param note is called between the lists of subscriptions and those of databases
 */
export async function pollAccount(
  reader: CloudReader,
  accountId: string,
  after: string | undefined,
  note: NoteProgress,
): Promise<Reading> {
  const lists = await Promise.all(families.map((family) => reader.subscriptions(family, accountId)));
  const failures = lists.flatMap((list) =>
    list.outcome === "ok" ? incomplete(list) : list.outcome === "off" ? [] : [list],
  );
  const listFailures = [...failures];
  const soFar = afterLists(listFailures);
  if (soFar) await note(soFar);
  const read = families.flatMap((family, index): ReadFamily[] => {
    const list = lists[index];
    if (list?.outcome !== "ok") return [];
    const unique = new Map(list.value.items.map((subscription) => [subscription.id, subscription]));
    const subscriptions = [...unique.values()].map((subscription) => ({
      subscription,
      databases: undefined,
    }));
    return [{ family, subscriptions, complete: list.value.complete }];
  });
  const all = read.flatMap(({ family, subscriptions }) =>
    subscriptions.map((entry) => ({ family, entry, order: orderOf(family, entry.subscription) })),
  );
  const queue = resumeAfter(all, after);
  let last: string | undefined;
  let cut = false;
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const answer = await reader.databases(next.family, next.entry.subscription.id);
      if (answer.outcome === "ok") {
        next.entry.databases = answer.value.items;
        last = next.order;
        failures.push(...incomplete(answer));
      } else if (answer.outcome !== "off") failures.push(answer);
      cut ||= answer.outcome === "throttled";
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const steps = stepsOf(listFailures, failures.slice(listFailures.length));
  return { families: read, failures, steps, after: cut ? (last ?? after) : undefined };
}

/** Sort text of a subscription. Its order is the same in every reading of an account. */
const orderOf = (family: CloudFamily, { id }: Subscription): string => `${family} ${id.padStart(20, "0")}`;

/** Puts the subscriptions that the last reading did not reach first. */
function resumeAfter<T extends { order: string }>(all: readonly T[], after: string | undefined): T[] {
  const sorted = all.toSorted((left, right) => (left.order < right.order ? -1 : 1));
  if (after === undefined) return sorted;
  return [...sorted.filter(({ order }) => order > after), ...sorted.filter(({ order }) => order <= after)];
}

function incomplete(answer: Extract<CloudAnswer<CloudList<unknown>>, { outcome: "ok" }>): CloudFailure[] {
  return answer.value.complete
    ? []
    : [{ outcome: "unavailable", reason: "an entry of a list could not be read" }];
}
