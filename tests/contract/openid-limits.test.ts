import { attemptsOf } from "@shardwatch/core/attempts/attempts";
import { addAttempts, keyOfAttempts } from "@shardwatch/core/attempts/attempts.table";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type OpenIdWorld, PersonsBrowser, startOpenIdWorld } from "../support/openid-world.ts";

/* The limits of sign-ins where people have an OpenID provider: what is counted, and whom the limit refuses. */

const window = 10 * 60_000;
const office = "198.51.100.7";

let stage: OpenIdWorld;

beforeAll(async () => {
  stage = await startOpenIdWorld({});
  for (const name of ["ada", "bob"])
    stage.provider.people.set(name, { email: `${name}@example.com`, email_verified: true });
});
beforeEach(() => {
  stage.world.clock.advance(2 * window);
});
afterAll(() => stage.stop());

const browser = () => new PersonsBrowser(stage.world, office);

async function signedIn(subject: string): Promise<PersonsBrowser> {
  const one = browser();
  expect((await one.signIn(subject)).status).toBe(302);
  return one;
}

async function counted(): Promise<number> {
  const [count = 0] = await attemptsOf(stage.world.services, [{ what: "network", name: office, window }]);
  return count;
}

/** Counts attempts as if they had been made. */
async function tried(attempts: number, what: "network" | "person", name: string): Promise<void> {
  const end = (Math.floor(stage.world.clock.now() / window) + 1) * window;
  await stage.world.services.table.update(keyOfAttempts(what, name, end), addAttempts(attempts, end));
}

test("MND03 a refusal that cost the provider no call counts against nobody", async () => {
  await tried(999, "network", office);
  const ways: ((one: PersonsBrowser, state: string) => Promise<Response>)[] = [
    (one) => one.call("GET", "/auth/oidc/callback?code=x&state=y"),
    (one, state) => one.call("GET", `/auth/oidc/callback?error=access_denied&state=${state}`),
    (one, state) => one.call("GET", `/auth/oidc/callback?code=x&iss=https://mixed.example&state=${state}`),
    (one) => one.call("POST", "/me"),
    (one) => one.call("POST", "/auth/login"),
    (one) => one.call("POST", "/auth/logout"),
  ];
  for (const way of ways) {
    const one = browser();
    const begun = await one.call("GET", "/auth/oidc/start");
    const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state") ?? "";
    one.cookies.set("shardwatch_provider_session", "A".repeat(43));
    stage.provider.calls.length = 0;
    expect([204, 401, 403]).toContain((await way(one, state)).status);
    expect(stage.provider.calls).toEqual([]);
  }
  expect(await counted()).toBe(999);
  // A made-up code of an attempt that has begun costs the provider a call.
  const one = browser();
  const back = await one.passProvider("ada");
  back.searchParams.set("code", "made-up");
  expect((await one.comeBack(back)).status).toBe(403);
  expect(stage.provider.calls).toContain("/token");
  expect(await counted()).toBe(1_000);
  expect((await browser().signIn("ada")).status).toBe(429);
});

test("MND03 the network's limit refuses nobody with a valid session: not a renewal, nor a sign-in", async () => {
  const ada = await signedIn("ada");
  await tried(1_000, "network", office);
  stage.world.clock.advance(60_000);
  expect((await ada.user()).email).toBe("ada@example.com");
  expect((await ada.call("POST", "/auth/login")).status).toBe(204);
  expect((await ada.signIn("ada")).status).toBe(302);
  expect((await ada.call("GET", "/deployments")).status).toBe(200);
  // The cookies of the provider's session alone are no session, and a made-up one is none.
  expect((await ada.copy("shardwatch_provider_session").call("POST", "/me")).status).toBe(429);
  const madeUp = ada.copy();
  const [id = ""] = (ada.cookies.get("shardwatch_session") ?? "").split(".");
  madeUp.cookies.set("shardwatch_session", `${id}.${"A".repeat(43)}`);
  expect((await madeUp.call("POST", "/me")).status).toBe(429);
});

test("MND03 while the network is over its limit, a person has the limit of a person", async () => {
  const bob = await signedIn("bob");
  const { id } = await bob.user();
  await tried(1_000, "network", office);
  await tried(300, "person", id);
  const answer = await bob.call("POST", "/me");
  expect([answer.status, await answer.text()]).toEqual([
    429,
    expect.stringMatching("You have signed in too often"),
  ]);
});
