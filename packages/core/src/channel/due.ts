import type { Services } from "../access/context.ts";
import type { Job } from "../contract/job.ts";
import type { IndexKey } from "../table/keys.ts";
import { deliveryOfKey, dueDeliveries as index, minuteOf } from "./channel.keys.ts";

export type DeliverJob = Extract<Job, { kind: "deliver" }>;

/** How many keys one read of the index returns. */
const page = 1_000;
/** More than so many wait for the next minute, so that the schedule's function ends in time. */
const most = 5_000;

/** Deliveries whose next attempt is due, the longest waiting first. */
export async function dueDeliveries({ table, clock }: Services): Promise<DeliverJob[]> {
  // A key of this minute starts with it, and "~" follows all that can come behind.
  const end = `${minuteOf(clock.now())}~`;
  const due: IndexKey[] = [];
  for (let after: IndexKey | undefined; due.length < most; after = due.at(-1)) {
    const { keys, more } = await table.find(index, { after, limit: page });
    due.push(...keys.filter(({ gsi1sk }) => gsi1sk < end));
    if (!more || keys.some(({ gsi1sk }) => gsi1sk >= end)) break;
  }
  return due.map((key) => ({ kind: "deliver", ...deliveryOfKey(key) }));
}
