import type { MemberActor } from "../access/actor.ts";
import type { MemberContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { may } from "../contract/roles.ts";
import { whyNotChangeSource, whyNotCreateSource } from "../contract/source-rights.ts";
import { Problem } from "../kit/problem.ts";
import { requireSourceRight, find } from "../organization/organization.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import { byId, requireMember } from "./account.ts";

/*
 * Who may create, change and remove agent keys and integrations. The transaction that writes checks the
 * rights. It fails when a role or a setting changes at the same moment.
 */

export const noOrganization = () =>
  new Problem("conflict", "You are not currently a member of any organization.", { code: "NO_ORGANIZATION" });

const forbidden = (sentence: string) => new Problem("forbidden", sentence, { code: "NOT_YOUR_SOURCE" });

const personOf = ({ accountId, roles }: MemberActor) => ({ id: accountId, roles });

/** The checks for every transaction in which a person creates, changes or removes a key or an integration. */
export function sourceChecks({ actor }: MemberContext, organization: OrganizationId): Write[] {
  return [
    requireSourceRight(organization, actor.roles),
    requireMember(actor.accountId, organization, actor.roles),
  ];
}

/**
 * Finds out why a transaction with these checks failed. Throws conflict or forbidden, and nothing when the
 * checks hold.
 */
export async function throwFailedSourceCheck(
  ctx: MemberContext,
  organization: OrganizationId,
): Promise<void> {
  const [account, found] = await Promise.all([byId(ctx, ctx.actor.accountId), find(ctx, organization)]);
  if (account?.organizationId !== organization || !found) throw noOrganization();
  const refused = whyNotCreateSource(account, found.onlyAdminsManageSources ?? false);
  if (refused !== undefined) throw forbidden(refused);
}

/**
 * Runs a transaction that changes or removes a source. Throws ConditionFailed when the caller should decide
 * again. Throws conflict or forbidden when the caller has no right to do it, or has lost it.
 */
export async function transactAsAllowed(
  ctx: MemberContext,
  organization: OrganizationId,
  writes: readonly Write[],
): Promise<void> {
  try {
    await ctx.table.transact([...writes, ...sourceChecks(ctx, organization)]);
  } catch (error) {
    if (error instanceof ConditionFailed) await throwFailedSourceCheck(ctx, organization);
    throw error;
  }
}

/**
 * Refuses early, for work that takes longer than one transaction. Throws forbidden. It reads the organization
 * only when the caller's roles alone do not decide.
 */
export async function refuseUnlessAdmin(ctx: MemberContext, organization: OrganizationId): Promise<void> {
  if (may(ctx.actor.roles, "manageSources")) return;
  const found = await find(ctx, organization);
  const refused = whyNotCreateSource(personOf(ctx.actor), found?.onlyAdminsManageSources ?? false);
  if (refused !== undefined) throw forbidden(refused);
}

/** Throws forbidden when the caller may not change or remove what that account created. */
export function assertMayChangeSource({ actor }: MemberContext, createdBy: string): void {
  const refused = whyNotChangeSource(personOf(actor), createdBy, false);
  if (refused !== undefined) throw forbidden(refused);
}
