/**
 * The name of the cookie with our session. "__Host-" binds it to this host and to https; browsers refuse it
 * on plain http://localhost.
 */
export const sessionCookieName = (environment: string): string =>
  environment === "local" ? "shardwatch_session" : "__Host-shardwatch_session";
