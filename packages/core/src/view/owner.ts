import { callerOf, limitedAs } from "../access/audit.ts";
import type { MemberContext, SourceContext } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { byId, requireAccount } from "../account/account.ts";
import { attemptsOf, countWith, waitFor } from "../attempts/attempts.ts";
import { transactAsCaller } from "../caller/transact.ts";
import { Problem } from "../kit/problem.ts";
import { day } from "../kit/time.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import { personalViews, sharedViews, type ViewKeys } from "./view.keys.ts";

/** Whose views they are: the caller's own, or those that the members of the caller's organization share. */
export interface ViewOwner {
  keys: ViewKeys;
  /** Undefined for the caller. */
  organization: OrganizationId | undefined;
}

export const personalOwner = ({ actor }: MemberContext): ViewOwner => ({
  keys: personalViews(actor.accountId),
  organization: undefined,
});

/** Undefined for a caller without organization. */
export function sharedOwner({ actor }: SourceContext): ViewOwner | undefined {
  const organization = ownOrganization(actor);
  return organization ? { keys: sharedViews(organization), organization } : undefined;
}

/** Everybody whose views the caller sees. A program has none of its own. */
export const ownersOf = ({ actor, ...rest }: SourceContext): ViewOwner[] =>
  [
    sharedOwner({ ...rest, actor }),
    actor.kind === "member" ? personalOwner({ ...rest, actor }) : undefined,
  ].filter((owner) => owner !== undefined);

/** How many changes of shared views one caller may make in a day. Each one is an event of the audit. */
export const mostSharedChanges = 500;

const changesBy = (name: string) => ({ what: "changes of shared views", name, window: day });

/**
 * Writes in one transaction. It fails when the account or the organization is being deleted, and when the
 * caller has left the organization or has other roles. Throws conflict when the caller has left, and tooMany
 * above the day's limit of shared views. Throws ConditionFailed when the caller should decide again.
 */
export async function transactFor(
  ctx: SourceContext,
  { organization }: ViewOwner,
  writes: readonly Write[],
): Promise<void> {
  const caller = callerOf(ctx.actor);
  try {
    if (organization) {
      await transactAsCaller(ctx, organization, undefined, [...writes, ...counted(ctx)]);
    } else await ctx.table.transact([...writes, requireAccount(caller)]);
  } catch (error) {
    if (ctx.actor.kind === "member") await refuseDeleted(ctx, caller);
    if (organization && error instanceof ConditionFailed) await refuseTooMany(ctx, limitedAs(ctx.actor));
    throw error;
  }
}

/** The configuration file changes nothing that is as it should be, so it has no limit. */
const counted = (ctx: SourceContext): Write[] =>
  ctx.actor.kind === "file" ? [] : [countWith(ctx, changesBy(limitedAs(ctx.actor)), mostSharedChanges)];

async function refuseDeleted(ctx: SourceContext, accountId: string): Promise<void> {
  if (!(await byId(ctx, accountId))) throw new Problem("unauthenticated", "Please sign in.");
}

async function refuseTooMany(ctx: SourceContext, caller: string): Promise<void> {
  const [changed = 0] = await attemptsOf(ctx, [changesBy(caller)]);
  if (changed < mostSharedChanges) return;
  const { retryAfterSeconds } = waitFor(ctx, day);
  const sentence = `You can change shared views ${mostSharedChanges} times a day.`;
  throw new Problem("tooMany", sentence, { code: "TOO_MANY_SHARED_CHANGES", retryAfterSeconds });
}
