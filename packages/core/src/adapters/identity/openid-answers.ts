import type { ProviderFault } from "../../ports/identity.ts";
import type { Claims, OpenIdAnswer } from "../../ports/openid.ts";
import { NoAnswer, noAnswerOf, readText, TooLong } from "../http/bounded-fetch.ts";
import { refusesClient } from "./openid-client-auth.ts";

type Library = typeof import("./openid-library.ts");
type Fetch = import("./openid-library.ts").CustomFetch;
type Failed = Exclude<OpenIdAnswer, { outcome: "granted" }>;

const byteLimit = 256 * 1024;

/** One exchange with the provider that always ends, and whose answer is read to a limit. Throws NoAnswer. */
export const boundedExchange =
  (deadline: number): Fetch =>
  async (url, { body, ...options }) => {
    try {
      const init = { ...options, signal: AbortSignal.timeout(deadline) };
      const response = await fetch(url, body ? { ...init, body: body as URLSearchParams } : init);
      const text = await readText(response, byteLimit);
      return new Response(text === "" ? null : text, { status: response.status, headers: response.headers });
    } catch (error) {
      throw noAnswerOf(error, deadline);
    }
  };

/** An answer that was understood, and that is not one for this sign-in: another issuer, nonce or audience. */
const mismatches = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
]);

const unavailable = (reason: string, fault?: ProviderFault): Failed => ({
  outcome: "unavailable",
  reason,
  fault,
});

/** What comes from a proxy in front of the provider, or from one that is being repaired. */
const isBroken = (status: number) => status >= 500;

interface Asked {
  /** Whether the provider's answer came with the person, who may have made it up. */
  isAnswer: boolean;
  /** Whether the provider was called. */
  asked: boolean;
}

/**
 * What an error of the library means. Only the provider's own no is a refusal. A wrong client secret, a broken
 * answer and silence say nothing about the person. Rethrows what is a defect of ours.
 */
export function failureOf(library: Library, error: unknown, { isAnswer, asked }: Asked): Failed {
  const refused = (reason: string, denied = false): Failed => ({ outcome: "refused", denied, reason, asked });
  if (error instanceof library.AuthorizationResponseError)
    return refused(`the provider answered ${plain(error.error)}`, true);
  if (refusesClient(library, error)) return clientRefused(error as { status: number; error?: string });
  if (error instanceof library.ResponseBodyError) {
    const reason = `the provider answered ${plain(error.error)}`;
    if (error.error === "invalid_grant") return refused(reason);
    return unavailable(`${reason} (${error.status})`, isBroken(error.status) ? undefined : "unusable");
  }
  if (error instanceof library.WWWAuthenticateChallengeError) {
    if (error.status !== 401) return unavailable(`the provider answered ${error.status}`);
    // Of a token that it has just given: the person is no longer one who may sign in.
    return refused("the provider answered 401");
  }
  if (!(error instanceof library.ClientError)) throw error;
  const { code = "no code", cause } = error;
  if (cause instanceof TooLong)
    return unavailable(`${cause.message}: a person has too many groups, or other long claims`, "tooLarge");
  if (cause instanceof NoAnswer) return unavailable(cause.message);
  if (isAnswer && mismatches.has(code)) return refused(`the provider's answer is not valid (${code})`);
  const isDown = cause instanceof Response && isBroken(cause.status);
  return unavailable(`the provider's answer cannot be used (${code})`, isDown ? undefined : "unusable");
}

function clientRefused({ status, error }: { status: number; error?: string }): Failed {
  const said = error === undefined ? status : `${plain(error)}, ${status}`;
  const reason = `the provider refused the client (${said}): check OIDC_CLIENT_ID, the secret and OIDC_CLIENT_AUTH`;
  return unavailable(reason, "clientRefused");
}

/** Error codes of OAuth are printable ASCII; a foreign text must not reach the log. */
const plain = (code: string): string => (/^[\w.-]{1,60}$/.test(code) ? code : "an unknown error");

/**
 * The claims of the ID token, completed by those of the userinfo endpoint. "Verified" is said of one email. It does not
 * count for another one, which the endpoint may have.
 */
export function completed(tokenClaims: Claims, ofEndpoint: Claims): Claims {
  const isOther = ofEndpoint["email"] !== undefined && ofEndpoint["email"] !== tokenClaims["email"];
  const { email_verified: verified, ...others } = tokenClaims;
  return {
    ...others,
    ...(!isOther && verified !== undefined && { email_verified: verified }),
    ...ofEndpoint,
  };
}
