import type { MemberContext, Services } from "../access/context.ts";
import { audit } from "../access/audit.ts";
import {
  type Account,
  byEmail,
  byId,
  byProof,
  generationOf,
  hasAnybody,
  organizationOf,
  ownerIn,
} from "../account/account.ts";
import { auditRow, bySystem } from "../audit/audit.ts";
import type { MadeLink, SignInLink } from "../contract/people/sign-in-link.ts";
import { namesOf } from "../organization/members.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import { minute } from "../kit/time.ts";
import type { Browser } from "../session/browser.ts";
import { requireFresh } from "./fresh.ts";
import { invitationOfLink, type LinkedInvitation } from "../invitation/link-of-invitation.ts";
import { newLink } from "../link/new-link.ts";
import { type Link, openLink, refusals } from "../link/open-link.ts";

/** How long a link can be used, in milliseconds. */
export const linkLifetime = 15 * minute;

/** What a link knows of its account. */
export const ofAccount = (account: Account) => {
  const generation = generationOf(account);
  return {
    email: account.email,
    accountId: account.id,
    generation: generation > 0 ? generation : undefined,
  };
};

/**
 * Whose audit has a link that somebody made without being signed in. While the email of the account is unverified, it is
 * not the organization's. An admin who made the account would learn that the email has no other one.
 */
export const whereMade = (account: Account) => (account.unverified ? null : organizationOf(account));

/** A link for an email. */
export interface LinkForEmail extends MadeLink {
  /** The name of the organization that it leads into; absent for somebody new, and for who has none. */
  organization?: string;
}

/**
 * A link for the person with this email, who gets an account with it if there is none. For those who run the
 * installation. What they say counts like a provider's answer, so the email counts as verified. An account that somebody
 * made by a copied link may be in any organization, so the answer names it.
 */
export async function linkFor(services: Services, email: string): Promise<LinkForEmail> {
  const account = byProof(await byEmail(services, email));
  const verifies = account?.unverified && ({ verifies: true } as const);
  const row = account ? { ...ofAccount(account), ...verifies } : { email: email.trim() };
  const { made, write } = newLink(services, linkLifetime, row);
  const event = { action: "account.linkMade", id: account?.id, name: account ? undefined : email } as const;
  const organization = account ? organizationOf(account) : null;
  const [name] = (await namesOf(services, organization ? [organization] : [])).values();
  await services.table.transact([
    write,
    auditRow(bySystem(services), account ? whereMade(account) : null, event),
  ]);
  return { ...made, ...(name !== undefined && { organization: name }) };
}

/** The first link of an installation: its person says who they are, and administers. It ends with the first account. */
export async function firstLink(services: Services): Promise<MadeLink> {
  const { made, write } = newLink(services, linkLifetime, {});
  await services.table.transact([write]);
  return made;
}

/**
 * A link for somebody who has lost their passkeys. Throws notFound, and forbidden long after the caller's sign-in.
 * @param id of the account
 */
export async function linkForAccount(ctx: MemberContext, browser: Browser, id: string): Promise<MadeLink> {
  // Otherwise a stolen session would become a sign-in of its own, and could add a passkey.
  await requireFresh(ctx, browser);
  const account = isId("account", id) ? await byId(ctx, id) : undefined;
  if (!account) throw new Problem("notFound", "Account not found");
  const { made, write } = newLink(ctx, linkLifetime, ofAccount(account));
  await ctx.table.transact([
    write,
    auditRow(ctx, organizationOf(account), { action: "account.linkMade", id }),
  ]);
  audit(ctx, "account.linkMade", { accountId: id });
  return made;
}

/** A link that can be used, and its hash. */
export interface OpenLink {
  hash: string;
  row: Link;
  /** The account that it was made for. */
  account: Account | undefined;
  /** The invitation that it leads to. */
  invitation: LinkedInvitation | undefined;
}

/** The link of this secret. Throws conflict when it does not exist, was used, has expired, or was ended. */
export async function findLink(services: Services, token: Secret): Promise<OpenLink> {
  const { hash, row } = await openLink(services, token);
  const { accountId, invitationId } = row;
  const account = accountId === undefined ? undefined : await byId(services, accountId);
  const invitation = invitationId === undefined ? undefined : await invitationOfLink(services, hash, row);
  if (invitationId === undefined ? await isEnded(services, row, account) : !invitation) {
    services.log.warn("a link doesn't count any more", { accountId, invitationId });
    throw refusals.ended();
  }
  return { hash, row, account, invitation };
}

/** Whether what a sign-in link was made for has changed since. */
async function isEnded(services: Services, row: Link, account: Account | undefined): Promise<boolean> {
  if (row.email === undefined) return await hasAnybody(services);
  if (row.accountId !== undefined) return !account || generationOf(account) !== (row.generation ?? 0);
  // It was for somebody new, who has come by another one by now. Who holds a copied link is not known to be them.
  return ownerIn(await byEmail(services, row.email)) !== undefined;
}

/** What a link is for. It uses nothing up. Throws conflict, as `findLink`. */
export async function describeLink(services: Services, token: Secret): Promise<SignInLink> {
  const { row } = await findLink(services, token);
  // Its page is another one, which says who invites and where to.
  if (row.invitationId !== undefined) throw refusals.expired();
  return { email: row.email ?? null, expiresAt: new Date(row.expiresAt).toISOString() };
}
