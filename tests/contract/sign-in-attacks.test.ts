import { createHmac } from "node:crypto";
import { createOwnIdentity } from "@shardwatch/core/own-sign-in/own-identity";
import { firstLink, linkFor } from "@shardwatch/core/own-sign-in/links";
import { Problem } from "@shardwatch/core/kit/problem";
import { onTestFinished, expect, test } from "vitest";
import { PersonsBrowser, signedInAt, startOpenIdWorld } from "../support/openid-world.ts";
import { firstPerson, signedInByLink, tokenOf } from "../support/own-world.ts";
import { addPasskey, authenticator, enterBy, outcomeOf, startPasskeyWorld } from "../support/passkeys.ts";
import type { World } from "../support/world.ts";

/* What an attacker has tried with success before: each of these once ended with somebody else signed in. */

const minute = 60_000;
const day = 24 * 60 * minute;

async function start(): Promise<World> {
  const world = await startPasskeyWorld();
  onTestFinished(() => world.stop());
  return world;
}

const use = (one: PersonsBrowser, { url }: { url: string }, email?: string) =>
  one.call("POST", "/sign-in/link", { token: tokenOf({ url }), ...(email !== undefined && { email }) });

test("R27 a passkey's answer to a challenge that the server did not make is refused, also later", async () => {
  const world = await start();
  const key = authenticator();
  await addPasskey(await signedInByLink(world, "ada@example.com"), key);
  const begun = `${"A".repeat(43)}.${world.clock.now() + 30 * day}`;
  for (const attempt of [begun, `${begun}.${"A".repeat(43)}`]) {
    const challenge = createHmac("sha256", attempt).update("a sign-in").digest("base64url");
    const answer = key.sign({ challenge, timeout: 1, rpId: "localhost", userVerification: "preferred" });
    const thief = new PersonsBrowser(world);
    thief.cookies.set("shardwatch_passkey", attempt);
    const sent = await thief.call("POST", "/sign-in/passkey", answer);
    expect(await outcomeOf(sent)).toEqual([409, "PASSKEY_EXPIRED"]);
  }
  expect((await enterBy(new PersonsBrowser(world), key)).status).toBe(204);
});

test("R27 a browser of a deleted account is not signed in to the next account of that email", async () => {
  const world = await start();
  const root = await firstPerson(world, "root@example.com");
  const old = await signedInByLink(world, "bob@example.com");
  expect((await root.call("DELETE", `/accounts/${(await old.user()).id}`)).status).toBe(204);
  await signedInByLink(world, "bob@example.com");
  old.cookies.delete("shardwatch_session");
  expect((await old.call("POST", "/auth/login")).status).toBe(401);
  expect((await old.call("POST", "/me")).status).toBe(401);
});

test("R27 of several first links one makes an administrator, and its person may come again by another", async () => {
  const world = await start();
  const links = [
    await firstLink(world.services),
    await firstLink(world.services),
    await firstLink(world.services),
  ];
  const [a, b, c] = links as [(typeof links)[0], (typeof links)[0], (typeof links)[0]];
  const answers = await Promise.all([
    use(new PersonsBrowser(world), a, "ada@example.com"),
    use(new PersonsBrowser(world), b, "eve@example.com"),
  ]);
  expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
  expect((await use(new PersonsBrowser(world), c, "mia@example.com")).status).toBe(409);
});

test("R27 a link for somebody new ends when they have come by another one", async () => {
  const world = await start();
  const [one, two] = [
    await linkFor(world.services, "bob@example.com"),
    await linkFor(world.services, "bob@example.com"),
  ];
  expect((await use(new PersonsBrowser(world), one)).status).toBe(200);
  expect(await outcomeOf(await use(new PersonsBrowser(world), two))).toEqual([409, "LINK_ENDED"]);
});

test("R27 a stolen session of a super admin makes no link: that needs a recent sign-in", async () => {
  const world = await start();
  const root = await firstPerson(world, "root@example.com");
  const { id } = await root.user();
  world.clock.advance(3 * day);
  expect((await root.call("POST", "/auth/login")).status).toBe(204);
  for (const one of [root, root.copy("shardwatch_session")])
    expect(await outcomeOf(await one.call("POST", `/accounts/${id}/sign-in-link`))).toEqual([
      403,
      "SIGN_IN_AGAIN",
    ]);
});

test("R27 who makes up links waits, and neither colleagues of the same network nor right links do", async () => {
  const world = await start();
  const here = "203.0.113.7";
  const ada = new PersonsBrowser(world, here);
  expect((await use(ada, await linkFor(world.services, "ada@example.com"))).status).toBe(200);
  world.clock.advance(20 * minute);
  ada.cookies.delete("shardwatch_session");
  const copy = ada.copy();
  const link = await linkFor(world.services, "bob@example.com");
  const wrong = (at: number) =>
    use(new PersonsBrowser(world, here), { url: `${link.url.slice(0, -8)}${10_000_000 + at}` });
  for (let at = 0; at < 1_000; at += 50)
    await Promise.all(Array.from({ length: 50 }, (_, more) => wrong(at + more)));
  expect(await outcomeOf(await wrong(5_000))).toEqual([429, "TOO_MANY_SIGN_INS"]);
  expect((await use(new PersonsBrowser(world, here), link)).status).toBe(200);
  expect((await ada.copy().call("POST", "/auth/login")).status).toBe(204);
  // And signing out ends the sign-in there, too.
  expect((await ada.call("POST", "/auth/logout")).status).toBe(204);
  expect((await copy.call("POST", "/auth/login")).status).toBe(401);
});

test("R27 a busy storage uses up no link, and signing out clears the browser all the same", async () => {
  const world = await start();
  const { table } = world.services;
  const ada = await signedInByLink(world, "ada@example.com");
  const link = await linkFor(world.services, "ada@example.com");
  const { remove } = table;
  table.remove = () => Promise.reject(new Problem("unavailable", "busy"));
  expect((await use(ada, link)).status).toBe(200);
  await ada.user();
  table.remove = remove;
});

test("R27 a proof counts for the account as it was: not after signing out everywhere, and it makes none anew", async () => {
  const world = await start();
  const root = await firstPerson(world, "root@example.com");
  const key = authenticator();
  const bob = await signedInByLink(world, "bob@example.com");
  await addPasskey(bob, key);
  const { id } = await bob.user();
  const { table } = world.services;
  /** Does this between the look at the account and the sign-in, once. */
  const between = (act: () => Promise<unknown>) => {
    const { transact } = table;
    table.transact = async (writes) => {
      table.transact = transact;
      await act();
      return await transact.call(table, writes);
    };
  };
  const link = await linkFor(world.services, "bob@example.com");
  between(async () => expect((await bob.call("POST", "/auth/logout-everywhere")).status).toBe(204));
  expect((await use(new PersonsBrowser(world), link)).status).toBe(409);
  const other = await linkFor(world.services, "bob@example.com");
  between(async () => expect((await root.call("DELETE", `/accounts/${id}`)).status).toBe(204));
  expect((await use(new PersonsBrowser(world), other)).status).toBe(409);
  expect((await enterBy(new PersonsBrowser(world), key)).status).toBe(401);
  const { accounts } = (await (await root.call("GET", "/accounts")).json()) as {
    accounts: { email: string }[];
  };
  expect(accounts.map(({ email }) => email)).toEqual(["root@example.com"]);
});

test("R27 once a provider has taken an account over, nothing of before signs in, and its email opens it to nobody", async () => {
  const stage = await startOpenIdWorld({});
  onTestFinished(() => stage.stop());
  const { world, provider } = stage;
  const { services, clock } = world;
  const byLinks = () => {
    services.identity = createOwnIdentity({ ...services, secure: false, passkeys: true });
  };
  byLinks();
  const browser = await signedInByLink(world, "ada@example.com");
  const { id } = await browser.user();
  stage.configure({});
  provider.people.set("ada", { email: "ada@example.com", email_verified: true });
  expect((await (await signedInAt(stage, "ada")).user()).id).toBe(id);
  provider.people.set("ada", { email: "ada.lovelace@example.com", email_verified: true });
  clock.advance(minute);
  await (await signedInAt(stage, "ada")).user();
  byLinks();
  browser.cookies.delete("shardwatch_session");
  expect((await browser.call("POST", "/auth/login")).status).toBe(401);
  expect((await (await signedInByLink(world, "ada@example.com")).user()).id).not.toBe(id);
  expect((await (await signedInByLink(world, "ada.lovelace@example.com")).user()).id).toBe(id);
});

test("R27 a passkey of before a provider does not count after it", async () => {
  const world = await start();
  const ada = await signedInByLink(world, "ada@example.com");
  const key = authenticator();
  await addPasskey(ada, key);
  const { id } = await ada.user();
  const { signInAccount } = await import("@shardwatch/core/account/sign-in");
  const nameless = { firstName: "", lastName: "", company: undefined };
  const adopted = await signInAccount(world.services, {
    redisCloudId: "https://id.example 1",
    email: "ada@example.com",
    ...nameless,
  });
  expect(adopted.id).toBe(id);
  expect(await outcomeOf(await enterBy(new PersonsBrowser(world), key))).toEqual([401, "PASSKEY_UNKNOWN"]);
  const back = await signedInByLink(world, "ada@example.com");
  const shown = (await (await back.call("GET", "/me/passkeys")).json()) as {
    passkeys: { worksHere: boolean }[];
  };
  expect(shown.passkeys.map(({ worksHere }) => worksHere)).toEqual([false]);
});
