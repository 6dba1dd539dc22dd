import type { Context, Services } from "../access/context.ts";
import { type Account, generationOf, ofIdentity } from "../account/account.ts";
import { followRoles } from "../account/provider-roles.ts";
import { signInAccount, signInKnown } from "../account/sign-in.ts";
import { userOf } from "../account/user.ts";
import type { User } from "../contract/people/user.ts";
import { Problem } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import type { IdentityAnswer, ProviderFault, RedirectSignIn } from "../ports/identity.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { signedIn } from "./audit-sessions.ts";
import { type Browser, forget, strangerOf } from "./browser.ts";
import { close, open, renew, replace } from "./session.ts";
import { countRefused, countKnown, refuseTooMany } from "./sign-in-limits.ts";

/**
 * Exchanges the provider's session for one of ours, and creates the account at the first sign-in. Throws
 * unauthenticated when the provider refuses its session. Throws unavailable when the provider cannot be
 * asked, and tooMany above the limits.
 */
export async function signIn(ctx: Context, browser: Browser): Promise<void> {
  const known = await askProvider(ctx, browser);
  if (known.generation !== undefined) {
    // With a sign-in of our own, only the way back from the provider makes an account. A cookie of a deleted one does not.
    const before = await ofIdentity(ctx, known.identity.redisCloudId);
    if (!before || isEnded(known, before)) return await endHere(ctx, browser);
  }
  // Where the account is known, another one of that person or email is none of this session's.
  const account =
    known.accountId === undefined
      ? await signInAccount(ctx, known.identity, browser)
      : await signInKnown(ctx, known.accountId);
  if (!account || isEnded(known, account)) return await endHere(ctx, browser);
  const event = signedIn(ctx, browser, account);
  await admit(ctx, browser, await replace(ctx, account, browser.session, [event]));
}

/**
 * Signs in the person who comes back from the provider with a new session there. They have just proven who they
 * are, so a former session of this browser does not matter. Throws the errors of `signIn`.
 */
export async function signInAnew(ctx: Context, browser: Browser, session: Secret, redirect: RedirectSignIn) {
  const { identity } = await askProvider(ctx, { ...browser, providerSession: session });
  if (browser.session) await close(ctx, browser.session);
  const account = await signInAccount(ctx, identity, browser);
  await redirect.remember(session, generationOf(account));
  browser.setSession(await open(ctx, account, [signedIn(ctx, browser, account)]));
}

/**
 * Asks the provider again, renews our session and returns the user. It also gives the person the roles of the
 * provider's groups. Throws the errors of `signIn`. An
 * unauthenticated browser also loses our session; any other error leaves it as it is.
 */
export async function refresh(services: Services, browser: Browser): Promise<User> {
  const account = await knownAccount(services, browser).catch(async (error: unknown) => {
    if (error instanceof Problem && error.kind === "unauthenticated") await forget(services, browser);
    throw error;
  });
  await admit(services, browser, await renew(services, account, browser.session));
  return await userOf(services, account);
}

async function knownAccount(services: Services, browser: Browser): Promise<Account> {
  const known = await askProvider(services, browser);
  return await retryOnConflict(async () => {
    const account = await ofIdentity(services, known.identity.redisCloudId);
    if (!account) throw notSignedIn();
    return isEnded(known, account)
      ? await endHere(services, browser)
      : await followRoles(services, account, known.identity);
  });
}

const sentences: Record<ProviderFault, string> = {
  clientRefused: "The sign-in service refuses Shardwatch itself.",
  tooLarge: "The sign-in service sends more about you than Shardwatch takes, such as too many groups.",
  unusable: "The sign-in service gave an unexpected answer.",
};

type Known = Extract<IdentityAnswer, { outcome: "known" }>;

/** Whether the person has ended all sessions since this sign-in, or has another account by now. */
function isEnded({ generation, accountId }: Known, account: Account): boolean {
  const isOther = accountId !== undefined && accountId !== account.id;
  return isOther || (generation !== undefined && generation !== generationOf(account));
}

/** Asks the provider who its session belongs to, within the limits of `sign-in-limits.ts`. */
async function askProvider(services: Services, browser: Browser): Promise<Known> {
  const stranger = strangerOf(browser);
  if (!stranger) throw notSignedIn();
  // A sign-in of our own asks nobody, and its cookies can't be guessed.
  if (!services.identity.isOwn) await refuseTooMany(services, stranger, browser.session);
  const answer = await services.identity.whoIs(stranger.cookie);
  if (answer.outcome === "known") {
    await countKnown(services, stranger, answer.identity.redisCloudId);
    return answer;
  }
  if (answer.outcome === "refused") {
    if (answer.asked) await countRefused(services, stranger);
    throw notSignedIn();
  }
  services.log.warn("the provider cannot be asked", { reason: answer.reason });
  const what = answer.fault ? sentences[answer.fault] : "Can't reach the sign-in service.";
  throw new Problem("unavailable", `${what} You're still signed in.`, {
    code: "PROVIDER_UNAVAILABLE",
    retryAfterSeconds: 10,
  });
}

/**
 * Sets the session's cookie. No session means that the person has ended all sessions. Then this browser's
 * session at the provider ends too, and the person has to enter the password again.
 */
async function admit(services: Services, browser: Browser, session: Secret | undefined): Promise<void> {
  if (session) return browser.setSession(session);
  await endHere(services, browser);
}

async function endHere(services: Services, browser: Browser): Promise<never> {
  if (browser.providerSession) await services.identity.signOut(browser.providerSession);
  await forget(services, browser);
  throw notSignedIn();
}

const notSignedIn = () => new Problem("unauthenticated", "Please sign in.");
