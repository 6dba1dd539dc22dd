import { isEmail } from "../../kit/email.ts";
import { foreignName } from "../../kit/foreign-text.ts";
import type { Secret } from "../../kit/secret.ts";
import type { Identity, IdentityAnswer, IdentityProvider, SignedOut } from "../../ports/identity.ts";
import { type BoundedAnswer, type BoundedRequest, boundedFetch, NoAnswer } from "../http/bounded-fetch.ts";

export interface ProviderOptions {
  /** Base of the provider's API, e.g. https://cloud.redis.io/api/v1. */
  apiUrl: string;
  /** Name of the provider's session cookie. */
  cookieName?: string;
  /**
   * Whether every email of this provider counts as verified, even if its answers lack `email_verified`. Only
   * for a provider that requires a confirmed email before the first sign-in.
   */
  vouchesForEmails?: boolean;
  /** For each call, in milliseconds. */
  deadline?: number;
}

const byteLimit = 256 * 1024;

/**
 * Asks the provider who a session belongs to: it reads a CSRF token first, then the current user. It passes
 * on only the provider's own cookie. Roles and invitations depend on the email, so a user with an unverified
 * email is not accepted.
 */
export function createIdentityProvider(options: ProviderOptions): IdentityProvider {
  const { apiUrl, cookieName = "JSESSIONID", vouchesForEmails = false, deadline = 5_000 } = options;

  async function call(path: string, session: Secret, request: Partial<BoundedRequest> = {}) {
    const headers = {
      accept: "application/json",
      cookie: `${cookieName}=${session.reveal()}`,
      ...request.headers,
    };
    return await boundedFetch(`${apiUrl}${path}`, { ...request, headers, deadline, byteLimit });
  }

  async function whoIs(session: Secret): Promise<IdentityAnswer> {
    if (!isCookieValue(session)) return { outcome: "refused", asked: false };
    try {
      const csrf = await call("/csrf", session);
      const token = field(field(csrf.json, "csrfToken"), "csrf_token");
      if (csrf.status !== 200) return failure(csrf);
      if (typeof token !== "string")
        return { outcome: "unavailable", reason: "the provider's answer holds no CSRF token" };
      const headers = { "x-csrf-token": token };
      const me = await call("/users/me", session, { headers });
      if (me.status !== 200) return failure(me);
      const identity = readIdentity(me.json);
      if (!identity) return { outcome: "unavailable", reason: "the provider's answer names no user" };
      const verified = field(me.json, "email_verified") ?? vouchesForEmails;
      return verified === true
        ? { outcome: "known", identity }
        : { outcome: "unavailable", reason: "the provider does not say that the email is verified" };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return { outcome: "unavailable", reason: error.message };
    }
  }

  async function signOut(session: Secret): Promise<SignedOut> {
    if (!isCookieValue(session)) return { asked: false };
    try {
      const csrf = await call("/csrf", session);
      const token = field(field(csrf.json, "csrfToken"), "csrf_token");
      const headers = { "x-csrf-token": typeof token === "string" ? token : "" };
      await call("/logout", session, { method: "POST", headers });
    } catch (error) {
      // Signing out at the provider is optional: our own session has ended before.
      if (!(error instanceof NoAnswer)) throw error;
    }
    return { asked: true };
  }

  return { cookieName, whoIs, signOut };
}

/** A value that could inject a second header or cookie is not sent. */
function isCookieValue(session: Secret): boolean {
  return /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,4096}$/.test(session.reveal());
}

/** Only 401 means that the session is invalid. A proxy in front of the provider may answer 403, too. */
function failure({ status }: BoundedAnswer): IdentityAnswer {
  return status === 401
    ? { outcome: "refused", asked: true }
    : { outcome: "unavailable", reason: `the provider answered ${status}` };
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function text(value: unknown, name: string): string {
  const content = field(value, name);
  return typeof content === "string" ? foreignName(content, 200) : "";
}

/**
 * Ids are strings or numbers. First and last name may be missing; then `name` is split at its first space.
 */
function readIdentity(json: unknown): Identity | undefined {
  const id = field(json, "id");
  const redisCloudId = typeof id === "string" || Number.isSafeInteger(id) ? String(id) : "";
  const email = field(json, "email");
  if (!/^\d{1,20}$/.test(redisCloudId) || !isEmail(email)) return undefined;
  const [first = "", ...rest] = text(json, "name").split(/\s+/);
  return {
    redisCloudId,
    email,
    firstName: text(json, "first_name") || first,
    lastName: text(json, "last_name") || rest.join(" "),
    company: text(json, "company") || undefined,
  };
}
