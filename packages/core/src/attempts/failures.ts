import type { MemberContext } from "../access/context.ts";
import { Problem } from "../kit/problem.ts";
import { hour } from "../kit/time.ts";
import { type Counter, countBelow, type TakeBack, waitFor } from "./attempts.ts";

/** How many requests of one kind may fail within an hour before people have to wait. */
export interface FailureLimit {
  /** What is counted, the same in every release. */
  what: string;
  perAccount: number;
  perOrganization: number;
  /** Of the refusal: machine-readable, upper case. */
  code: string;
  /** Of the refusal: a sentence that says what there was too much of. */
  sentence: string;
  /** Whether a problem is one of those that are counted. */
  counts: (problem: Problem) => boolean;
}

const window = hour;

/**
 * Does work that asks a third party, or that reveals what the caller could not know. Throws tooMany without doing it when
 * too much of it has failed within the hour, for the caller or for the organization.
 *
 * The attempt is counted first and taken back when it did not fail. So no more than the limit run at once. An attempt
 * whose process dies counts until the hour ends.
 */
export async function limitFailures<T>(
  ctx: MemberContext,
  limit: FailureLimit,
  work: () => Promise<T>,
): Promise<T> {
  const takeBack = await reserve(ctx, limit);
  try {
    const result = await work();
    await takeBack();
    return result;
  } catch (error) {
    if (!(error instanceof Problem) || !limit.counts(error)) await takeBack();
    throw error;
  }
}

async function reserve(ctx: MemberContext, limit: FailureLimit): Promise<TakeBack> {
  const { what, perAccount, perOrganization, code, sentence } = limit;
  const { accountId, organizationId } = ctx.actor;
  const counters: [Counter, number][] = [
    [{ what: `${what} of an account`, name: accountId, window }, perAccount],
    [{ what: `${what} of an organization`, name: organizationId ?? accountId, window }, perOrganization],
  ];
  const taken: TakeBack[] = [];
  const takeBack = () => takeBackAll(ctx, taken);
  // The account comes first: a person above the limit must not use up attempts of the colleagues, not even for a moment.
  for (const [counter, most] of counters) {
    const one = await countBelow(ctx, counter, most);
    if (!one) break;
    taken.push(one);
  }
  if (taken.length === counters.length) return takeBack;
  await takeBack();
  ctx.log.warn("too many failures", { what, accountId, organizationId });
  const wait = waitFor(ctx, window);
  throw new Problem("tooMany", `${sentence} ${wait.sentence}`, {
    code,
    retryAfterSeconds: wait.retryAfterSeconds,
  });
}

/** A busy storage does not turn a success into a failure: the attempt counts a little longer. */
async function takeBackAll(ctx: MemberContext, taken: readonly TakeBack[]): Promise<void> {
  try {
    await Promise.all(taken.map((takeBack) => takeBack()));
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== "unavailable") throw error;
    ctx.log.warn("an attempt counts although it was no failure, the storage is busy");
  }
}
