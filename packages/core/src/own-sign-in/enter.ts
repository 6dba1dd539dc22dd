import type { Context } from "../access/context.ts";
import {
  type Account,
  byEmail,
  byId,
  generationOf,
  organizationOf,
  ownerIn,
  requireGeneration,
} from "../account/account.ts";
import { ownIdentity, verifyEmail } from "../account/identity.ts";
import { signInAccount, signInInvited, signInKnown } from "../account/sign-in.ts";
import { initialRole } from "../contract/people/roles.ts";
import { isEmail, plainEmail } from "../kit/email.ts";
import { digest, sameDigest } from "../kit/hash.ts";
import { Problem, wrongFields } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import type { Identity } from "../ports/identity.ts";
import { signedIn } from "../session/audit-sessions.ts";
import type { Browser } from "../session/browser.ts";
import { close, open } from "../session/session.ts";
import { countRefused, refuseTooMany } from "../session/sign-in-limits.ts";
import { ConditionFailed, tryWrite } from "../table/errors.ts";
import { revokeCreatedBy } from "../token/revoke-many.ts";
import { unlessBusy } from "../table/unless-busy.ts";
import type { Write } from "../table/table.ts";
import { firstPersonIn, firstPersonKey, firstPersonRow } from "./first-person.table.ts";
import { newOwnSession } from "./own-session.ts";
import { acceptanceBy } from "../invitation/accept-by-link.ts";
import { invitationOfLink, isMailedLink, type LinkedInvitation } from "../invitation/link-of-invitation.ts";
import type { Member } from "../organization/organization.ts";
import { refusals, useUp } from "../link/open-link.ts";
import { findLink, type OpenLink } from "./links.ts";

/** Somebody who has just signed in. */
export interface Entered {
  account: Account;
  /** The value of the cookie that keeps the browser signed in. */
  session: Secret;
}

/**
 * Signs in the person of a link, and uses it up. Throws conflict for a link that cannot be used, and invalid where the
 * first person does not say who they are. Throws tooMany after many wrong ones from this network.
 */
export async function enterByLink(
  ctx: Context,
  browser: Browser,
  { token, email }: { token: Secret; email: string | undefined },
): Promise<Entered> {
  const link = await findLink(ctx, token).catch(async (error: unknown) => {
    // Only who tries wrong ones has to wait: a right one can't be guessed.
    const stranger = { address: browser.address, cookie: token };
    await refuseTooMany(ctx, stranger, undefined);
    await countRefused(ctx, stranger);
    throw error;
  });
  const proof = useUp(link.hash, ctx.clock.now());
  try {
    if (link.account && link.row.verifies) {
      // Who has used the account before may have made tokens. A repeated call ends the rest.
      const organization = organizationOf(link.account);
      if (organization) await revokeCreatedBy(ctx, organization, link.account.id);
      return await enterAgain(ctx, browser, await verifyEmail(ctx, link.account, [proof]), []);
    }
    if (link.account) return await enterAgain(ctx, browser, link.account, [proof]);
    if (link.invitation) return await join(ctx, browser, link, link.invitation);
    const person = personOf(link, email);
    if (link.row.email !== undefined)
      return await enter(ctx, browser, await signInAccount(ctx, person, browser), [proof]);
    // It makes an administrator of any email, and must not make two.
    await claimFirst(ctx, person.email, proof);
    return await enter(ctx, browser, await signInAccount(ctx, person, browser), []);
  } catch (error) {
    // Two browsers opened it at once. The account is the same, but only one of them gets in.
    if (error instanceof ConditionFailed) throw refusals.used();
    throw error;
  }
}

/**
 * Uses up a first link. Every start makes one, but there is one first person. After a crash the same person may come
 * again, by another one. Throws conflict for somebody else.
 */
async function claimFirst(ctx: Context, email: string, proof: Write): Promise<void> {
  const hash = digest(plainEmail(email));
  const isFirst = await tryWrite(ctx.table.put(firstPersonRow(hash), [{ exists: false }]));
  const known = isFirst ? hash : (firstPersonIn(await ctx.table.get(firstPersonKey)) ?? "");
  if (!sameDigest(known, hash)) throw refusals.ended();
  await ctx.table.transact([proof]);
}

/**
 * Signs in somebody new, whom the link of an invitation brings into its organization. A link that was mailed proves that
 * the email is theirs. One that was copied proves nothing. Somebody with an account of that email gets another one, so
 * that who made the link can't learn that they have one.
 */
async function join(
  ctx: Context,
  browser: Browser,
  { hash, row }: OpenLink,
  invitation: LinkedInvitation,
): Promise<Entered> {
  const proof = useUp(hash, ctx.clock.now());
  if (invitation.status === "accepted") return await enterJoined(ctx, browser, invitation, proof);
  const { email } = invitation.invitee;
  const isMailed = isMailedLink(invitation, hash);
  if (isMailed && ownerIn(await byEmail(ctx, email))) throw hasAccount();
  const identity: Identity = {
    ...nameless,
    email,
    redisCloudId: isMailed ? ownIdentity(email) : `invitation ${invitation.id}`,
    ...(!isMailed && { isUnverified: true }),
  };
  const accept = async (self: Member) => {
    const current = await invitationOfLink(ctx, hash, row);
    if (!current) throw refusals.ended();
    // Another press of the same link was faster: the account is there, and will be found.
    if (current.status === "accepted") throw new ConditionFailed();
    return await acceptanceBy(ctx, { invitation: current, joinedHash: hash }, self);
  };
  const account = await signInInvited(ctx, identity, accept, browser);
  // Another mailed link may have made an account of this email at the same moment.
  if (isMailed && (await invitationOfLink(ctx, hash, row))?.acceptedBy !== account.id) throw hasAccount();
  return await enter(ctx, browser, account, [proof]);
}

/**
 * Signs in who has joined by this link already, and was not signed in for a failure of ours. Not once they have ended all
 * sessions, or have proven their email: that ends every other way in.
 */
async function enterJoined(
  ctx: Context,
  browser: Browser,
  { acceptedBy }: LinkedInvitation,
  proof: Write,
): Promise<Entered> {
  const account = acceptedBy === undefined ? undefined : await byId(ctx, acceptedBy);
  if (!account || generationOf(account) > 0) throw refusals.ended();
  return await enterAgain(ctx, browser, account, [proof]);
}

const hasAccount = () =>
  new Problem("conflict", "You have an account here. Sign in, then accept the invitation.", {
    code: "HAS_ACCOUNT",
  });

const nameless = { firstName: "", lastName: "", company: undefined };

function personOf({ row }: OpenLink, stated: string | undefined): Identity {
  const email = row.email ?? stated?.trim();
  if (!isEmail(email))
    throw wrongFields(["email: is required for the first sign-in, such as you@example.com"]);
  const identity = { redisCloudId: ownIdentity(email), email, ...nameless };
  const { configured, founder } = initialRole;
  return row.email === undefined ? { ...identity, roles: [configured, founder] } : identity;
}

/**
 * Signs in the person of an account that is there, who has just proven who they are. Nobody is signed in when it is gone,
 * or its sessions were ended.
 * @param found the account as the proof has found it
 * @param proof writes that use the proof up. Throws ConditionFailed when one fails; then nobody is signed in.
 */
export async function enterAgain(
  ctx: Context,
  browser: Browser,
  found: Account,
  proof: readonly Write[],
): Promise<Entered> {
  const account = await signInKnown(ctx, found.id);
  if (!account) throw new ConditionFailed();
  const unchanged = requireGeneration(found.id, generationOf(found));
  return await enter(ctx, browser, account, [...proof, unchanged]);
}

/** Opens both sessions of somebody who has signed in. Throws as `enterAgain`. */
async function enter(
  ctx: Context,
  browser: Browser,
  account: Account,
  proof: readonly Write[],
): Promise<Entered> {
  const { session, write } = newOwnSession(ctx, account);
  browser.setSession(await open(ctx, account, [write, ...proof, signedIn(ctx, browser, account)]));
  // Somebody who signs in anew is not the former person of this browser any more.
  const { session: former, providerSession } = browser;
  if (former) await unlessBusy(() => close(ctx, former), false);
  if (providerSession) await ctx.identity.signOut(providerSession);
  return { account, session };
}

/** Throws notFound where people sign in at a provider. */
export function requireOwnSignIn({ identity }: Context): void {
  if (!identity.isOwn) throw new Problem("notFound", "There is no such path.");
}
