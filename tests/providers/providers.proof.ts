import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newFolder, type ServerProcess, settingsIn, startServer } from "../server/process.ts";
import { ownPort } from "../support/ports.ts";
import { startGlewlwyd } from "./glewlwyd.ts";
import { startLemonLdap } from "./lemonldap.ts";
import type { TriedProvider } from "./provider.ts";
import { locationOf, Visitor } from "./visitor.ts";

/*
 * Sign-in at providers of others, as Debian 12 has them. `npm run prove -- providers` fetches them first.
 */
const secrets = { plain: "s3cr3t-of_the.client~", signs: "+/%:&=?#;,' %2B" } as const;
type SecretName = keyof typeof secrets;

const names = ["LemonLDAP::NG", "Glewlwyd"] as const;
type Name = (typeof names)[number];
const tried = new Map<Name, TriedProvider>();
const folder = mkdtempSync(join(tmpdir(), "shardwatch-providers-"));
let port = 0;

beforeAll(async () => {
  port = await ownPort();
  const ours = `http://localhost:${port}`;
  const clients = Object.entries(secrets).map(([id, secret]) => ({
    id,
    secret,
    callbackUrl: `${ours}/api/auth/oidc/callback`,
    signedOutUrl: `${ours}/`,
  }));
  tried.set("LemonLDAP::NG", await startLemonLdap(join(folder, "lemonldap"), clients));
  tried.set("Glewlwyd", await startGlewlwyd(join(folder, "glewlwyd"), clients));
});
afterAll(async () => {
  for (const provider of tried.values()) await provider.stop();
  rmSync(folder, { recursive: true, force: true });
});

function providerOf(name: Name): TriedProvider {
  const provider = tried.get(name);
  if (!provider) throw new Error(`${name} is not started`);
  return provider;
}

/** Our server for people of that provider. */
async function startFor(
  provider: TriedProvider,
  secret: SecretName,
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  const { PROVIDER_API_URL: _, ...settings } = settingsIn(newFolder(), port);
  return await startServer({
    ...settings,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: secret,
    OIDC_CLIENT_SECRET: secrets[secret],
    OIDC_GROUPS_ADMIN: provider.admin.group,
    OIDC_VOUCHES_FOR_EMAILS: "on",
    ...more,
  });
}

/** The provider's page, where our sign-in leads. */
const beginOf = async (visitor: Visitor, server: ServerProcess): Promise<string> =>
  await locationOf(await visitor.open(`${server.apiUrl}/auth/oidc/start`));

/** Signs in at the provider, and returns how we answer the person who comes back. */
async function enter(
  visitor: Visitor,
  server: ServerProcess,
  provider: TriedProvider,
  person: string,
): Promise<Response> {
  return await visitor.open(await provider.signIn(visitor, await beginOf(visitor, server), person));
}

const linesOf = (server: ServerProcess, message: string) =>
  server
    .output()
    .split("\n")
    .filter((line) => line.includes(`"message":"${message}"`));

/** What we know of a person, who signs in and out again. */
async function signInAndOut(server: ServerProcess, provider: TriedProvider, person: string) {
  const visitor = new Visitor();
  const entered = await enter(visitor, server, provider, person);
  if (entered.status !== 302) console.log(server.output().slice(-1500), provider.output().slice(-1500));
  expect([entered.status, entered.headers.get("location")]).toEqual([302, `${server.webUrl}/`]);
  const me = await visitor.call(server, "POST", "/me");
  const { email, roles } = (await me.json()) as { email: string; roles: string[] };
  expect(await provider.asksWho(visitor, await beginOf(visitor, server))).toBe(false);

  const left = await visitor.call(server, "POST", "/auth/logout");
  const { continueAt } = (await left.json()) as { continueAt: string };
  expect(await provider.signOut(visitor, continueAt)).toBe(`${server.webUrl}/`);
  expect((await visitor.call(server, "POST", "/me")).status).toBe(401);
  expect(await provider.asksWho(visitor, await beginOf(visitor, server))).toBe(true);
  return { email, roles };
}

test.each(names.flatMap((name) => (["plain", "signs"] as const).map((secret) => [name, secret] as const)))(
  "MND13 two people sign in at %s, and out on both sides: secret with %s",
  async (name, secret) => {
    const provider = providerOf(name);
    const server = await startFor(provider, secret);
    const { admin, viewer } = provider;
    expect(await signInAndOut(server, provider, admin.name)).toEqual({
      email: admin.email,
      roles: ["ORG_ADMIN"],
    });
    expect(await signInAndOut(server, provider, viewer.name)).toEqual({
      email: viewer.email,
      roles: ["VIEWER"],
    });
    console.log(
      server
        .output()
        .split("\n")
        .filter((l) => !l.includes('"level":"info"'))
        .join("\n"),
      linesOf(server, "x"),
    );
  },
);
