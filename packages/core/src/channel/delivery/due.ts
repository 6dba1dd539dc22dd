import type { Services } from "../../access/context.ts";
import type { IndexKey } from "../../table/keys.ts";
import { deliveryOfKey, dueDeliveries as index, minuteOf } from "../rows/channel.keys.ts";
import { type DeliveryJob, jobOf } from "./outbox.ts";

/** How many keys one read of the index returns. */
const page = 1_000;
/** How many keys are read at most. Behind the many of one organization are the few of others. */
const mostRead = 20_000;
/** More than so many wait for the next minute, so that the schedule's function ends in time. */
const mostDue = 5_000;

/**
 * Deliveries whose next attempt is due: the longest waiting of each organization, then the second of each, and so on.
 * An organization whose receivers are dead does not hold up the others.
 */
export async function dueDeliveries({ table, clock }: Services, most = mostDue): Promise<DeliveryJob[]> {
  // A key of this minute starts with it, and "~" follows all that can come behind.
  const end = `${minuteOf(clock.now())}~`;
  const due: IndexKey[] = [];
  for (let after: IndexKey | undefined; due.length < mostRead; after = due.at(-1)) {
    const { keys, more } = await table.find(index, { after, limit: page });
    due.push(...keys.filter(({ gsi1sk }) => gsi1sk < end));
    if (!more || keys.some(({ gsi1sk }) => gsi1sk >= end)) break;
  }
  return inTurns(due.map((key) => jobOf(deliveryOfKey(key)))).slice(0, most);
}

function inTurns(jobs: readonly DeliveryJob[]): DeliveryJob[] {
  const taken = new Map<string, number>();
  const turns = jobs.map((job) => {
    const turn = taken.get(job.organizationId) ?? 0;
    taken.set(job.organizationId, turn + 1);
    return { job, turn };
  });
  return turns.toSorted((one, other) => one.turn - other.turn).map(({ job }) => job);
}
