import type { Context, MemberContext } from "../access/context.ts";
import { signedOut } from "./audit-sessions.ts";
import { type Browser, forget, strangerOf } from "./browser.ts";
import { close, closeAll } from "./session.ts";
import { countRefused, mayAsk } from "./sign-in-limits.ts";

/**
 * Ends our session and the provider's session of this browser. Harmless when there is neither. Returns the
 * address where the browser continues, if the provider has one.
 */
export async function signOut(ctx: Context, browser: Browser): Promise<string | undefined> {
  browser.clearSession();
  const ended = (accountId: string) => signedOut(ctx, browser, accountId);
  const wasOurs = browser.session !== undefined && (await close(ctx, browser.session, ended));
  const stranger = strangerOf(browser);
  if (!stranger) return undefined;
  // Without a session of ours the limits apply: a flood of made-up cookies must not reach the provider.
  const asksNobody = ctx.identity.isOwn === true;
  if (!wasOurs && !asksNobody && !(await mayAsk(ctx, stranger))) return undefined;
  const { asked, continueAt } = await ctx.identity.signOut(stranger.cookie);
  if (!wasOurs && asked) await countRefused(ctx, stranger);
  return continueAt;
}

/**
 * Ends every session of the caller, in every browser, and the provider's session of this browser. Returns the
 * same as `signOut`.
 */
export async function signOutEverywhere(ctx: MemberContext, browser: Browser): Promise<string | undefined> {
  await closeAll(ctx);
  await forget(ctx, browser);
  return browser.providerSession && (await ctx.identity.signOut(browser.providerSession)).continueAt;
}
