import type { User } from "@shardwatch/core/contract/people/user";
import { openIdIdentity } from "@shardwatch/functions/identity-port";
import { readOpenId } from "@shardwatch/core/provider-session/settings";
import { expect } from "vitest";
import {
  OpenIdBrowser,
  type OpenIdOptions,
  startOpenIdProvider,
  type TestOpenId,
} from "./openid-provider.ts";
import { patience } from "./patience.ts";
import { apiOrigin, call, startWorld, webOrigin, type World } from "./world.ts";

export interface OpenIdWorld {
  world: World;
  provider: TestOpenId;
  /** Uses the settings with these changes from now on, as after another start, with this deadline for answers. */
  configure(change: Record<string, string>, deadline?: number): void;
  stop(): Promise<void>;
}

export const callbackUrl = `${apiOrigin}/auth/oidc/callback`;

/** The whole API for people of a real OpenID provider. */
export async function startOpenIdWorld(
  variables: Record<string, string>,
  options: Partial<OpenIdOptions> = {},
): Promise<OpenIdWorld> {
  const provider = await startOpenIdProvider({ callbackUrl, signedOutUrl: `${webOrigin}/`, ...options });
  const world = await startWorld();
  const { services } = world;
  const configure = (change: Record<string, string>, deadline = patience) => {
    const { openId, faults } = readOpenId({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      SUPER_ADMIN_EMAILS: "root@example.com",
      ...variables,
      ...change,
    });
    if (!openId) throw new Error(faults.join("\n"));
    services.identity = openIdIdentity(openId, { webOrigin, apiOrigin, isSecure: false }, services, {
      deadline,
    });
    services.settings.sharedOrganization = openId.organization;
  };
  configure({});
  const stop = async () => {
    await world.stop();
    await provider.stop();
  };
  return { world, provider, configure, stop };
}

/** One person's browser, with its cookies of the API and of the provider. */
export class PersonsBrowser {
  readonly cookies = new Map<string, string>();
  readonly atProvider = new OpenIdBrowser();
  readonly #world: World;
  readonly #address: string | undefined;

  /** @param address of the connection; undefined where no test asks for it */
  constructor(world: World, address?: string) {
    this.#world = world;
    this.#address = address;
  }

  async call(method: string, path: string, body?: unknown): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await this.#ask(method, path, cookie, body);
    for (const each of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (/max-age=0/i.test(each)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  async #ask(method: string, path: string, cookie: string, body: unknown): Promise<Response> {
    if (this.#address === undefined)
      return await call(this.#world, method, path, { headers: { cookie }, body });
    const headers = { cookie, origin: webOrigin, "content-type": "application/json" };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return await this.#world.app.request(path, init, { clientAddress: this.#address });
  }

  /** Begins a sign-in and passes the provider's page. Returns our address that the provider leads to. */
  async passProvider(subject: string, returnTo?: string): Promise<URL> {
    const query = returnTo === undefined ? "" : `?returnTo=${encodeURIComponent(returnTo)}`;
    const begun = await this.call("GET", `/auth/oidc/start${query}`);
    expect(begun.status).toBe(302);
    return await this.atProvider.signIn(begun.headers.get("location") ?? "", subject);
  }

  /** Comes back from the provider. */
  async comeBack(address: URL): Promise<Response> {
    return await this.call("GET", `${address.pathname}${address.search}`);
  }

  async signIn(subject: string, returnTo?: string): Promise<Response> {
    return await this.comeBack(await this.passProvider(subject, returnTo));
  }

  /** Another browser with a copy of these cookies, all or those of one name. */
  copy(name?: string): PersonsBrowser {
    const thief = new PersonsBrowser(this.#world, this.#address);
    for (const [each, value] of this.cookies)
      if (name === undefined || name === each) thief.cookies.set(each, value);
    return thief;
  }

  /** POST /me, which must succeed. */
  async user(): Promise<User> {
    const answer = await this.call("POST", "/me");
    expect(answer.status).toBe(200);
    return (await answer.json()) as User;
  }
}

/** The browser of somebody who has just signed in. */
export async function signedInAt({ world }: OpenIdWorld, subject: string): Promise<PersonsBrowser> {
  const one = new PersonsBrowser(world);
  expect((await one.signIn(subject)).status).toBe(302);
  return one;
}
