import type { Context } from "../access/context.ts";
import { type Account, generationOf } from "../account/account.ts";
import { ownIdentity, signInAccount } from "../account/sign-in.ts";
import { initialRole } from "../contract/people/roles.ts";
import { isEmail } from "../kit/email.ts";
import { Problem, wrongFields } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import type { Identity } from "../ports/identity.ts";
import { signedIn } from "../session/audit-sessions.ts";
import type { Browser } from "../session/browser.ts";
import { close, open } from "../session/session.ts";
import { countRefused, refuseTooMany } from "../session/sign-in-limits.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import { useLink } from "./link.table.ts";
import { newOwnSession } from "./own-session.ts";
import { findLink, type OpenLink, refusals } from "./links.ts";

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
  const stranger = { address: browser.address, cookie: token };
  await refuseTooMany(ctx, stranger, undefined);
  const link = await findLink(ctx, token).catch(async (error: unknown) => {
    await countRefused(ctx, stranger);
    throw error;
  });
  const person = personOf(link, email);
  const proof = useLink(link.hash, ctx.clock.now());
  try {
    if (link.row.email !== undefined) return await enter(ctx, browser, person, [proof]);
    // It makes an administrator of any email, and must not make two.
    await ctx.table.transact([proof]);
    return await enter(ctx, browser, person, []);
  } catch (error) {
    // Two browsers opened it at once. The account is the same, but only one of them gets in.
    if (error instanceof ConditionFailed) throw refusals.used();
    throw error;
  }
}

function personOf({ row, account }: OpenLink, stated: string | undefined): Identity {
  if (account) return identityOf(account);
  const email = row.email ?? stated?.trim();
  if (!isEmail(email))
    throw wrongFields(["email: is required for the first sign-in, such as you@example.com"]);
  const nameless = { firstName: "", lastName: "", company: undefined };
  const identity = { redisCloudId: ownIdentity(email), email, ...nameless };
  const { configured, founder } = initialRole;
  return row.email === undefined ? { ...identity, roles: [configured, founder] } : identity;
}

/** A person as their account describes them. Nobody else does. */
export const identityOf = ({ redisCloudId, email, firstName, lastName }: Account): Identity => ({
  redisCloudId,
  email,
  firstName,
  lastName,
  company: undefined,
});

/**
 * Signs in somebody who has just proven who they are.
 * @param proof writes that use the proof up. Throws ConditionFailed when one fails; then nobody is signed in.
 */
export async function enter(
  ctx: Context,
  browser: Browser,
  person: Identity,
  proof: readonly Write[],
): Promise<Entered> {
  const account = await signInAccount(ctx, person, browser);
  const { session, write } = newOwnSession(ctx, identityOf(account), generationOf(account));
  const opened = await open(ctx, account, [write, ...proof, signedIn(ctx, browser, account)]);
  // Somebody who signs in anew is not the former person of this browser any more.
  if (browser.session) await close(ctx, browser.session);
  if (browser.providerSession) await ctx.identity.signOut(browser.providerSession);
  browser.setSession(opened);
  return { account, session };
}

/** Throws notFound where people sign in at a provider. */
export function requireOwnSignIn({ identity }: Context): void {
  if (!identity.isOwn) throw new Problem("notFound", "There is no such path.");
}
