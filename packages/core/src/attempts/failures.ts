import type { MemberContext } from "../access/context.ts";
import { Problem } from "../kit/problem.ts";
import { hour } from "../kit/time.ts";
import { type Counter, countBelow, type TakeBack, waitFor } from "./attempts.ts";

/** How often what people ask for may be refused within an hour, before they have to wait. */
export interface FailureLimit {
  /** What is counted, the same in every release. */
  what: string;
  perAccount: number;
  perOrganization: number;
  /** Of the refusal: machine-readable, upper case. */
  code: string;
  /** Of the refusal: what there was too much of, a sentence. */
  sentence: string;
  /** Whether a problem is one of those that are counted. */
  counts: (problem: Problem) => boolean;
}

const window = hour;

/**
 * Does something that asks a third party, or tells what the caller could not know, unless too much of it has come to
 * nothing lately: for the caller, or for everybody in their organization. Throws tooMany then, without doing it.
 *
 * The attempt is counted before, and taken back when it was no failure: so of any number at once no more than the limit
 * get through. One that dies in between counts until the hour ends.
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
  // The account first: one whose attempts are used up must not take its colleagues' room, not even for a moment.
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

/** A success stays one although the storage is busy: the attempt counts a little longer. */
async function takeBackAll(ctx: MemberContext, taken: readonly TakeBack[]): Promise<void> {
  try {
    await Promise.all(taken.map((takeBack) => takeBack()));
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== "unavailable") throw error;
    ctx.log.warn("an attempt counts although it was no failure, the storage is busy");
  }
}
