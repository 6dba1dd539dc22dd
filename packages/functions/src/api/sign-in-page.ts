import type { Settings } from "@shardwatch/core/access/context";
import type { ProviderFault, RedirectFault } from "@shardwatch/core/ports/identity";
import { html } from "hono/html";
import { openIdPaths } from "../openid-paths.ts";
import { page } from "./page.ts";

/** Why nobody was signed in, beside the provider's own reasons. */
export type SignInFault = RedirectFault | ProviderFault | "unavailable" | "tooMany";

interface Text {
  title: string;
  text: string;
}

/** What happened, and what to do. The provider's own words are in the log: an attacker could choose them. */
const texts: Record<SignInFault, Text> = {
  notBegun: {
    title: "This sign-in can't be completed",
    text: "It was not started in this browser, it took longer than ten minutes, or you started another one in the meantime. Start again.",
  },
  denied: {
    title: "You weren't signed in",
    text: "The sign-in service didn't let you in, or you cancelled. Try again, or ask your administrator for access to Shardwatch.",
  },
  invalid: {
    title: "This sign-in can't be completed",
    text: "The answer of the sign-in service was used before, or isn't for this sign-in. Start again.",
  },
  noEmail: {
    title: "Your account has no email",
    text: "Shardwatch needs the email of your account. Ask your administrator to add one, and to send it to Shardwatch.",
  },
  unverifiedEmail: {
    title: "Your email isn't verified",
    text: "Verify your email at the sign-in service. If that's not possible there, ask your administrator: Shardwatch can be told that the service checks emails.",
  },
  noGroup: {
    title: "You don't have access",
    text: "You are signed in, but no group of yours has access to Shardwatch. Ask your administrator to add you to one, then try again.",
  },
  unavailable: {
    title: "Can't reach the sign-in service",
    text: "Nobody can sign in at the moment. Try again in a minute. Ask your administrator if it goes on.",
  },
  clientRefused: {
    title: "The sign-in service refuses Shardwatch",
    text: "It's not about you. Ask your administrator to check the client ID, the client secret, and how it's sent.",
  },
  tooLarge: {
    title: "Your account has too many groups",
    text: "The sign-in service sends more about you than Shardwatch takes. Ask your administrator to send it fewer of your groups.",
  },
  unusable: {
    title: "The sign-in service gave an unexpected answer",
    text: "Nobody can sign in like this. Ask your administrator to look into the log of Shardwatch.",
  },
  tooMany: {
    title: "Too many sign-ins",
    text: "Too many sign-ins have failed from your network. Wait ten minutes, then try again.",
  },
};

/**
 * The page for a sign-in that ended without one.
 * @param apiOrigin the API as browsers know it, which may be below a path
 */
export const signInFaultPage = (
  fault: SignInFault,
  { apiOrigin, webOrigin }: Pick<Settings, "apiOrigin" | "webOrigin">,
) =>
  page(
    texts[fault].title,
    html`<p>${texts[fault].text}</p>
      <p><a href="${apiOrigin}${openIdPaths.start}">Try again</a></p>
      <p><a href="${webOrigin}/">Back to Shardwatch</a></p>`,
  );
