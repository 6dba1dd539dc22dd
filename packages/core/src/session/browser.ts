import type { Services } from "../access/context.ts";
import type { Secret } from "../kit/secret.ts";
import { close } from "./session.ts";
import type { Stranger } from "./sign-in-limits.ts";

/**
 * The browser of a request: the cookies that it sends, and how the answer changes its session cookie. It is a port,
 * because a verb that throws after a failed write returns nothing, and may have to clear the cookie all the same.
 */
export interface Browser {
  /** The IP address of the connection; undefined where it is not known. */
  address?: string | undefined;
  /** What it calls itself: the User-Agent. */
  client?: string | undefined;
  /** The value of our session cookie. */
  session: Secret | undefined;
  /** The value of the provider's session cookie. */
  providerSession: Secret | undefined;
  setSession(session: Secret): void;
  clearSession(): void;
}

/** The caller as the rate limits count them; undefined without a session of the provider. */
export function strangerOf({ address, providerSession }: Browser): Stranger | undefined {
  return providerSession && { address, cookie: providerSession };
}

/**
 * Ends our session in this browser and clears its cookie. It also clears a newer cookie from a concurrent
 * sign-in; the next refresh sets another one.
 */
export async function forget(services: Services, browser: Browser): Promise<void> {
  if (!browser.session) return;
  browser.clearSession();
  await close(services, browser.session);
}
