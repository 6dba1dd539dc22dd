import type { Services, MemberContext } from "../access/context.ts";
import { type Browser, forget, strangerOf } from "./browser.ts";
import { close, closeAll } from "./session.ts";
import { countRefused, mayAsk } from "./sign-in-limits.ts";

/** Ends our session and the provider's session of this browser. Harmless when there is neither. */
export async function signOut(services: Services, browser: Browser): Promise<void> {
  browser.clearSession();
  const wasOurs = browser.session !== undefined && (await close(services, browser.session));
  const stranger = strangerOf(browser);
  if (!stranger) return;
  // Without a session of ours the limits apply: a flood of made-up cookies must not reach the provider.
  if (!wasOurs) {
    if (!(await mayAsk(services, stranger))) return;
    await countRefused(services, stranger);
  }
  await services.identity.signOut(stranger.cookie);
}

/** Ends every session of the caller, in every browser, and the provider's session of this browser. */
export async function signOutEverywhere(ctx: MemberContext, browser: Browser): Promise<void> {
  await closeAll(ctx);
  await forget(ctx, browser);
  if (browser.providerSession) await ctx.identity.signOut(browser.providerSession);
}
