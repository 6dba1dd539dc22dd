import { type MemberActor, type SourceActor, storedRoles } from "../access/actor.ts";
import type { ReaderContext, SourceContext } from "../access/context.ts";
import { callerOf } from "../access/audit.ts";
import { managedByFile } from "../access/managed.ts";
import type { OrganizationId } from "../access/scope.ts";
import { may } from "../contract/people/roles.ts";
import {
  createdByFile,
  type ManagedSource,
  whyNotCreateSource,
  whyNotReadSource,
} from "../contract/source/rights.ts";
import { Problem } from "../kit/problem.ts";
import { find, requireActive, requireSourceRight } from "../organization/organization.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import { assertNotRevoked, requireToken } from "../token/find.ts";
import { byId, requireMember } from "./account.ts";

/*
 * Who may create, change and remove agent keys and integrations. The transaction that writes checks the
 * rights. It fails when a role or a setting changes at the same moment. The configuration file needs no
 * right, and nobody else changes what it manages.
 */

export const noOrganization = () =>
  new Problem("conflict", "You are not currently a member of any organization.", { code: "NO_ORGANIZATION" });

const forbidden = (sentence: string) => new Problem("forbidden", sentence, { code: "NOT_YOUR_SOURCE" });

const personOf = ({ accountId, roles }: MemberActor) => ({ id: accountId, roles });

/** Who a new source belongs to, as its row stores it. */
export function originOf(actor: SourceActor): ManagedSource {
  return actor.kind === "file"
    ? { createdBy: createdByFile, managedBy: "file" }
    : { createdBy: callerOf(actor) };
}

/** The checks for every transaction that creates, changes or removes a key or an integration. */
export function sourceChecks({ actor }: SourceContext, organization: OrganizationId): Write[] {
  if (actor.kind === "file") return [requireActive(organization)];
  if (actor.kind === "token") return [requireActive(organization), requireToken(organization, actor.tokenId)];
  return [
    requireSourceRight(organization, actor.roles),
    requireMember(actor.accountId, organization, storedRoles(actor)),
  ];
}

/**
 * Finds out why a transaction with these checks failed. Throws conflict or forbidden, and nothing when the
 * checks hold.
 */
export async function throwFailedSourceCheck(
  ctx: SourceContext,
  organization: OrganizationId,
): Promise<void> {
  if (ctx.actor.kind === "token") await assertNotRevoked(ctx, ctx.actor.tokenId);
  if (ctx.actor.kind !== "member") {
    if (!(await find(ctx, organization))) throw noOrganization();
    return;
  }
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
  ctx: SourceContext,
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
export async function refuseUnlessAdmin(ctx: SourceContext, organization: OrganizationId): Promise<void> {
  if (ctx.actor.kind !== "member" || may(ctx.actor.roles, "manageSources")) return;
  const found = await find(ctx, organization);
  const refused = whyNotCreateSource(personOf(ctx.actor), found?.onlyAdminsManageSources ?? false);
  if (refused !== undefined) throw forbidden(refused);
}

/**
 * Throws forbidden when the caller may not change or remove this source. Throws conflict for people when the
 * configuration file manages it, and for the file when people do.
 */
export function assertMayChangeSource(ctx: SourceContext, source: ManagedSource): void {
  const isManaged = source.managedBy !== undefined;
  if (ctx.actor.kind === "file" && !isManaged)
    throw new Problem("conflict", "People made this by hand.", { code: "MADE_BY_HAND" });
  if (ctx.actor.kind === "file") return;
  if (isManaged) throw managedByFile();
  assertMayReadSource({ ...ctx, actor: ctx.actor }, source);
}

/** Throws forbidden when the caller may not have this source read now. A token may, as an admin. */
export function assertMayReadSource({ actor }: ReaderContext, source: ManagedSource): void {
  if (actor.kind === "token") return;
  const refused = whyNotReadSource(personOf(actor), source, false);
  if (refused !== undefined) throw forbidden(refused);
}
