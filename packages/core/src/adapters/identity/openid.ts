import { Secret } from "../../kit/secret.ts";
import { hour, second } from "../../kit/time.ts";
import type { Unavailable } from "../../ports/identity.ts";
import type { AttemptValues, Claims, OpenIdAnswer, OpenIdClient, OpenIdGrant } from "../../ports/openid.ts";
import { boundedExchange, completed, failureOf } from "./openid-answers.ts";
import { CallFailed, type ClientAuthMethod, createClientAuth } from "./openid-client-auth.ts";

type Library = typeof import("./openid-library.ts");
type Configuration = import("./openid-library.ts").Configuration;
type Tokens = import("./openid-library.ts").TokenEndpointResponse &
  import("./openid-library.ts").TokenEndpointResponseHelpers;

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: Secret;
  clientAuth: ClientAuthMethod;
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

/** The library with the provider's description of itself, and what every call to the provider has in common. */
function createConnection(options: OpenIdOptions) {
  const { deadline = 5 * second } = options;
  const auth = createClientAuth(options);
  let described: { until: number; ready: Promise<Ready> } | undefined;

  function prepare(): Promise<Ready> {
    const now = performance.now();
    if (described && now < described.until) return described.ready;
    const ready = describe(options, auth, deadline);
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
      const { cause, asked } = error instanceof CallFailed ? error : { cause: error, asked: true };
      return failureOf(library, cause, { isAnswer, asked });
    }
  }

  /** A call of the token or the revocation endpoint, where the client proves who it is. */
  function asClient<T>(ready: Ready, work: (ready: Ready) => Promise<T>): Promise<T> {
    const { token_endpoint_auth_methods_supported: known } = ready.configuration.serverMetadata();
    return auth.call(ready.library, known, () => work(ready));
  }

  return { ask, asClient };
}

/**
 * A provider of OpenID Connect, as it describes itself. The library and the description are loaded at the first
 * sign-in. The ID token comes from the provider over TLS, which stands for its signature (OpenID Connect Core
 * 1.0, 3.1.3.7).
 */
export function createOpenIdClient(options: OpenIdOptions): OpenIdClient {
  const { issuer, callbackUrl, signedOutUrl } = options;
  const { ask, asClient } = createConnection(options);

  async function begin(values: AttemptValues) {
    const answer = await ask(false, async (ready) => {
      const address = await signInAddress(ready, options, values);
      return { outcome: "ready" as const, address };
    });
    if (answer.outcome === "ready") return answer;
    // What the provider says of itself can be too long, too, but that is not about groups.
    const fault = answer.outcome === "unavailable" && answer.fault ? ("unusable" as const) : undefined;
    return { outcome: "unavailable", reason: answer.reason, fault } satisfies Unavailable;
  }

  const redeem = (query: URLSearchParams, { state, nonce, verifier }: AttemptValues) =>
    ask(true, async (ready): Promise<OpenIdAnswer> => {
      const address = new URL(callbackUrl);
      address.search = query.toString();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      const tokens = await asClient(ready, ({ library, configuration }) =>
        library.authorizationCodeGrant(configuration, address, checks),
      );
      return { outcome: "granted", grant: await grantOf(ready, tokens, {}) };
    });

  const renew = (refreshToken: Secret, before: Claims) =>
    ask(false, async (ready) => {
      const tokens = await asClient(ready, ({ library, configuration }) =>
        library.refreshTokenGrant(configuration, refreshToken.reveal()),
      );
      return await grantOfRenewal(ready, tokens, { refreshToken, before });
    });

  async function revoke(refreshToken: Secret): Promise<void> {
    await ask(false, async (ready) => {
      if (ready.configuration.serverMetadata().revocation_endpoint === undefined) return undefined;
      const hint = { token_type_hint: "refresh_token" };
      await asClient(ready, ({ library, configuration }) =>
        library.tokenRevocation(configuration, refreshToken.reveal(), hint),
      );
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

/** Where a person signs in for this attempt. */
async function signInAddress(
  { library, configuration }: Ready,
  options: OpenIdOptions,
  { state, nonce, verifier }: AttemptValues,
): Promise<string> {
  const parameters = new URLSearchParams(options.parameters);
  const ours = {
    redirect_uri: options.callbackUrl,
    response_type: "code",
    scope: options.scopes,
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    client_id: options.clientId,
  };
  for (const [name, value] of Object.entries(ours)) parameters.set(name, value);
  return library.buildAuthorizationUrl(configuration, parameters).href;
}

/** The answer to a renewal, which may say less than the sign-in did. */
async function grantOfRenewal(
  ready: Ready,
  tokens: Tokens,
  { refreshToken, before }: { refreshToken: Secret; before: Claims },
): Promise<OpenIdAnswer> {
  const said = tokens.claims()?.sub ?? before["sub"];
  if (said !== before["sub"])
    return {
      outcome: "refused",
      denied: false,
      reason: "the provider answered for another person",
      asked: true,
    };
  // Without a new one, the former stays valid (RFC 6749, section 6).
  const next = tokens.refresh_token === undefined ? refreshToken : new Secret(tokens.refresh_token);
  try {
    const grant = await grantOf(ready, tokens, before);
    return { outcome: "granted", grant: { ...grant, refreshToken: next } };
  } catch (error) {
    const failure = failureOf(ready.library, error, { isAnswer: false, asked: true });
    // The former token may be used up: losing this one would sign the person out.
    return failure.outcome === "unavailable" ? { ...failure, refreshToken: next } : failure;
  }
}

async function describe(
  { issuer, clientId, clientSecret }: OpenIdOptions,
  { authenticate, noteCall }: ReturnType<typeof createClientAuth>,
  deadline: number,
): Promise<Ready> {
  const library = await import("./openid-library.ts");
  const exchange = boundedExchange(deadline);
  const address = new URL(issuer);
  const configuration = await library.discovery(
    address,
    clientId,
    { client_secret: clientSecret.reveal() },
    authenticate,
    {
      [library.customFetch]: (...asked) => {
        noteCall();
        return exchange(...asked);
      },
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
