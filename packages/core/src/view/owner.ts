import type { MemberContext } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { byId, requireAccount, requireMember } from "../account/account.ts";
import { noOrganization } from "../account/source-rights.ts";
import { attemptsOf, countWith, waitFor } from "../attempts/attempts.ts";
import { Problem } from "../kit/problem.ts";
import { day } from "../kit/time.ts";
import { find, requireActive } from "../organization/organization.ts";
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
export function sharedOwner({ actor }: MemberContext): ViewOwner | undefined {
  const organization = ownOrganization(actor);
  return organization ? { keys: sharedViews(organization), organization } : undefined;
}

/** Everybody whose views the caller sees. */
export const ownersOf = (ctx: MemberContext): ViewOwner[] =>
  [sharedOwner(ctx), personalOwner(ctx)].filter((owner) => owner !== undefined);

/** How many changes of shared views one person may make in a day. Each one is an event of the audit. */
export const mostSharedChanges = 500;

const changesBy = (name: string) => ({ what: "changes of shared views", name, window: day });

/**
 * Writes in one transaction. It fails when the account or the organization is being deleted, and when the
 * caller has left the organization or has other roles. Throws conflict when the caller has left, and tooMany
 * above the day's limit of shared views. Throws ConditionFailed when the caller should decide again.
 */
export async function transactFor(
  ctx: MemberContext,
  { organization }: ViewOwner,
  writes: readonly Write[],
): Promise<void> {
  const { accountId, roles } = ctx.actor;
  const checks = organization
    ? [
        requireActive(organization),
        requireMember(accountId, organization, roles),
        countWith(ctx, changesBy(accountId), mostSharedChanges),
      ]
    : [requireAccount(accountId)];
  try {
    await ctx.table.transact([...writes, ...checks]);
  } catch (error) {
    if (error instanceof ConditionFailed) await throwFailedCheck(ctx, organization);
    throw error;
  }
}

async function throwFailedCheck(ctx: MemberContext, organization: OrganizationId | undefined): Promise<void> {
  const account = await byId(ctx, ctx.actor.accountId);
  if (!account) throw new Problem("unauthenticated", "Please sign in.");
  if (!organization) return;
  if (account.organizationId !== organization || !(await find(ctx, organization))) throw noOrganization();
  const [changed = 0] = await attemptsOf(ctx, [changesBy(account.id)]);
  if (changed < mostSharedChanges) return;
  const { retryAfterSeconds } = waitFor(ctx, day);
  const sentence = `You can change shared views ${mostSharedChanges} times a day.`;
  throw new Problem("tooMany", sentence, { code: "TOO_MANY_SHARED_CHANGES", retryAfterSeconds });
}
