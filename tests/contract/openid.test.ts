import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type OpenIdWorld, PersonsBrowser, signedInAt, startOpenIdWorld } from "../support/openid-world.ts";
import { everyRow } from "../support/rows.ts";
import { apiOrigin, webOrigin } from "../support/world.ts";

let stage: OpenIdWorld;

beforeAll(async () => {
  stage = await startOpenIdWorld({ OIDC_ORGANIZATION: "Data platform" });
  const { people } = stage.provider;
  people.set("ada", {
    email: "ada@example.com",
    email_verified: true,
    given_name: "Ada",
    family_name: "Lovelace",
  });
  people.set("bob", { email: "bob@example.com", email_verified: true });
  people.set("mallory", { email: "ada@example.com", email_verified: false });
  people.set("nomail", {});
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

/** The page of a refused sign-in, which must be one, and must sign nobody in. */
async function refusal(one: PersonsBrowser, answer: Response, status: number): Promise<string> {
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toMatch("text/html");
  expect(answer.headers.get("content-security-policy")).toMatch("default-src 'none'");
  expect((await one.call("GET", "/deployments")).status).toBe(401);
  expect((await one.call("POST", "/me")).status).toBe(401);
  return await answer.text();
}

describe("signing in", () => {
  test("SLF01 a person signs in at a real OpenID provider, with PKCE, state and nonce, and gets our session", async () => {
    const one = browser();
    const begun = await one.call("GET", "/auth/oidc/start?returnTo=%2Fdeployments%3Fq%3Da");
    const address = new URL(begun.headers.get("location") ?? "");
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: "shardwatch",
      response_type: "code",
      redirect_uri: `${apiOrigin}/auth/oidc/callback`,
      scope: "openid profile email",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const back = await one.atProvider.signIn(address.href, "ada");
    const answer = await one.comeBack(back);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `${webOrigin}/deployments?q=a`]);
    expect(await one.user()).toMatchObject({
      email: "ada@example.com",
      firstName: "Ada",
      lastName: "Lovelace",
      redisCloudId: `${stage.provider.issuer} ada`,
      organization: { name: "Data platform" },
    });
    expect((await one.call("GET", "/deployments")).status).toBe(200);
  });

  test("SLF01 the cookies are HttpOnly, and that of the attempt is gone after it", async () => {
    const one = browser();
    const begun = await one.call("GET", "/auth/oidc/start");
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^shardwatch_sign_in=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const back = await one.atProvider.signIn(begun.headers.get("location") ?? "", "ada");
    const answer = await one.comeBack(back);
    expect(answer.headers.getSetCookie().toSorted()).toEqual([
      expect.stringMatching(
        /^shardwatch_provider_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(/^shardwatch_session=.*; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^shardwatch_sign_in=; Max-Age=0/),
    ]);
  });

  test("SLF01 no row holds a token of the provider in the clear", async () => {
    await signedIn("ada");
    const rows = JSON.stringify(await everyRow(stage.world));
    expect(rows).toContain("PROVIDERSESSION#");
    expect(rows).not.toMatch(/eyJ[\w-]+\./);
    expect(rows).not.toMatch(/refresh|idToken/i);
    expect(stage.world.logLines.join("\n")).not.toMatch(/eyJ|code=|a-secret-of-the-client/);
  });

  test.each([
    "//evil.example/x",
    "https://evil.example/x",
    "/\\evil.example",
    "javascript:alert(1)",
    "/.//evil.example",
  ])("SLF01 SEC08 a sign-in returns to the web application only: %s", async (returnTo) => {
    const answer = await browser().signIn("ada", returnTo);
    const target = new URL(answer.headers.get("location") ?? "");
    expect([answer.status, target.origin]).toEqual([302, webOrigin]);
  });
});

describe("SLF01 refused, with a page that says what to do", () => {
  test("another browser's answer, and one that nobody began", async () => {
    const [ada, other] = [browser(), browser()];
    const back = await ada.passProvider("ada");
    expect(await refusal(other, await other.comeBack(back), 403)).toMatch("not started in this browser");
    await other.call("GET", "/auth/oidc/start");
    expect(await refusal(other, await other.comeBack(back), 403)).toMatch("not started in this browser");
  });

  test("a wrong state", async () => {
    const one = browser();
    const back = await one.passProvider("ada");
    back.searchParams.set("state", "A".repeat(43));
    await refusal(one, await one.comeBack(back), 403);
  });

  test("a changed cookie, whose path would be another one", async () => {
    const one = browser();
    const back = await one.passProvider("ada", "/deployments");
    const [secret = "", time = ""] = one.cookies.get("shardwatch_sign_in")?.split(".") ?? [];
    one.cookies.set("shardwatch_sign_in", `${secret}.${time}.${Buffer.from("/admin").toString("base64url")}`);
    await refusal(one, await one.comeBack(back), 403);
  });

  test("an answer after more than ten minutes", async () => {
    const one = browser();
    const back = await one.passProvider("ada");
    stage.world.clock.advance(10 * minute + 1);
    expect(await refusal(one, await one.comeBack(back), 403)).toMatch("longer than ten minutes");
  });

  test("the code of another attempt, whose nonce and verifier do not fit", async () => {
    const [one, other] = [browser(), browser()];
    const stolen = (await other.passProvider("bob")).searchParams.get("code") ?? "";
    const back = await one.passProvider("ada");
    back.searchParams.set("code", stolen);
    expect(await refusal(one, await one.comeBack(back), 403)).toMatch("used before");
  });

  test("a code that comes twice", async () => {
    const one = browser();
    const back = await one.passProvider("ada");
    const attempt = one.cookies.get("shardwatch_sign_in") ?? "";
    expect((await one.comeBack(back)).status).toBe(302);
    const again = browser();
    again.cookies.set("shardwatch_sign_in", attempt);
    await refusal(again, await again.comeBack(back), 403);
  });

  test("the answer of another issuer (RFC 9207)", async () => {
    const one = browser();
    const back = await one.passProvider("ada");
    expect(back.searchParams.get("iss")).toBe(stage.provider.issuer);
    back.searchParams.set("iss", "https://mixed-up.example");
    await refusal(one, await one.comeBack(back), 403);
  });

  test("a person whom the provider refuses; its own words are not shown", async () => {
    const one = browser();
    const page = await refusal(one, await one.signIn("stranger"), 403);
    expect(page).toMatch("ask your administrator");
    expect(page).not.toMatch("nobody");
  });

  test("a person without an email", async () => {
    const one = browser();
    expect(await refusal(one, await one.signIn("nomail"), 403)).toMatch("no email");
  });

  test("SLF02 an email that the provider does not call verified, also where it vouches for emails without saying so", async () => {
    for (const vouching of ["off", "on"]) {
      stage.configure({ OIDC_VOUCHES_FOR_EMAILS: vouching });
      const one = browser();
      expect(await refusal(one, await one.signIn("mallory"), 403)).toMatch("Verify your email");
    }
    stage.provider.people.set("silent", { email: "silent@example.com" });
    expect((await browser().signIn("silent")).status).toBe(302);
    stage.configure({});
    const one = browser();
    await refusal(one, await one.signIn("silent"), 403);
  });
});
