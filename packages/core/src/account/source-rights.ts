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
 * Who may create, change and remove agent keys and integrations. The rights are checked in the transaction that writes:
 * a role or a setting that changes at the same moment makes it fail.
 */

export const noOrganization = () =>
  new Problem("conflict", "You are not currently a member of any organization.", { code: "NO_ORGANIZATION" });

const forbidden = (sentence: string) => new Problem("forbidden", sentence, { code: "NOT_YOUR_SOURCE" });

const personOf = ({ accountId, roles }: MemberActor) => ({ id: accountId, roles });

/** Goes into every transaction in which a person creates, changes or removes a key or an integration. */
export function sourceChecks({ actor }: MemberContext, organization: OrganizationId): Write[] {
  return [
    requireSourceRight(organization, actor.roles),
    requireMember(actor.accountId, organization, actor.roles),
  ];
}

/** Says why such a transaction failed. Throws conflict or forbidden, and nothing when its checks hold. */
export async function explainSourceChecks(ctx: MemberContext, organization: OrganizationId): Promise<void> {
  const [account, place] = await Promise.all([byId(ctx, ctx.actor.accountId), find(ctx, organization)]);
  if (account?.organizationId !== organization || !place) throw noOrganization();
  const refused = whyNotCreateSource(account, place.onlyAdminsManageSources ?? false);
  if (refused !== undefined) throw forbidden(refused);
}

/**
 * A transaction that changes or removes a source. Throws ConditionFailed for what is to be decided again, conflict or
 * forbidden when the caller may not do so (any more).
 */
export async function transactAsAllowed(
  ctx: MemberContext,
  organization: OrganizationId,
  writes: readonly Write[],
): Promise<void> {
  try {
    await ctx.table.transact([...writes, ...sourceChecks(ctx, organization)]);
  } catch (error) {
    if (error instanceof ConditionFailed) await explainSourceChecks(ctx, organization);
    throw error;
  }
}

/**
 * For what takes longer than one transaction: refuses before anything is tried. Reads the organization for those only
 * whom its setting can refuse. Throws forbidden.
 */
export async function refuseUnlessAdmin(ctx: MemberContext, organization: OrganizationId): Promise<void> {
  if (may(ctx.actor.roles, "manageSources")) return;
  const place = await find(ctx, organization);
  const refused = whyNotCreateSource(personOf(ctx.actor), place?.onlyAdminsManageSources ?? false);
  if (refused !== undefined) throw forbidden(refused);
}

/** Throws forbidden for somebody who may not change or remove what that account created. */
export function refuseOthers({ actor }: MemberContext, createdBy: string): void {
  const refused = whyNotChangeSource(personOf(actor), createdBy, false);
  if (refused !== undefined) throw forbidden(refused);
}
