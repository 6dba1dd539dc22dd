import type { Claims, OpenIdAnswer } from "../ports/openid.ts";
import { NoAnswer, readText } from "./bounded-fetch.ts";

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
      if (error instanceof NoAnswer) throw error;
      const { name, cause } = error as { name: string; cause?: { code?: string } };
      const reason = name === "TimeoutError" ? `no answer within ${deadline} ms` : (cause?.code ?? name);
      throw new NoAnswer(reason, error);
    }
  };

/** An answer that was understood, and that is not one for this sign-in: another issuer, nonce or audience. */
const mismatches = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
]);

const unavailable = (reason: string): Failed => ({ outcome: "unavailable", reason });

/**
 * What an error of the library means. Only the provider's own no is a refusal. A wrong client secret, a broken
 * answer and silence say nothing about the person. Rethrows what is a defect of ours.
 * @param isAnswer whether the provider's answer came with the person, who may have made it up
 */
export function failureOf(library: Library, error: unknown, isAnswer: boolean): Failed {
  if (error instanceof library.AuthorizationResponseError)
    return { outcome: "refused", denied: true, reason: `the provider answered ${plain(error.error)}` };
  if (error instanceof library.ResponseBodyError)
    return error.error === "invalid_grant"
      ? { outcome: "refused", denied: false, reason: "the provider answered invalid_grant" }
      : unavailable(`the provider answered ${plain(error.error)} (${error.status})`);
  if (error instanceof library.WWWAuthenticateChallengeError) {
    if (error.status !== 401) return unavailable(`the provider answered ${error.status}`);
    // A client that is refused is asked for its secret (RFC 6749, 5.2). That says nothing about the person.
    if (error.cause.every(({ scheme }) => scheme !== "bearer"))
      return unavailable("the provider refused the client (401), as for a wrong secret");
    // Of a token that it has just given: the person is no longer one who may sign in.
    return { outcome: "refused", denied: false, reason: "the provider answered 401" };
  }
  if (!(error instanceof library.ClientError)) throw error;
  if (error.cause instanceof NoAnswer) return unavailable(error.cause.message);
  const { code = "no code" } = error;
  return isAnswer && mismatches.has(code)
    ? { outcome: "refused", denied: false, reason: `the provider's answer is not valid (${code})` }
    : unavailable(`the provider's answer cannot be used (${code})`);
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
