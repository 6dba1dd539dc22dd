import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type ClientAuthMethod, type ClientMetadata, Provider } from "oidc-provider";

/** A person at the provider. What is changed here is what the provider says from then on. */
export interface OpenIdPerson {
  /** The provider names somebody else for this person from now on. */
  sub?: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  groups?: unknown;
}

export interface TestOpenId {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By subject. */
  people: Map<string, OpenIdPerson>;
  /** How it behaves: as it should, gone, never answering, answering with errors, or with pages of something else. */
  mode: "normal" | "gone" | "silent" | "failing" | "misplaced";
  /** Whether it refuses every client, as after a change of the secret. */
  refusesClient: boolean;
  /** The paths that were called, without those of the sign-in page. */
  calls: string[];
  /** Ends the grants of every person, like an administrator who ends sessions. */
  revokeAll(): Promise<void>;
  stop(): Promise<void>;
}

export interface OpenIdOptions {
  callbackUrl: string;
  signedOutUrl: string;
  /** Whether it gives refresh tokens. */
  refresh?: boolean;
  client?: Partial<ClientMetadata>;
  /** Whether the claims are in the ID token, too, and not only at the userinfo endpoint. */
  inToken?: boolean;
  /** How clients may authenticate. */
  methods?: ClientAuthMethod[];
  secret?: string;
  /**
   * Compares the header of a client as it comes, without decoding it, and refuses a wrong one with this status. So do
   * LemonLDAP::NG (401) and Glewlwyd (403).
   */
  comparesRaw?: 401 | 403;
}

const clientId = "shardwatch";
const usualSecret = "a-secret-of-the-client/with+signs";

/** A real OpenID provider on this machine (oidc-provider), with a sign-in page that takes a subject. */
export async function startOpenIdProvider(options: OpenIdOptions): Promise<TestOpenId> {
  const people = new Map<string, OpenIdPerson>();
  const grants = new Set<string>();
  const clientSecret = options.secret ?? usualSecret;
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [options.callbackUrl],
        post_logout_redirect_uris: [options.signedOutUrl],
        grant_types: ["authorization_code", "refresh_token"],
        ...options.client,
      },
    ],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["given_name", "family_name", "groups"],
    },
    ...(options.methods && { clientAuthMethods: options.methods }),
    conformIdTokenClaims: !options.inToken,
    pkce: { required: () => true },
    cookies: { keys: ["only for tests"] },
    jwks: { keys: [signingKey()] },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 3_600,
      IdToken: 3_600,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 86_400,
      Interaction: 600,
    },
    issueRefreshToken: () => options.refresh ?? true,
    rotateRefreshToken: true,
    findAccount: (_, sub) => {
      const person = people.get(sub);
      return person && { accountId: person.sub ?? sub, claims: () => ({ sub, ...person }) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc;
      if (!client || session?.accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid email profile");
      grants.add(await grant.save());
      return grant;
    },
  });
  const handle = provider.callback();
  const self: TestOpenId = {
    issuer,
    clientId,
    clientSecret,
    people,
    mode: "normal",
    refusesClient: false,
    calls: [],
    async revokeAll() {
      for (const id of grants) {
        await provider.RefreshToken.revokeByGrantId(id);
        await (await provider.Grant.find(id))?.destroy();
      }
    },
    async stop() {
      server.close().closeAllConnections();
      await once(server, "close");
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", issuer);
    self.calls.push(pathname);
    if (self.mode === "gone") return void request.socket.destroy();
    if (self.mode === "silent") return;
    if (self.mode === "failing") return void response.writeHead(503).end("<html>maintenance</html>");
    if (self.mode === "misplaced")
      return void response.writeHead(200, { "content-type": "text/html" }).end("<html>a portal</html>");
    if (pathname.startsWith("/token") && self.refusesClient) return refuseClient(response, 401);
    if (pathname.startsWith("/token") && options.comparesRaw && !takesRaw(request))
      return refuseClient(response, options.comparesRaw);
    if (!pathname.startsWith("/interaction/")) return void handle(request, response);
    if (request.method !== "POST") return void response.setHeader("content-type", "text/html").end(page);
    const subject = new URLSearchParams(await text(request)).get("subject") ?? "";
    const result = people.has(subject)
      ? { login: { accountId: subject } }
      : { error: "access_denied", error_description: "nobody <b>here</b>" };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  /** Whether a client may go on. A header that is right gets the form that oidc-provider decodes. */
  function takesRaw({ headers }: IncomingMessage): boolean {
    const [, given] = /^Basic (.*)$/.exec(headers.authorization ?? "") ?? [];
    if (given === undefined) return true;
    if (Buffer.from(given, "base64").toString() !== `${clientId}:${clientSecret}`) return false;
    const both = [clientId, clientSecret].map(encodeURIComponent).join(":");
    headers.authorization = `Basic ${Buffer.from(both).toString("base64")}`;
    return true;
  }

  return self;
}

function refuseClient(response: ServerResponse, status: 401 | 403): void {
  const error = status === 401 ? "invalid_client" : "unauthorized_client";
  const challenge = status === 401 ? { "www-authenticate": "Basic" } : {};
  response.writeHead(status, { "content-type": "application/json", ...challenge });
  response.end(JSON.stringify({ error }));
}

const page = `<!doctype html><title>Test provider</title><form method="post">
  <label>Subject <input name="subject" /></label><button>Sign in here</button></form>`;

function signingKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  return { ...privateKey.export({ format: "jwk" }), alg: "RS256", use: "sig", kid: "test" };
}

/** The provider's cookies of one browser, and what it does at the provider's pages. */
export class OpenIdBrowser {
  readonly #cookies = new Map<string, string>();

  async open(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Signs in at the address that our API gave. Returns the address that the provider sends the browser to. */
  async signIn(address: string, subject: string): Promise<URL> {
    const { origin } = new URL(address);
    let next = new URL(address);
    for (let step = 0; step < 8; step += 1) {
      if (next.origin !== origin) return next;
      const isForm = next.pathname.startsWith("/interaction/");
      const response = await this.open(next.href, isForm ? { subject } : undefined);
      const location = response.headers.get("location");
      if (!location)
        throw new Error(`${next.pathname} answered ${response.status}: ${await response.text()}`);
      next = new URL(location, next);
    }
    throw new Error("the provider does not send the browser back");
  }
}
