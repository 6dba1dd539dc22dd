import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import { countBelow, waitFor } from "../attempts/attempts.ts";
import { auditRow } from "../audit/audit.ts";
import type { Organization, OrganizationInput } from "../contract/people/organization.ts";
import { initialRole, type Role, rolesBeyondOrganization } from "../contract/people/roles.ts";
import { Problem } from "../kit/problem.ts";
import { day } from "../kit/time.ts";
import { createWithMember } from "../organization/organization.ts";
import { getOwn } from "../organization/own-organization.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { accountKey } from "./account.keys.ts";
import { type Account, byId } from "./account.ts";
import { assign, unchanged } from "./account.table.ts";

/** How many organizations one person can create in a day. */
export const mostFounded = 3;

/**
 * Creates an organization for a caller without one, who becomes its admin. Exactly one comes into being,
 * however many requests run at once. Throws conflict for a caller with an organization, forbidden for one whose email is not
 * known to be theirs, and tooMany above the limit.
 */
export async function createOrganization(
  ctx: MemberContext,
  input: OrganizationInput,
): Promise<Organization> {
  const account = await withoutOrganization(ctx);
  const counter = { what: "founded organizations", name: account.id, window: day };
  const takeBack = await countBelow(ctx, counter, mostFounded);
  if (!takeBack) throw tooMany(ctx);
  try {
    const id = await retryOnConflict(async () => await write(ctx, await withoutOrganization(ctx), input));
    audit(ctx, "organization.created", { organizationId: id });
    return await getOwn({ ...ctx, actor: { ...ctx.actor, organizationId: id } });
  } catch (error) {
    await takeBack();
    throw error;
  }
}

async function withoutOrganization(ctx: MemberContext): Promise<Account> {
  const account = await byId(ctx, ctx.actor.accountId);
  if (!account) throw new Problem("unauthenticated", "Please sign in.");
  // The link by which they came is for one organization.
  if (account.unverified)
    throw new Problem("forbidden", "Your email isn't verified, so you can't create an organization.", {
      code: "EMAIL_UNVERIFIED",
    });
  if (account.organizationId === undefined) return account;
  throw new Problem("conflict", "You're already a member of an organization.", { code: "HAS_ORGANIZATION" });
}

async function write(ctx: MemberContext, account: Account, { name, description }: OrganizationInput) {
  const { email, firstName, lastName } = account;
  const self = { accountId: account.id, email, firstName, lastName };
  const { id, writes } = createWithMember(ctx, { name, description }, self);
  const roles: Role[] = [...rolesBeyondOrganization(account.roles), initialRole.founder];
  await ctx.table.transact([
    { update: accountKey(account.id), change: assign(account, id, roles), when: unchanged(account) },
    ...writes,
    auditRow(ctx, id, { action: "organization.created", id, name }),
    auditRow(ctx, id, {
      action: "account.joined",
      id: account.id,
      fields: { organization: [null, id], roles: [account.roles, roles] },
    }),
  ]);
  return id;
}

const tooMany = (ctx: MemberContext) =>
  new Problem("tooMany", `You can create ${mostFounded} organizations a day.`, {
    code: "TOO_MANY_ORGANIZATIONS",
    retryAfterSeconds: waitFor(ctx, day).retryAfterSeconds,
  });
