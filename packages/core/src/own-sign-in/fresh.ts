import type { MemberContext } from "../access/context.ts";
import { type Account, byId, generationOf } from "../account/account.ts";
import { Problem } from "../kit/problem.ts";
import { minute } from "../kit/time.ts";
import { readOwnSession } from "./own-session.ts";
import type { Browser } from "../session/browser.ts";

/** How long after signing in a person can make another way in, in milliseconds. */
const freshFor = 15 * minute;

/**
 * The caller's account, if the caller has just proven who they are. A stolen session must not become a key of its own.
 * Throws forbidden.
 */
export async function requireFresh(ctx: MemberContext, { providerSession }: Browser): Promise<Account> {
  const again = new Problem("forbidden", "You signed in a while ago. Sign in again first.", {
    code: "SIGN_IN_AGAIN",
  });
  if (!providerSession) throw again;
  const [account, signedIn] = await Promise.all([
    byId(ctx, ctx.actor.accountId),
    readOwnSession(ctx, providerSession),
  ]);
  if (!account || !signedIn || ctx.clock.now() - signedIn.signedInAt > freshFor) throw again;
  // Both cookies come from the browser. Somebody could put their own sign-in beside the session of another person.
  const { accountId, generation = 0 } = signedIn;
  if (accountId !== account.id || generation !== generationOf(account)) throw again;
  return account;
}
