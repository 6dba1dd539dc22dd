import { isPublic, parameters } from "./urls.ts";

const anyOrigin = "https://own.invalid";

/**
 * The path to go to after signing in, or undefined unless it is a path of our own origin. What comes in stands
 * in the address bar, so anybody can write it: "//host", "\\host" and "javascript:" must not lead anywhere.
 * The session's own pages are no place to return to.
 */
export function safeReturnTo(text: string | null): string | undefined {
  if (!text || !text.startsWith("/") || !URL.canParse(text, anyOrigin)) return undefined;
  const url = new URL(text, anyOrigin);
  if (url.origin !== anyOrigin || isPublic(url.pathname)) return undefined;
  // "/.//host" has our origin, but its path is "//host" once the dot is gone.
  return url.pathname.startsWith("//") ? undefined : `${url.pathname}${url.search}${url.hash}`;
}

/** The path to go to after signing in, as an address says. */
export const returnToIn = (query: URLSearchParams): string | undefined =>
  safeReturnTo(query.get(parameters.returnTo));
