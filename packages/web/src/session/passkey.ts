import type { User } from "@shardwatch/core/contract/people/user";
import { answerOf, apiClient } from "../api/request.ts";
import { lazyModule } from "../lib/loading/lazy-module.ts";
import { askWhoIAm } from "./me.ts";
import { startSession } from "./session.ts";

/* Apart from adding one, which the sign-in page does not load. */

const library = lazyModule(() => import("./passkey-library.ts"));

/** Loads what passkeys need: browsers want their question soon after the click. */
export const preloadPasskeys = library.preload;

const unsupported = "This browser doesn't know passkeys. Use another browser, or sign in by a link.";

/**
 * What browsers report, by the names of Web Authentication Level 3, section 5.1. A person who has cancelled
 * and one who has no passkey are the same to them, so that no page learns who has one.
 */
const faults: Readonly<Record<string, string>> = {
  AbortError: "Nothing was done. Try again when you're ready.",
  InvalidStateError: "This device has a passkey of yours already.",
  ConstraintError: "This device can't keep a passkey. Try another one, such as your phone.",
  NotSupportedError: "This device can't keep a passkey. Try another one, such as your phone.",
  SecurityError: "Browsers allow no passkeys at this address.",
};

/**
 * Asks the browser, whose errors become sentences for the person.
 * @param notAllowed the sentence for somebody who has cancelled, or has none
 */
export async function askBrowser<Answer>(
  question: () => Promise<Answer>,
  notAllowed: string,
): Promise<Answer> {
  try {
    return await question();
  } catch (error) {
    // The library's errors have the browser's as their cause.
    const { cause = error } = error as Error;
    const name = cause instanceof Error ? cause.name : "";
    if (name !== "NotAllowedError") console.error("The browser refused a passkey", error);
    const sentence = name === "NotAllowedError" ? notAllowed : faults[name];
    throw new Error(sentence ?? "The passkey didn't work. Please try again.", { cause: error });
  }
}

/** The code that asks the browser. @throws Error where it knows no passkeys */
export async function loadPasskeys() {
  const code = await library.load();
  if (!code.browserSupportsWebAuthn()) throw new Error(unsupported);
  return code;
}

/**
 * Signs in with a passkey, which the browser lets the person choose.
 * @throws Error with a sentence for the person; ApiError with the API's reason
 */
export async function signInByPasskey(): Promise<User> {
  const { startAuthentication } = await loadPasskeys();
  const { passkey } = apiClient()["sign-in"];
  const optionsJSON = await answerOf(passkey.options.$post());
  const none = "No passkey was used. Try again, or sign in by a link.";
  const answer = await askBrowser(() => startAuthentication({ optionsJSON }), none);
  await answerOf(passkey.$post({ json: answer }));
  const me = await askWhoIAm();
  if (me.outcome !== "known") throw new Error("You're signed in. Reload the page to go on.");
  startSession(me.user);
  return me.user;
}
