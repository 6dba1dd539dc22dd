import { afterEach, expect, test } from "vitest";
import type { OpenIdOptions } from "../support/openid-provider.ts";
import { type OpenIdWorld, PersonsBrowser, signedInAt, startOpenIdWorld } from "../support/openid-world.ts";

/*
 * How the client proves who it is at the token endpoint. The real provider of these tests decodes the header. Another
 * one compares it as it comes.
 */

const everySign = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join("");
const unreserved = "s3cr3t-of_the.client~";

let stage: OpenIdWorld;
afterEach(() => stage.stop());

async function start(options: Partial<OpenIdOptions>, variables: Record<string, string> = {}) {
  stage = await startOpenIdWorld(variables, options);
  stage.provider.people.set("ada", { email: "ada@example.com", email_verified: true });
}

/** How often the token endpoint was asked since the last time. */
function tokenCalls(): number {
  const { calls } = stage.provider;
  return calls.splice(0).filter((path) => path === "/token").length;
}

const post: Partial<OpenIdOptions> = { client: { token_endpoint_auth_method: "client_secret_post" } };
const both: OpenIdOptions["methods"] = ["client_secret_basic", "client_secret_post"];
const onlyBasic: OpenIdOptions["methods"] = ["client_secret_basic"];

test.each<[string, Partial<OpenIdOptions>, Record<string, string>, number]>([
  ["a provider that decodes the header", { secret: everySign, methods: both }, {}, 1],
  ["the same, set", { secret: everySign }, { OIDC_CLIENT_AUTH: "basic" }, 1],
  ["the form, set", { secret: everySign, ...post }, { OIDC_CLIENT_AUTH: "post" }, 1],
  ["a raw header, signs that need no code", { secret: unreserved, methods: both, comparesRaw: 401 }, {}, 1],
  ["a raw header only", { secret: everySign, methods: onlyBasic, comparesRaw: 401 }, {}, 2],
  ["a raw header or the form", { secret: everySign, methods: both, comparesRaw: 403, ...post }, {}, 2],
  ["a raw header, set", { secret: everySign, comparesRaw: 403 }, { OIDC_CLIENT_AUTH: "basic" }, 2],
])("MND13 secrets of any characters sign in: %s", async (_, options, variables, calls) => {
  await start(options, variables);
  const ada = await signedInAt(stage, "ada");
  expect(tokenCalls()).toBe(calls);
  // What the provider took comes first from then on: renewals cost one call.
  stage.world.clock.advance(60_000);
  expect((await ada.user()).email).toBe("ada@example.com");
  expect(tokenCalls()).toBe(1);
});

test.each<[string, Partial<OpenIdOptions>, Record<string, string>, number]>([
  ["both ways", { methods: both }, {}, 2],
  ["a raw header", { comparesRaw: 403, methods: both }, {}, 2],
  ["the form only", post, { OIDC_CLIENT_AUTH: "post" }, 1],
])("MND13 a wrong secret is tried no more than needed: %s", async (_, options, variables, calls) => {
  await start(options, { ...variables, OIDC_CLIENT_SECRET: "another-secret" });
  const answer = await new PersonsBrowser(stage.world).signIn("ada");
  expect(tokenCalls()).toBe(calls);
  expect(answer.status).toBe(503);
  const page = await answer.text();
  expect(page).toContain("The sign-in service refuses Shardwatch");
  expect(page).not.toContain("Can&#39;t reach");
  const line = stage.world.logLines.find((each) => each.includes("the provider cannot be asked"));
  expect(line).toMatch(/the provider refused the client \([^)]+\): check OIDC_CLIENT_ID, the secret/);
  expect(line).not.toContain("another-secret");
});

test("MND13 who is signed in reads that the provider refuses Shardwatch, and stays signed in", async () => {
  await start({});
  const ada = await signedInAt(stage, "ada");
  stage.configure({ OIDC_CLIENT_SECRET: "another-secret" });
  stage.world.clock.advance(60_000);
  const answer = await ada.call("POST", "/me");
  expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
    503,
    "The sign-in service refuses Shardwatch itself. You're still signed in.",
  ]);
  expect((await ada.call("GET", "/deployments")).status).toBe(200);
});
