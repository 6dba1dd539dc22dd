import type { Context } from "../access/context.ts";
import { type Account, generationOf, requireGeneration } from "../account/account.ts";
import { ownIdentity, signInAccount, signInInvited, signInKnown, verifyEmail } from "../account/sign-in.ts";
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
import { unlessBusy } from "../table/unless-busy.ts";
import type { Write } from "../table/table.ts";
import { useLink } from "../link/link.table.ts";
import { firstPersonIn, firstPersonKey, firstPersonRow } from "./first-person.table.ts";
import { newOwnSession } from "./own-session.ts";
import { acceptanceBy, invitationOfLink } from "../invitation/accept-by-link.ts";
import type { Member } from "../organization/organization.ts";
import { findLink, identityOfInvitation, type OpenLink, refusals } from "./links.ts";

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
  const proof = useLink(link.hash, ctx.clock.now());
  try {
    if (link.account && link.row.verifies)
      return await enterAgain(ctx, browser, await verifyEmail(ctx, link.account, [proof]), []);
    if (link.account) return await enterAgain(ctx, browser, link.account, [proof]);
    if (link.row.invitationId !== undefined)
      return await enter(ctx, browser, await join(ctx, browser, link), [proof]);
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

/** The account of somebody new, whom the link of an invitation brings into its organization. */
async function join(ctx: Context, browser: Browser, { row }: OpenLink): Promise<Account> {
  const { organizationId = "", invitationId = "", email = "" } = row;
  const identity: Identity = {
    redisCloudId: identityOfInvitation(invitationId),
    email,
    firstName: "",
    lastName: "",
    company: undefined,
    isUnverified: true,
  };
  const accept = async (self: Member) => {
    const invitation = await invitationOfLink(ctx, { organizationId, invitationId });
    if (!invitation) throw refusals.ended();
    return await acceptanceBy(ctx, invitation, self);
  };
  return await signInInvited(ctx, identity, accept, browser);
}

function personOf({ row }: OpenLink, stated: string | undefined): Identity {
  const email = row.email ?? stated?.trim();
  if (!isEmail(email))
    throw wrongFields(["email: is required for the first sign-in, such as you@example.com"]);
  const nameless = { firstName: "", lastName: "", company: undefined };
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
