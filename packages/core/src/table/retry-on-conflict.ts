import { setTimeout as sleep } from "node:timers/promises";
import { ConditionFailed, contended, isConflict } from "./errors.ts";

const attempts = 5;

/** Waits a moment before the next attempt: two that hinder each other must not begin again at the same time. */
export async function backOff(attempt: number): Promise<void> {
  await sleep(attempt * 10 + Math.random() * 20);
}

/**
 * Reads, decides and writes again as long as somebody else's write comes in between, that is, while `decide` ends in
 * ConditionFailed. Throws unavailable when that does not end.
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
 * Sends a write again as long as another transaction is at one of its rows: it has changed nothing, and its conditions
 * were not looked at. Throws what DynamoDB's client throws.
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
