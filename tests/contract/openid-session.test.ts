import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type OpenIdWorld, PersonsBrowser, signedInAt, startOpenIdWorld } from "../support/openid-world.ts";
import { webOrigin } from "../support/world.ts";

/*
 * What holds after a sign-in at a real OpenID provider: renewal, outages, the provider's end, signing out.
 */

let stage: OpenIdWorld;

beforeAll(async () => {
  stage = await startOpenIdWorld({});
  for (const name of ["ada", "bob"])
    stage.provider.people.set(name, { email: `${name}@example.com`, email_verified: true });
});
afterEach(() => {
  stage.provider.mode = "normal";
});
afterAll(async () => {
  await stage.stop();
});

const minute = 60_000;
const browser = () => new PersonsBrowser(stage.world);

const signedIn = (subject: string) => signedInAt(stage, subject);

test("SLF01 revoked at the provider: refused at the next look", async () => {
  const one = await signedIn("bob");
  stage.world.clock.advance(minute);
  expect((await one.call("POST", "/me")).status).toBe(200);
  await stage.provider.revokeAll();
  stage.world.clock.advance(minute);
  expect((await one.call("POST", "/me")).status).toBe(401);
  expect((await one.call("GET", "/deployments")).status).toBe(401);
});

test.each(["gone", "silent", "failing"] as const)(
  "SLF01 a provider that is %s: nobody is signed out, and nobody can sign in",
  async (mode) => {
    const one = await signedIn("ada");
    stage.world.clock.advance(minute);
    stage.provider.mode = mode;
    const answer = await one.call("POST", "/me");
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      503,
      "PROVIDER_UNAVAILABLE",
    ]);
    expect((await one.call("GET", "/deployments")).status).toBe(200);
    stage.configure({});
    const begun = await browser().call("GET", "/auth/oidc/start");
    expect(begun.status).toBe(503);
    expect(await begun.text()).toMatch("Try again in a minute");
    stage.provider.mode = "normal";
    expect((await one.call("POST", "/me")).status).toBe(200);
  },
);

test("SLF01 an outage between the provider's page and the end of the sign-in is a page, too", async () => {
  const one = browser();
  const back = await one.passProvider("ada");
  stage.provider.mode = "failing";
  const answer = await one.comeBack(back);
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringMatching("Try again in a minute")]);
  expect((await one.call("POST", "/me")).status).toBe(401);
});

test("SLF01 ten looks at once ask the provider once, although it takes no refresh token twice", async () => {
  const one = await signedIn("ada");
  stage.world.clock.advance(minute);
  stage.provider.calls.length = 0;
  const answers = await Promise.all(Array.from({ length: 10 }, () => one.call("POST", "/me")));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(stage.provider.calls.filter((path) => path === "/token")).toHaveLength(1);
  stage.world.clock.advance(minute);
  expect((await one.call("POST", "/me")).status).toBe(200);
});

test("SLF01 an answer of the provider counts for a minute", async () => {
  const one = await signedIn("ada");
  stage.provider.calls.length = 0;
  stage.world.clock.advance(minute - 1);
  expect((await one.call("POST", "/me")).status).toBe(200);
  expect(stage.provider.calls).toEqual([]);
});

test("SLF01 signing out ends ours, makes the token useless and leads to the provider's own sign-out", async () => {
  const one = await signedIn("ada");
  const cookies = new Map(one.cookies);
  stage.provider.calls.length = 0;
  const answer = await one.call("POST", "/auth/logout");
  expect(answer.status).toBe(200);
  const { continueAt } = (await answer.json()) as { continueAt: string };
  const address = new URL(continueAt);
  expect(`${address.origin}${address.pathname}`).toBe(`${stage.provider.issuer}/session/end`);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id: "shardwatch",
    id_token_hint: expect.stringMatching(/^eyJ/),
    post_logout_redirect_uri: `${webOrigin}/`,
  });
  expect(stage.provider.calls).toContain("/token/revocation");
  expect([...one.cookies.keys()]).toEqual([]);
  for (const [name, value] of cookies) one.cookies.set(name, value);
  expect((await one.call("POST", "/me")).status).toBe(401);
  expect((await one.call("GET", "/deployments")).status).toBe(401);
});

test("SLF01 a made-up session costs the provider nothing", async () => {
  const one = browser();
  one.cookies.set("shardwatch_provider_session", "A".repeat(43));
  stage.provider.calls.length = 0;
  expect((await one.call("POST", "/me")).status).toBe(401);
  expect((await one.call("POST", "/auth/logout")).status).toBe(204);
  expect(stage.provider.calls).toEqual([]);
});

test("SLF01 a new sign-in ends the browser's former session, whoever had planted it", async () => {
  const one = await signedIn("bob");
  const planted = new Map(one.cookies);
  expect((await one.signIn("ada")).status).toBe(302);
  const other = browser();
  for (const [name, value] of planted) other.cookies.set(name, value);
  expect((await other.call("GET", "/deployments")).status).toBe(401);
  expect((await other.call("POST", "/me")).status).toBe(401);
});

test("SLF01 after signing out everywhere, signing in again works in every browser", async () => {
  const [one, other] = [await signedIn("ada"), await signedIn("ada")];
  expect((await one.call("POST", "/auth/logout-everywhere")).status).toBe(200);
  expect((await other.call("GET", "/deployments")).status).toBe(401);
  expect((await other.signIn("ada")).status).toBe(302);
  expect((await other.call("GET", "/deployments")).status).toBe(200);
});
