import type { Services } from "../access/context.ts";
import { minute, second } from "../kit/time.ts";
import { tryWrite } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import { addAttempts, fewerThan, keyOfAttempts, readAttempts } from "./attempts.table.ts";

/** Counts attempts of one kind by one person, network or organization. Windows of time follow one another. */
export interface Counter {
  what: string;
  /** An id, an address or a secret of the caller. Only a hash of it is stored. */
  name: string;
  /** Milliseconds. */
  window: number;
}

/** When the current window ends, Unix epoch in milliseconds. */
export const windowEnd = (services: Services, window: number): number =>
  (Math.floor(services.clock.now() / window) + 1) * window;

const keyOf = (services: Services, { what, name, window }: Counter) =>
  keyOfAttempts(what, name, windowEnd(services, window));

/** The current window's count of each counter, in one read. */
export async function attemptsOf(services: Services, counters: readonly Counter[]): Promise<number[]> {
  const rows = await services.table.batchGet(counters.map((counter) => keyOf(services, counter)));
  return rows.map(readAttempts);
}

/** Counts one attempt, without a limit. */
export async function count(services: Services, counter: Counter): Promise<void> {
  await services.table.update(keyOf(services, counter), addAttempts(1, windowEnd(services, counter.window)));
}

/** Takes back a counted attempt. */
export type TakeBack = () => Promise<void>;

/**
 * Counts one attempt if there are fewer than `most`; returns undefined otherwise. Exact, however many
 * requests run at once.
 */
export async function countBelow(
  services: Services,
  counter: Counter,
  most: number,
): Promise<TakeBack | undefined> {
  const [key, end] = [keyOf(services, counter), windowEnd(services, counter.window)];
  const isCounted = await tryWrite(services.table.update(key, addAttempts(1, end), [fewerThan(most)]));
  if (!isCounted) return undefined;
  return async () => {
    // A row that has expired needs no correction.
    await tryWrite(services.table.update(key, addAttempts(-1, end), [{ exists: true }]));
  };
}

/**
 * The write that counts one attempt in the transaction of what it is for. The transaction fails when there are `most`
 * already: `attemptsOf` then says so.
 */
export const countWith = (services: Services, counter: Counter, most: number): Write => ({
  update: keyOf(services, counter),
  change: addAttempts(1, windowEnd(services, counter.window)),
  when: [fewerThan(most)],
});

/** How long until the current window ends: for Retry-After, and as a sentence to append. */
export function waitFor(services: Services, window: number): { retryAfterSeconds: number; sentence: string } {
  const left = windowEnd(services, window) - services.clock.now();
  const minutes = Math.ceil(left / minute);
  return {
    retryAfterSeconds: Math.ceil(left / second),
    sentence: `Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
  };
}
