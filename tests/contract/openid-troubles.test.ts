import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type OpenIdWorld, PersonsBrowser, startOpenIdWorld } from "../support/openid-world.ts";

/* The rows of "What goes wrong" in docs/sign-in.md, each at a real provider. */

const page = readFileSync(new URL("../../docs/sign-in.md", import.meta.url), "utf8");

let stage: OpenIdWorld;
beforeAll(async () => {
  stage = await startOpenIdWorld({});
  const { people } = stage.provider;
  people.set("ada", { email: "ada@example.com", email_verified: true, groups: ["others"] });
  people.set("unverified", { email: "eve@example.com", email_verified: false });
  people.set("nomail", {});
});
afterEach(() => stage.configure({}));
afterAll(() => stage.stop());

const browser = () => new PersonsBrowser(stage.world);

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
  expect([answer.status, await heading(answer)]).toEqual([503, "Can't reach the sign-in service"]);
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

test("SLF08 a sign-in that somebody else began can't be completed, and the log says why", async () => {
  const back = await browser().passProvider("ada");
  expect(await heading(await browser().comeBack(back))).toBe("This sign-in can't be completed");
  expect(logged("a sign-in was refused")).not.toBe("");
});
