import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linesOf } from "../server/configured.ts";
import { newFolder, type ServerProcess, settingsIn, startServer } from "../server/process.ts";
import { ownPort } from "../support/ports.ts";
import { startGlewlwyd } from "./glewlwyd.ts";
import { startLemonLdap } from "./lemonldap.ts";
import type { TriedProvider } from "./provider.ts";
import { locationOf, Visitor } from "./visitor.ts";

/*
 * Sign-in at providers of others, as Debian 12 has them. Both compare the client's secret in the header as it comes,
 * without decoding it. `npm run prove -- providers` fetches them first.
 */
const plain = { id: "shardwatch", secret: "s3cr3t-of_the.client~" };
const signs = { id: "shardwatch-signs", secret: "+/%:&=?#;,' %2B" };
const header = { id: "shardwatch-header", secret: signs.secret, headerOnly: true };

const names = ["LemonLDAP::NG", "Glewlwyd"] as const;
type Name = (typeof names)[number];
const started = new Map<Name, TriedProvider>();
const folder = mkdtempSync(join(tmpdir(), "shardwatch-providers-"));
let port = 0;

beforeAll(async () => {
  port = await ownPort();
  const ours = `http://localhost:${port}`;
  const addresses = { callbackUrl: `${ours}/api/auth/oidc/callback`, signedOutUrl: `${ours}/` };
  const clients = [plain, signs, header].map((client) => ({ ...client, ...addresses }));
  started.set("LemonLDAP::NG", await startLemonLdap(join(folder, "lemonldap"), clients.slice(0, 2)));
  started.set("Glewlwyd", await startGlewlwyd(join(folder, "glewlwyd"), clients));
});
afterAll(async () => {
  for (const provider of started.values()) await provider.stop();
  rmSync(folder, { recursive: true, force: true });
});

function providerOf(name: Name): TriedProvider {
  const provider = started.get(name);
  if (!provider) throw new Error(`${name} is not started`);
  return provider;
}

/** Our server as that client of the provider. */
async function startAs(
  client: { id: string; secret: string },
  provider: TriedProvider,
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  const { PROVIDER_API_URL: _, ...settings } = settingsIn(newFolder(), port);
  return await startServer({
    ...settings,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_GROUPS_ADMIN: provider.admin.group,
    OIDC_VOUCHES_FOR_EMAILS: "on",
    ...more,
  });
}

/** The provider's page, where our sign-in leads. */
const beginOf = async (visitor: Visitor, server: ServerProcess): Promise<string> =>
  await locationOf(await visitor.open(`${server.apiUrl}/auth/oidc/start`));

/** Signs in at the provider, and returns how we answer the person who comes back. */
async function enter(server: ServerProcess, provider: TriedProvider, name: string, visitor = new Visitor()) {
  return await visitor.open(await provider.signIn(visitor, await beginOf(visitor, server), name));
}

/** What we know of a person, who signs in, and out again on both sides. */
async function signInAndOut(server: ServerProcess, provider: TriedProvider, name: string) {
  const visitor = new Visitor();
  const tokensBefore = provider.liveTokens?.();
  const entered = await enter(server, provider, name, visitor);
  expect([entered.status, entered.headers.get("location")]).toEqual([302, `${server.webUrl}/`]);
  const me = await visitor.call(server, "POST", "/me");
  const { email, roles } = (await me.json()) as { email: string; roles: string[] };
  expect(await provider.asksWho(visitor, await beginOf(visitor, server))).toBe(false);

  if (tokensBefore !== undefined) expect(provider.liveTokens?.()).toBe(tokensBefore + 1);
  const left = await visitor.call(server, "POST", "/auth/logout");
  const { continueAt } = (await left.json()) as { continueAt: string };
  expect(provider.liveTokens?.()).toBe(tokensBefore);
  expect(await provider.signOut(visitor, continueAt)).toBe(`${server.webUrl}/`);
  expect((await visitor.call(server, "POST", "/me")).status).toBe(401);
  expect(await provider.asksWho(visitor, await beginOf(visitor, server))).toBe(true);
  return { email, roles };
}

/** How the provider refuses our client; undefined when it takes it. The page and the log say so, without the secret. */
async function refusalOf(server: ServerProcess, provider: TriedProvider): Promise<string | undefined> {
  const answer = await enter(server, provider, provider.admin.name);
  if (answer.status === 302) return undefined;
  const page = await answer.text();
  expect([answer.status, page]).toEqual([
    503,
    expect.stringContaining("The sign-in service refuses Shardwatch"),
  ]);
  expect(page).not.toContain("Can&#39;t reach");
  expect(server.output()).not.toContain(server.settings["OIDC_CLIENT_SECRET"]);
  const [line = ""] = linesOf(server, "the provider cannot be asked");
  const reason = /refused the client \((.+)\): check OIDC_CLIENT_ID, the secret and OIDC_CLIENT_AUTH/;
  return reason.exec(line)?.[1] ?? line;
}

const basic = { OIDC_CLIENT_AUTH: "basic" };

test.each<{ name: Name; client: typeof plain }>([
  { name: "LemonLDAP::NG", client: plain },
  { name: "LemonLDAP::NG", client: signs },
  { name: "Glewlwyd", client: plain },
  { name: "Glewlwyd", client: signs },
])("MND13 two people sign in at $name, and out on both sides: $client.secret", async ({ name, client }) => {
  const provider = providerOf(name);
  const { admin, viewer } = provider;
  const server = await startAs(client, provider);
  const seen = [
    await signInAndOut(server, provider, admin.name),
    await signInAndOut(server, provider, viewer.name),
  ];
  expect(seen).toEqual([
    { email: admin.email, roles: ["ORG_ADMIN"] },
    { email: viewer.email, roles: ["VIEWER"] },
  ]);
});

test.each<[Name, string]>([
  ["LemonLDAP::NG", "invalid_client, 400"],
  ["Glewlwyd", "unauthorized_client, 403"],
])("MND13 a wrong secret is named in the log and on the page: %s", async (name, reason) => {
  const provider = providerOf(name);
  const server = await startAs({ id: plain.id, secret: "another-secret" }, provider);
  expect(await refusalOf(server, provider)).toBe(reason);
});

test("MND13 OIDC_CLIENT_AUTH=basic sends the header only: LemonLDAP::NG does not read every secret there", async () => {
  const provider = providerOf("LemonLDAP::NG");
  const server = await startAs(plain, provider, basic);
  expect(await refusalOf(server, provider)).toBeUndefined();
  await server.stop();
  // Its header ends at the first + or / of its base64, and its secret at the first colon.
  expect(await refusalOf(await startAs(signs, provider, basic), provider)).toBe("401");
});

test("MND13 OIDC_CLIENT_AUTH=basic sends the header only: Glewlwyd has a client that may not use the form", async () => {
  const provider = providerOf("Glewlwyd");
  const server = await startAs(header, provider);
  expect(await refusalOf(server, provider)).toBe("unauthorized_client, 403");
  await server.stop();
  expect(await refusalOf(await startAs(header, provider, basic), provider)).toBeUndefined();
});

test.each(names)("MND13 SLF02 no email is said to be verified by %s", async (name) => {
  const provider = providerOf(name);
  const server = await startAs(plain, provider, { OIDC_VOUCHES_FOR_EMAILS: "off" });
  const answer = await enter(server, provider, provider.admin.name);
  expect([answer.status, await answer.text()]).toEqual([
    403,
    expect.stringContaining("Your email isn&#39;t verified"),
  ]);
});
