import type { House } from "../access/context.ts";
import { type Account, ofIdentity } from "../account/account.ts";
import { arrive } from "../account/arrive.ts";
import { userOf } from "../account/user.ts";
import type { User } from "../contract/user.ts";
import { Problem } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import type { Identity } from "../ports/identity.ts";
import { type Browser, forget, strangerOf } from "./browser.ts";
import { renew, replace } from "./session.ts";
import { countInVain, countKnown, refuseTooMany } from "./sign-in-limits.ts";

/**
 * Turns the provider's session into one of ours, and creates the account at the first sign-in. Throws unauthenticated
 * when the provider refuses its session, unavailable when it cannot be asked, and tooMany above the limits.
 */
export async function signIn(house: House, browser: Browser): Promise<void> {
  const account = await arrive(house, await askProvider(house, browser));
  await admit(house, browser, await replace(house, account, browser.session));
}

/**
 * Asks the provider again, renews our session and returns the user. Throws what `signIn` throws. An unauthenticated
 * browser also loses our session; any other error leaves it as it is.
 */
export async function refresh(house: House, browser: Browser): Promise<User> {
  const account = await knownAccount(house, browser).catch(async (error: unknown) => {
    if (error instanceof Problem && error.kind === "unauthenticated") await forget(house, browser);
    throw error;
  });
  await admit(house, browser, await renew(house, account, browser.session));
  return await userOf(house, account);
}

async function knownAccount(house: House, browser: Browser): Promise<Account> {
  const { redisCloudId } = await askProvider(house, browser);
  const account = await ofIdentity(house, redisCloudId);
  if (!account) throw notSignedIn();
  return account;
}

/** Asks the provider who its session belongs to, within the limits of `sign-in-limits.ts`. */
async function askProvider(house: House, browser: Browser): Promise<Identity> {
  const stranger = strangerOf(browser);
  if (!stranger) throw notSignedIn();
  await refuseTooMany(house, stranger);
  const answer = await house.identity.whoIs(stranger.cookie);
  if (answer.outcome === "known") {
    await countKnown(house, stranger, answer.identity.redisCloudId);
    return answer.identity;
  }
  if (answer.outcome === "refused") {
    await countInVain(house, stranger);
    throw notSignedIn();
  }
  house.log.warn("the provider cannot be asked", { reason: answer.reason });
  throw new Problem("unavailable", "The sign-in service cannot be reached. You are still signed in.", {
    code: "PROVIDER_UNAVAILABLE",
    retryAfterSeconds: 10,
  });
}

/**
 * Sets the session's cookie. Without a session the person has ended all sessions: then this browser's session at the
 * provider ends too, and the person has to enter the password again.
 */
async function admit(house: House, browser: Browser, session: Secret | undefined): Promise<void> {
  if (session) return browser.setSession(session);
  if (browser.providerSession) await house.identity.signOut(browser.providerSession);
  await forget(house, browser);
  throw notSignedIn();
}

const notSignedIn = () => new Problem("unauthenticated", "Please sign in.");
