import { Secret } from "../kit/secret.ts";
import { hour, second } from "../kit/time.ts";
import type { AttemptValues, Claims, OpenIdAnswer, OpenIdClient, OpenIdGrant } from "../ports/openid.ts";
import { boundedExchange, completed, failureOf } from "./openid-answers.ts";

type Library = typeof import("./openid-library.ts");
type Configuration = import("./openid-library.ts").Configuration;
type Tokens = import("./openid-library.ts").TokenEndpointResponse &
  import("./openid-library.ts").TokenEndpointResponseHelpers;

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: Secret;
  scopes: string;
  /** Further parameters of the sign-in's address. Ours win. */
  parameters: string;
  /** Our address that the provider sends the person back to. */
  callbackUrl: string;
  /** Where the person is after signing out. */
  signedOutUrl: string;
  /** For each call, in milliseconds. */
  deadline?: number;
}

interface Ready {
  library: Library;
  configuration: Configuration;
}

/** How long the provider's description of itself is used. */
const describedFor = hour;

/**
 * A provider of OpenID Connect, as it describes itself. The library and the description are loaded at the first
 * sign-in. The ID token comes from the provider over TLS, which stands for its signature (OpenID Connect Core
 * 1.0, 3.1.3.7).
 */
export function createOpenIdClient(options: OpenIdOptions): OpenIdClient {
  const { issuer, callbackUrl, signedOutUrl, deadline = 5 * second } = options;
  let described: { until: number; ready: Promise<Ready> } | undefined;

  function prepare(): Promise<Ready> {
    const now = performance.now();
    if (described && now < described.until) return described.ready;
    const ready = describe(options, deadline);
    described = { until: now + describedFor, ready };
    // A failure is not kept: the next person asks again.
    ready.catch(() => (described = undefined));
    return ready;
  }

  /** Runs with the library and the provider's description; any error becomes an answer. */
  async function ask<T>(isAnswer: boolean, work: (ready: Ready) => Promise<T>) {
    const library = await import("./openid-library.ts");
    try {
      return await work(await prepare());
    } catch (error) {
      return failureOf(library, error, isAnswer);
    }
  }

  async function begin({ state, nonce, verifier }: AttemptValues) {
    const answer = await ask(false, async ({ library, configuration }) => {
      const parameters = new URLSearchParams(options.parameters);
      const ours = {
        redirect_uri: callbackUrl,
        response_type: "code",
        scope: options.scopes,
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        client_id: options.clientId,
      };
      for (const [name, value] of Object.entries(ours)) parameters.set(name, value);
      const { href } = library.buildAuthorizationUrl(configuration, parameters);
      return { outcome: "ready" as const, address: href };
    });
    return answer.outcome === "refused" ? { outcome: "unavailable" as const, reason: answer.reason } : answer;
  }

  const redeem = (query: URLSearchParams, { state, nonce, verifier }: AttemptValues) =>
    ask(true, async ({ library, configuration }): Promise<OpenIdAnswer> => {
      const address = new URL(callbackUrl);
      address.search = query.toString();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      const tokens = await library.authorizationCodeGrant(configuration, address, checks);
      return { outcome: "granted", grant: await grantOf({ library, configuration }, tokens, {}) };
    });

  const renew = (refreshToken: Secret, before: Claims) =>
    ask(false, async ({ library, configuration }): Promise<OpenIdAnswer> => {
      const tokens = await library.refreshTokenGrant(configuration, refreshToken.reveal());
      const said = tokens.claims()?.sub ?? before["sub"];
      if (said !== before["sub"])
        return { outcome: "refused", denied: false, reason: "the provider answered for another person" };
      // Without a new one, the former stays valid (RFC 6749, section 6).
      const next = tokens.refresh_token === undefined ? refreshToken : new Secret(tokens.refresh_token);
      try {
        const grant = await grantOf({ library, configuration }, tokens, before);
        return { outcome: "granted", grant: { ...grant, refreshToken: next } };
      } catch (error) {
        const failure = failureOf(library, error, false);
        // The former token may be used up: losing this one would sign the person out.
        return failure.outcome === "unavailable" ? { ...failure, refreshToken: next } : failure;
      }
    });

  async function revoke(refreshToken: Secret): Promise<void> {
    await ask(false, async ({ library, configuration }) => {
      if (configuration.serverMetadata().revocation_endpoint === undefined) return undefined;
      await library.tokenRevocation(configuration, refreshToken.reveal(), {
        token_type_hint: "refresh_token",
      });
      return undefined;
    });
  }

  async function endAddress(idToken: Secret | undefined): Promise<string | undefined> {
    const answer = await ask(false, ({ library, configuration }) => {
      if (configuration.serverMetadata().end_session_endpoint === undefined)
        return Promise.resolve(undefined);
      const hint = idToken && { id_token_hint: idToken.reveal() };
      const parameters = { ...hint, post_logout_redirect_uri: signedOutUrl };
      return Promise.resolve(library.buildEndSessionUrl(configuration, parameters).href);
    });
    return typeof answer === "string" ? answer : undefined;
  }

  return { issuer, begin, redeem, renew, revoke, endAddress };
}

async function describe({ issuer, clientId, clientSecret }: OpenIdOptions, deadline: number): Promise<Ready> {
  const library = await import("./openid-library.ts");
  const secret = clientSecret.reveal();
  const [basic, post] = [library.ClientSecretBasic(secret), library.ClientSecretPost(secret)];
  const address = new URL(issuer);
  const configuration = await library.discovery(
    address,
    clientId,
    { client_secret: secret },
    // A provider that names no method knows this one (OpenID Connect Discovery 1.0, section 3).
    (as, ...rest) => {
      const known = as.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
      (known.includes("client_secret_basic") ? basic : post)(as, ...rest);
    },
    {
      [library.customFetch]: boundedExchange(deadline),
      timeout: deadline / second,
      // The settings allow plain HTTP on this machine only.
      execute: address.protocol === "http:" ? [library.allowInsecureRequests] : [],
    },
  );
  return { library, configuration };
}

/** What the tokens say, completed by the userinfo endpoint: providers put groups into one or the other. */
async function grantOf(
  { library, configuration }: Ready,
  tokens: Tokens,
  before: Claims,
): Promise<OpenIdGrant> {
  const tokenClaims: Claims = tokens.claims() ?? before;
  const subject = tokenClaims["sub"];
  const ofEndpoint =
    configuration.serverMetadata().userinfo_endpoint !== undefined && typeof subject === "string"
      ? await library.fetchUserInfo(configuration, tokens.access_token, subject)
      : {};
  const { refresh_token: refresh, id_token: id } = tokens;
  const seconds = tokens.expiresIn();
  return {
    claims: completed(tokenClaims, ofEndpoint),
    tokenClaims,
    refreshToken: refresh === undefined ? undefined : new Secret(refresh),
    idToken: id === undefined ? undefined : new Secret(id),
    validFor: seconds === undefined ? undefined : seconds * second,
  };
}
