import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { ProviderState } from "./state.ts";
import { sessionCookie } from "./sessions.ts";

type Names = Pick<ProviderState, "csrfCookie" | "sessions">;

export const sessionOf = (context: Context): string | undefined => getCookie(context, sessionCookie);

/** For the whole site, so that our API at another of its addresses gets it too. */
export function setSession(context: Context, session: string) {
  setCookie(context, sessionCookie, session, { httpOnly: true, path: "/", sameSite: "Lax" });
}

/** The CSRF token in a cookie that scripts can read. */
export function setCsrfToken(context: Context, { csrfCookie, sessions }: Names, session: string) {
  setCookie(context, csrfCookie, sessions.csrfToken(session), { path: "/", sameSite: "Lax" });
}

export function clearCookies(context: Context, { csrfCookie }: Names) {
  deleteCookie(context, sessionCookie, { path: "/" });
  deleteCookie(context, csrfCookie, { path: "/" });
}
