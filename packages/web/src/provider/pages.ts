import { config } from "../lib/config.ts";
import { paths } from "../lib/paths.ts";

/** Who vouches for a person at the provider, in its own words: saml is a company's single sign-on. */
export type LoginMethod = "google" | "github" | "saml";

/**
 * An address of the provider's pages that leads back to the sign-in screen, which finds the new session and goes on
 * to where the person wanted to be.
 */
function pageAt(path: string, returnTo: string | undefined, loginMethod?: string): string {
  const redirectTo = `${location.origin}${paths.login(returnTo)}`;
  const query = new URLSearchParams({ ...(loginMethod && { loginMethod }), redirectTo });
  return `${config().providerSiteUrl.replace(/\/$/, "")}${path}?${query}`;
}

/** The provider's pages for people. `returnTo` is a path of ours that was checked to be one. */
export const providerPages = {
  signInWith: (method: LoginMethod, returnTo?: string) => pageAt("/login", returnTo, method),
  /** With password and second step. */
  signIn: (returnTo?: string) => pageAt("/login", returnTo),
  signUpWith: (method: Exclude<LoginMethod, "saml">, returnTo?: string) =>
    pageAt("/sign-up", returnTo, method),
  forgotPassword: (returnTo?: string) => pageAt("/forgot-password", returnTo, "direct"),
};
