import { config } from "../lib/settings/config.ts";
import { paths } from "../lib/address/paths.ts";

/** Identity providers, in the provider's own words: saml is a company's single sign-on. */
export type LoginMethod = "google" | "github" | "saml";

/**
 * An address of the provider's pages that returns to our sign-in screen. That screen finds the new session
 * and opens the wanted page.
 */
function pageAt(path: string, returnTo: string | undefined, loginMethod?: string): string {
  const redirectTo = `${location.origin}${paths.login(returnTo)}`;
  const query = new URLSearchParams({ ...(loginMethod && { loginMethod }), redirectTo });
  return `${config().providerSiteUrl.replace(/\/$/, "")}${path}?${query}`;
}

/** The provider's pages for people. `returnTo` is a checked path of ours. */
export const providerPages = {
  signInWith: (method: LoginMethod, returnTo?: string) => pageAt("/login", returnTo, method),
  /** With password and second step. */
  signIn: (returnTo?: string) => pageAt("/login", returnTo),
  signUpWith: (method: Exclude<LoginMethod, "saml">, returnTo?: string) =>
    pageAt("/sign-up", returnTo, method),
  forgotPassword: (returnTo?: string) => pageAt("/forgot-password", returnTo, "direct"),
};
