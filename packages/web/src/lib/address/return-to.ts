import { isPublic, parameters } from "./urls.ts";

const anyOrigin = "https://own.invalid";

/**
 * The path to open after signing in, or undefined unless it is a path of our own origin. The address bar is
 * untrusted input: "//host", "\\host" and "javascript:" must not leave the site. The session's own pages are
 * no target either.
 */
export function safeReturnTo(text: string | null): string | undefined {
  if (!text || !text.startsWith("/") || !URL.canParse(text, anyOrigin)) return undefined;
  const url = new URL(text, anyOrigin);
  if (url.origin !== anyOrigin || isPublic(url.pathname)) return undefined;
  // "/.//host" has our origin, but its path is "//host" after the dot is removed.
  return url.pathname.startsWith("//") ? undefined : `${url.pathname}${url.search}${url.hash}`;
}

/** The path to open after signing in, from the query of an address. */
export const returnToIn = (query: URLSearchParams): string | undefined =>
  safeReturnTo(query.get(parameters.returnTo));
