import { callerOf } from "../access/audit.ts";
import type { ReaderContext, SourceContext } from "../access/context.ts";
import { Problem } from "../kit/problem.ts";
import { hour } from "../kit/time.ts";
import { type Counter, countBelow, type TakeBack, waitFor } from "./attempts.ts";

/** How many requests of one kind may fail within an hour before people have to wait. */
export interface FailureLimit {
  /** The kind of attempts. It stays the same in every release. */
  what: string;
  perAccount: number;
  perOrganization: number;
  /** The refusal's code: machine-readable, upper case. */
  code: string;
  /** The refusal's message: a sentence that names the attempts that were too many. */
  sentence: string;
  /** Whether a problem counts as a failure. */
  counts: (problem: Problem) => boolean;
}

const window = hour;

/**
 * Does work that calls a third party, or that reveals what the caller could not know. Throws tooMany without
 * doing it when too many attempts of the caller or the organization have failed within the hour.
 *
 * The attempt is counted first, and taken back when it did not fail. So no more attempts than the limit run
 * at once. An attempt whose process dies counts until the hour ends. The configuration file has no limit: its
 * operator guesses nothing.
 */
export async function limitFailures<T>(
  ctx: SourceContext,
  limit: FailureLimit,
  work: () => Promise<T>,
): Promise<T> {
  if (ctx.actor.kind === "file") return await work();
  const takeBack = await reserve({ ...ctx, actor: ctx.actor }, limit);
  try {
    const result = await work();
    await takeBack();
    return result;
  } catch (error) {
    if (!(error instanceof Problem) || !limit.counts(error)) await takeBack();
    throw error;
  }
}

async function reserve(ctx: ReaderContext, limit: FailureLimit): Promise<TakeBack> {
  const { what, perAccount, perOrganization, code, sentence } = limit;
  const { organizationId } = ctx.actor;
  const caller = callerOf(ctx.actor);
  const counters: [Counter, number][] = [
    [{ what: `${what} of an account`, name: caller, window }, perAccount],
    [{ what: `${what} of an organization`, name: organizationId ?? caller, window }, perOrganization],
  ];
  const taken: TakeBack[] = [];
  const takeBack = () => takeBackAll(ctx, taken);
  // The account is checked first: a person above the limit must never use up the attempts of colleagues.
  for (const [counter, most] of counters) {
    const one = await countBelow(ctx, counter, most);
    if (!one) break;
    taken.push(one);
  }
  if (taken.length === counters.length) return takeBack;
  await takeBack();
  ctx.log.warn("too many failures", { what, caller, organizationId });
  const wait = waitFor(ctx, window);
  throw new Problem("tooMany", `${sentence} ${wait.sentence}`, {
    code,
    retryAfterSeconds: wait.retryAfterSeconds,
  });
}

/** A busy storage does not turn a success into a failure. The attempt then counts until the hour ends. */
async function takeBackAll(ctx: ReaderContext, taken: readonly TakeBack[]): Promise<void> {
  try {
    await Promise.all(taken.map((takeBack) => takeBack()));
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== "unavailable") throw error;
    ctx.log.warn("an attempt counts although it was no failure, the storage is busy");
  }
}
