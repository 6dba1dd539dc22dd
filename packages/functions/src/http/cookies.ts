import type { House } from "@shardwatch/core/access/context";
import { Secret } from "@shardwatch/core/kit/secret";
import { second } from "@shardwatch/core/kit/time";
import { sessionLifetime } from "@shardwatch/core/session/session";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

/** "__Host-" binds the cookie to this host and to https; browsers refuse it on plain http://localhost. */
function nameOf(house: House): string {
  return house.settings.environment === "local" ? "shardwatch_session" : "__Host-shardwatch_session";
}

function secretCookie(c: Context, name: string): Secret | undefined {
  const value = getCookie(c, name);
  return value ? new Secret(value) : undefined;
}

/** The value of our session cookie; undefined without one. */
export function sessionCookie(c: Context, house: House): Secret | undefined {
  return secretCookie(c, nameOf(house));
}

/**
 * The value of the provider's session cookie, which reaches us over the shared parent domain; undefined without
 * one.
 */
export function providerCookie(c: Context, house: House): Secret | undefined {
  return secretCookie(c, house.identity.cookieName);
}

function attributes(house: House) {
  const secure = house.settings.environment !== "local";
  return { httpOnly: true, secure, sameSite: "Lax", path: "/" } as const;
}

/** Gives the browser our session cookie, for as long as the session lives without being renewed. */
export function setSessionCookie(c: Context, house: House, session: Secret): void {
  const maxAge = sessionLifetime / second;
  setCookie(c, nameOf(house), session.reveal(), { ...attributes(house), maxAge });
}

/** Deletes our session cookie in the browser. The session itself does not end here. */
export function clearSessionCookie(c: Context, house: House): void {
  deleteCookie(c, nameOf(house), attributes(house));
}
