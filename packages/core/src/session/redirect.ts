import type { Context } from "../access/context.ts";
import { Problem } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import type { ProviderFault, RedirectFault, RedirectSignIn } from "../ports/identity.ts";
import type { Browser } from "./browser.ts";
import { signInAnew } from "./sign-in.ts";
import { countRefused, mayAsk } from "./sign-in-limits.ts";

export interface Redirected {
  redirect: RedirectSignIn;
  /** What the provider has added to our address. */
  query: URLSearchParams;
  /** The cookie of the attempt. */
  attempt: Secret | undefined;
}

export type RedirectResult =
  | { outcome: "signedIn"; session: Secret; returnTo: string }
  | { outcome: "refused"; fault: RedirectFault | ProviderFault | "unavailable" | "tooMany" };

/**
 * Signs in the person whom the provider has sent back, within the limits of every sign-in: a made-up answer costs
 * the provider a call, too. The session of the result is the provider's; the browser has ours already.
 */
export async function signInByRedirect(
  ctx: Context,
  browser: Browser,
  { redirect, query, attempt }: Redirected,
): Promise<RedirectResult> {
  const stranger = attempt && { address: browser.address, cookie: attempt };
  if (stranger && !(await mayAsk(ctx, stranger, browser.session)))
    return { outcome: "refused", fault: "tooMany" };
  const end = await redirect.finish(query, attempt, browser.providerSession);
  if (end.outcome === "unavailable") {
    ctx.log.warn("the provider cannot be asked", { reason: end.reason });
    return { outcome: "refused", fault: end.fault ?? "unavailable" };
  }
  if (end.outcome === "refused") {
    ctx.log.info("a sign-in was refused", { fault: end.fault, reason: end.reason });
    if (stranger && end.asked) await countRefused(ctx, stranger);
    return { outcome: "refused", fault: end.fault };
  }
  try {
    await signInAnew(ctx, browser, end.session, redirect);
  } catch (error) {
    const kind = error instanceof Problem ? error.kind : undefined;
    if (kind === "unavailable" || kind === "tooMany") return { outcome: "refused", fault: kind };
    throw error;
  }
  return end;
}
