import type { Services } from "@shardwatch/core/access/context";
import { Secret } from "@shardwatch/core/kit/secret";
import { second } from "@shardwatch/core/kit/time";
import { sessionLifetime } from "@shardwatch/core/session/session";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

/** "__Host-" binds the cookie to this host and to https. Browsers refuse it on plain http://localhost. */
const nameOf = ({ settings }: Services) =>
  settings.environment === "local" ? "shardwatch_session" : "__Host-shardwatch_session";

/** Whether a request has an Authorization header, right or wrong. */
export const hasAuthorization = (c: Context): boolean => c.req.header("authorization") !== undefined;

/** Whether it is of the kind of tokens and keys. A browser adds one of another kind by itself, also for another site. */
export const hasBearer = (c: Context): boolean => /^Bearer /i.test(c.req.header("authorization") ?? "");

/** With an Authorization header no cookie is read: a request has one credential, whatever its browser adds. */
function secretCookie(c: Context, name: string): Secret | undefined {
  const value = hasAuthorization(c) ? undefined : getCookie(c, name);
  return value ? new Secret(value) : undefined;
}

/** The value of our session cookie; undefined without one. */
export function sessionCookie(c: Context, services: Services): Secret | undefined {
  return secretCookie(c, nameOf(services));
}

/**
 * The value of the provider's session cookie; undefined without one. That of Redis Cloud reaches us over the shared
 * parent domain. Others are our own.
 */
export function providerCookie(c: Context, services: Services): Secret | undefined {
  return secretCookie(c, services.identity.cookieName);
}

function attributes(services: Services) {
  const secure = services.settings.environment !== "local";
  return { httpOnly: true, secure, sameSite: "Lax", path: "/" } as const;
}

/** Gives the browser our session cookie. It lasts as long as a session that is not renewed. */
export function setSessionCookie(c: Context, services: Services, session: Secret): void {
  const maxAge = sessionLifetime / second;
  setCookie(c, nameOf(services), session.reveal(), { ...attributes(services), maxAge });
}

/** Deletes our session cookie in the browser. The session itself does not end here. */
export function clearSessionCookie(c: Context, services: Services): void {
  deleteCookie(c, nameOf(services), attributes(services));
}

/** Gives the browser the cookie of its sign-in, where it is ours to set. */
export function setProviderCookie(c: Context, services: Services, session: Secret): void {
  const maxAge = (services.identity.sessionLifetime ?? 0) / second;
  setCookie(c, services.identity.cookieName, session.reveal(), { ...attributes(services), maxAge });
}

/** The cookie of a sign-in that has begun; undefined without one. */
export const attemptCookie = (c: Context, name: string): Secret | undefined => secretCookie(c, name);

/** @param milliseconds how long it lasts */
export function setAttemptCookie(
  c: Context,
  services: Services,
  name: string,
  attempt: Secret,
  milliseconds: number,
): void {
  const maxAge = milliseconds / second;
  setCookie(c, name, attempt.reveal(), { ...attributes(services), maxAge });
}

/** The name of the cookie with what was begun with a passkey. "__Host-" keeps neighbours from planting one. */
export const passkeyCookieName = (services: Services): string =>
  `${attributes(services).secure ? "__Host-" : ""}shardwatch_passkey`;

/** Deletes the cookie of a sign-in that has begun. */
export function clearAttemptCookie(c: Context, services: Services, name: string): void {
  deleteCookie(c, name, attributes(services));
}

/** Deletes the cookie of the sign-in. That of Redis Cloud is not ours to delete. */
export function clearProviderCookie(c: Context, services: Services): void {
  if (services.identity.sessionLifetime !== undefined)
    deleteCookie(c, services.identity.cookieName, attributes(services));
}
