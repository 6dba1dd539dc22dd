import { limitedAs } from "../access/audit.ts";
import type { ReaderContext } from "../access/context.ts";
import { attemptsOf, countWith, waitFor } from "../attempts/attempts.ts";
import { Problem } from "../kit/problem.ts";
import { day } from "../kit/time.ts";
import { ConditionFailed } from "../table/errors.ts";

/**
 * How often one person may create, rotate or end secrets of agent keys in a day. An organization may have a third as
 * many keys. Each time is an event of the audit, which would be full of them otherwise.
 */
export const mostKeyChangesInADay = 300;

const keyChangesOf = (name: string) => ({ what: "created agent keys", name, window: day });

/** The write that counts one more, in the transaction of the change. It fails above the limit. */
export const countKeyChange = (ctx: ReaderContext) =>
  countWith(ctx, keyChangesOf(limitedAs(ctx.actor)), mostKeyChangesInADay);

/** Throws tooMany when the limit is what a transaction failed for. */
export async function refuseTooManyInADay(ctx: ReaderContext): Promise<void> {
  const [changed = 0] = await attemptsOf(ctx, [keyChangesOf(limitedAs(ctx.actor))]);
  if (changed < mostKeyChangesInADay) return;
  const { retryAfterSeconds } = waitFor(ctx, day);
  const sentence = `You can create and rotate agent keys ${mostKeyChangesInADay} times a day.`;
  throw new Problem("tooMany", sentence, { code: "TOO_MANY_KEY_CHANGES", retryAfterSeconds });
}

/** Runs a transaction with `countKeyChange` in it. Throws its errors, and tooMany above the limit. */
export async function withinDailyLimit(ctx: ReaderContext, transaction: Promise<void>): Promise<void> {
  try {
    await transaction;
  } catch (error) {
    if (error instanceof ConditionFailed) await refuseTooManyInADay(ctx);
    throw error;
  }
}
