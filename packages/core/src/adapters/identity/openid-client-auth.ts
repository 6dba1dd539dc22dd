import { AsyncLocalStorage } from "node:async_hooks";
import type { Secret } from "../../kit/secret.ts";

type Library = typeof import("./openid-library.ts");
type ClientAuth = import("./openid-library.ts").ClientAuth;

/** How the client proves who it is; undefined: as the provider says. */
export type ClientAuthMethod = "basic" | "post" | undefined;

interface Client {
  clientId: string;
  clientSecret: Secret;
  clientAuth: ClientAuthMethod;
}

/** One call of the library: how it authenticates, and whether it has asked the provider. */
interface Call {
  way: ClientAuth;
  asked: boolean;
}

/**
 * RFC 6749, 2.3.1 wants client id and secret encoded as in a form. Many providers compare the header's text as it is.
 * Letters, digits and `-._~` mean the same to both, so they stay as they are. The library encodes these four.
 */
const encoded = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll(/[!*'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");

const basic =
  (write: (text: string) => string, secret: string): ClientAuth =>
  (_, { client_id: id }, __, headers) => {
    const both = Buffer.from(`${write(id)}:${write(secret)}`).toString("base64");
    headers.set("authorization", `Basic ${both}`);
  };

/**
 * The ways to try: the first, and the one for a provider that refuses the client. In a form every provider decodes
 * the secret. Without a form, the other way is the header with the secret as it is.
 * @param known the methods that the provider names
 */
function waysOf(library: Library, client: Client, known: readonly string[]): ClientAuth[] {
  const secret = client.clientSecret.reveal();
  const ways = {
    encoded: basic(encoded, secret),
    plain: basic((text) => text, secret),
    post: library.ClientSecretPost(secret),
  };
  const takesPost = known.includes("client_secret_post");
  if (client.clientAuth === "post") return [ways.post];
  if (client.clientAuth === undefined && !known.includes("client_secret_basic")) return [ways.post];
  if (client.clientAuth === undefined && takesPost) return [ways.encoded, ways.post];
  const isSame = [client.clientId, secret].every((text) => encoded(text) === text);
  return isSame ? [ways.encoded] : [ways.encoded, ways.plain];
}

/** Whether the provider refused the client, not the person. Glewlwyd calls it unauthorized_client. */
export function refusesClient(library: Library, error: unknown): boolean {
  if (error instanceof library.ResponseBodyError)
    return error.error === "invalid_client" || error.error === "unauthorized_client";
  return (
    error instanceof library.WWWAuthenticateChallengeError &&
    error.status === 401 &&
    // A client that is refused is asked for its secret (RFC 6749, 5.2). Bearer is about a token.
    error.cause.every(({ scheme }) => scheme !== "bearer")
  );
}

/** Authenticates the client, at most twice for one call. What the provider took is the first way from then on. */
export function createClientAuth(client: Client) {
  const calls = new AsyncLocalStorage<Call>();
  let ways: ClientAuth[] | undefined;

  /** For the library: the way of the call that is under way. */
  const authenticate: ClientAuth = (...asked) => calls.getStore()?.way(...asked);

  /** For the library: notes that the call asks the provider. */
  function noteCall(): void {
    const current = calls.getStore();
    if (current) current.asked = true;
  }

  /** Runs a call of the library, and once more in the other way after the provider has refused the client. */
  async function call<T>(library: Library, known: readonly string[] | undefined, work: () => Promise<T>) {
    // A provider that names no method knows this one (OpenID Connect Discovery 1.0, section 3).
    const [way, other] = (ways ??= waysOf(library, client, known ?? ["client_secret_basic"]));
    if (!way) throw new Error("there is no way to authenticate");
    const note = { way, asked: false };
    try {
      return await calls.run(note, work);
    } catch (error) {
      if (!other || !refusesClient(library, error)) throw new CallFailed(error, note.asked);
    }
    try {
      const result = await calls.run({ way: other, asked: true }, work);
      ways = [other, way];
      return result;
    } catch (error) {
      if (!refusesClient(library, error)) ways = [other, way];
      throw new CallFailed(error, true);
    }
  }

  return { authenticate, noteCall, call };
}

/** An error of the library, with whether the provider was asked before. */
export class CallFailed extends Error {
  readonly asked: boolean;
  constructor(cause: unknown, asked: boolean) {
    super("a call failed", { cause });
    this.asked = asked;
  }
}
