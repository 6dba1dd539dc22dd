import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type OpenIdWorld, PersonsBrowser, signedInAt, startOpenIdWorld } from "../support/openid-world.ts";
import { impatience, patience } from "../support/patience.ts";
import { webOrigin } from "../support/world.ts";

/*
 * What holds after a sign-in at a real OpenID provider: renewal, outages, the provider's end, signing out.
 */

let stage: OpenIdWorld;

beforeAll(async () => {
  stage = await startOpenIdWorld({});
  const { people } = stage.provider;
  people.set("ada", { email: "ada@example.com", email_verified: true, groups: ["others"] });
  people.set("bob", { email: "bob@example.com", email_verified: true });
  people.set("unverified", { email: "eve@example.com", email_verified: false });
  people.set("nomail", {});
});

afterEach(() => {
  stage.provider.mode = "normal";
  stage.configure({});
});

afterAll(async () => {
  await stage.stop();
});

const minute = 60_000;
const browser = () => new PersonsBrowser(stage.world);
/** Gives up soon on the provider, of which it knows what its metadata say. */
async function hurry(): Promise<void> {
  stage.configure({}, impatience);
  const start = async () => (await browser().call("GET", "/auth/oidc/start")).status;
  await expect.poll(start, { timeout: patience }).toBe(302);
}

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
    if (mode === "silent") await hurry();
    stage.provider.mode = mode;
    const answer = await one.call("POST", "/me");
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      503,
      "PROVIDER_UNAVAILABLE",
    ]);
    expect((await one.call("GET", "/deployments")).status).toBe(200);
    stage.configure({}, impatience);
    const begun = await browser().call("GET", "/auth/oidc/start");
    expect(begun.status).toBe(503);
    expect(await begun.text()).toMatch("Try again in a minute");
    stage.provider.mode = "normal";
    stage.configure({});
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

test("MND21 a renewal that answers for another person ends the session", async () => {
  const { people } = stage.provider;
  const before = people.get("ada") ?? {};
  const one = await signedIn("ada");
  // A provider that mixes two people up: the ID token of the renewal and its userinfo name Bob.
  people.set("ada", { ...people.get("bob"), sub: "bob" });
  stage.world.clock.advance(minute);
  expect((await one.copy().call("POST", "/me")).status).toBe(401);
  people.set("ada", before);
  expect((await one.call("POST", "/me")).status).toBe(401);
  expect(stage.world.logLines.join()).toContain("the provider answered for another person");
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

const page = readFileSync(new URL("../../docs/sign-in.md", import.meta.url), "utf8");

/** What a person reads, which docs/sign-in.md has to name. */
async function heading(answer: Response): Promise<string> {
  const [, shown = ""] = /<h1[^>]*>([^<]*)</.exec(await answer.text()) ?? [];
  const text = shown.replaceAll(/&#0?39;|&#x27;|&apos;/g, "'");
  expect(page).toContain(`| "${text}"`);
  return text;
}

const logged = (message: string) => stage.world.logLines.filter((line) => line.includes(message)).join("\n");

test("SLF08 a provider that does not know the redirect address refuses it on a page of its own", async () => {
  const begun = await browser().call("GET", "/auth/oidc/start");
  const address = new URL(begun.headers.get("location") ?? "");
  expect(page).toContain("`<API>/auth/oidc/callback`");
  expect(address.searchParams.get("redirect_uri")).toMatch(/\/auth\/oidc\/callback$/);
  address.searchParams.set("redirect_uri", "https://elsewhere.example/auth/oidc/callback");
  const refused = await fetch(address, { redirect: "manual" });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringMatching("redirect_uri")]);
});

test("SLF08 a wrong client secret is named in the log", async () => {
  stage.configure({ OIDC_CLIENT_SECRET: "another" });
  const answer = await browser().signIn("ada");
  expect([answer.status, await heading(answer)]).toEqual([503, "The sign-in service refuses Shardwatch"]);
  expect(logged("the provider cannot be asked")).toContain("refused the client");
});

test("SLF01 a client secret that was changed at the provider signs nobody out", async () => {
  const one = browser();
  expect((await one.signIn("ada")).status).toBe(302);
  stage.configure({ OIDC_CLIENT_SECRET: "another" });
  stage.world.clock.advance(60_000);
  expect((await one.call("POST", "/me")).status).toBe(503);
  stage.configure({});
  expect((await one.call("POST", "/me")).status).toBe(200);
});

test("SLF08 an email that is not verified, none at all, a missing group and a refusal each have a page", async () => {
  expect(await heading(await browser().signIn("stranger"))).toBe("You weren't signed in");
  expect(await heading(await browser().signIn("unverified"))).toBe("Your email isn't verified");
  expect(await heading(await browser().signIn("nomail"))).toBe("Your account has no email");
  stage.configure({ OIDC_GROUPS_REQUIRED: "platform" });
  expect(await heading(await browser().signIn("ada"))).toBe("You don't have access");
});

const namesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `group-${index}`.padEnd(30, "x"));

test("MND11 a person with more groups than one answer or one session may have reads that, and keeps the session", async () => {
  const { people } = stage.provider;
  const few = { email: "max@example.com", email_verified: true, groups: ["others"] };
  people.set("max", few);
  const one = browser();
  expect((await one.signIn("max")).status).toBe(302);
  // 33 bytes each.
  people.set("max", { ...few, groups: namesOf(9_000) });
  const answer = await browser().signIn("max");
  expect([answer.status, await heading(answer)]).toEqual([403, "Your account has too many groups"]);
  stage.world.clock.advance(60_000);
  const renewed = await one.call("POST", "/me");
  expect(renewed.status).toBe(503);
  expect(await renewed.text()).toContain("too many groups. You're still signed in.");
  expect(logged("the provider cannot be asked")).toContain("too many groups");
  people.set("max", few);
  expect((await one.call("POST", "/me")).status).toBe(200);
});

test("MND11 groups that come twice may be more than a row takes, although each answer is short enough", async () => {
  const wordy = await startOpenIdWorld({}, { inToken: true });
  const few = { email: "max@example.com", email_verified: true, groups: ["others"] };
  wordy.provider.people.set("max", few);
  const one = new PersonsBrowser(wordy.world);
  expect((await one.signIn("max")).status).toBe(302);
  wordy.provider.people.set("max", { ...few, groups: namesOf(4_700) });
  const answer = await new PersonsBrowser(wordy.world).signIn("max");
  expect([answer.status, await heading(answer)]).toEqual([403, "Your account has too many groups"]);
  wordy.world.clock.advance(60_000);
  expect((await one.call("POST", "/me")).status).toBe(503);
  wordy.provider.people.set("max", few);
  expect((await one.call("POST", "/me")).status).toBe(200);
  await wordy.stop();
});

test("MND11 an answer of something else than the provider is named as such", async () => {
  stage.configure({});
  stage.provider.mode = "misplaced";
  const begun = await browser().call("GET", "/auth/oidc/start");
  stage.provider.mode = "normal";
  expect([begun.status, await heading(begun)]).toEqual([
    503,
    "The sign-in service gave an unexpected answer",
  ]);
  const one = browser();
  const back = await one.passProvider("ada");
  stage.provider.mode = "misplaced";
  const ended = await one.comeBack(back);
  stage.provider.mode = "normal";
  expect([ended.status, await heading(ended)]).toEqual([
    503,
    "The sign-in service gave an unexpected answer",
  ]);
});

test("SLF08 a sign-in that somebody else began can't be completed, and the log says why", async () => {
  const back = await browser().passProvider("ada");
  expect(await heading(await browser().comeBack(back))).toBe("This sign-in can't be completed");
  expect(logged("a sign-in was refused")).not.toBe("");
});
