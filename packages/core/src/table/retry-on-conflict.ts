import { setTimeout as sleep } from "node:timers/promises";
import { ConditionFailed, contended, isConflict } from "./errors.ts";

const attempts = 5;

/**
 * Waits a moment before the next attempt, so that two conflicting requests do not restart at the same time.
 */
export async function backOff(attempt: number): Promise<void> {
  await sleep(attempt * 10 + Math.random() * 20);
}

/**
 * Retries reading, deciding and writing while concurrent writes interfere, that is, while `decide` ends in
 * ConditionFailed. Throws unavailable when the conflicts do not end.
 */
export async function retryOnConflict<T>(decide: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await decide();
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      await backOff(attempt);
    }
  }
  throw contended();
}

const conflicts = 8;

/**
 * Sends a write again while another transaction holds one of its rows. Such a write has changed nothing, and
 * its conditions were not checked. Throws the errors of DynamoDB's client. The database emulators never conflict, so
 * only tests that inject conflicts prove this.
 */
export async function resendOnConflict<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (attempt === conflicts || !isConflict(error)) throw error;
      await backOff(attempt);
    }
  }
}
