import { digest } from "@shardwatch/core/kit/hash";
import {
  providerSessionKey,
  providerSessionKind,
} from "@shardwatch/core/provider-session/provider-session.table";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type OpenIdWorld,
  type PersonsBrowser,
  signedInAt,
  startOpenIdWorld,
} from "../support/openid-world.ts";

/* "Sign out everywhere" for people of an OpenID provider, whose sign-ins are rows of ours. */

let stage: OpenIdWorld;

beforeAll(async () => {
  stage = await startOpenIdWorld({});
});
afterAll(() => stage.stop());

const ours = "shardwatch_session";
const theirs = "shardwatch_provider_session";

async function person(name: string): Promise<PersonsBrowser> {
  stage.provider.people.set(name, { email: `${name}@example.com`, email_verified: true });
  return await signedInAt(stage, name);
}

async function endAll(one: PersonsBrowser): Promise<void> {
  expect((await one.call("POST", "/auth/logout-everywhere")).status).toBe(200);
}

const statusOf = async (one: PersonsBrowser, method: string, path: string) =>
  (await one.call(method, path)).status;

const keyOf = (one: PersonsBrowser) => providerSessionKey(digest(one.cookies.get(theirs) ?? ""));
const generationIn = async (one: PersonsBrowser) => {
  const row = await stage.world.services.table.get(keyOf(one));
  return row && providerSessionKind.read(row).generation;
};

test.each(["/auth/login", "/me"])(
  "MND02 after signing out everywhere, a copied cookie of either kind is refused by %s",
  async (path) => {
    const phone = await person("alice");
    const laptop = await signedInAt(stage, "alice");
    const copies = [laptop.copy(theirs), laptop.copy(ours), laptop.copy()];
    const beside = await person("neighbour");
    await endAll(phone);
    for (const thief of copies) {
      expect(await statusOf(thief, "POST", path)).toBe(401);
      expect(await statusOf(thief, "GET", "/deployments")).toBe(401);
    }
    // Its row and the provider's token are gone, too.
    expect(await generationIn(laptop)).toBeUndefined();
    expect(await stage.world.services.table.get(keyOf(laptop))).toBeUndefined();
    expect(await statusOf(beside, "POST", path)).toBe(path === "/me" ? 200 : 204);
  },
);

test("MND02 a copied cookie makes no account anew where the person's was deleted", async () => {
  stage.provider.people.set("root", { email: "root@example.com", email_verified: true });
  const root = await signedInAt(stage, "root");
  for (const endsFirst of [true, false]) {
    const phone = await person("leaver");
    const thief = (await signedInAt(stage, "leaver")).copy(theirs);
    const { id } = await phone.user();
    if (endsFirst) await endAll(phone);
    expect(await statusOf(root, "DELETE", `/accounts/${id}`)).toBe(204);
    expect(await statusOf(thief, "POST", "/auth/login")).toBe(401);
    expect(await statusOf(thief, "GET", "/deployments")).toBe(401);
    // The person's own way leads through the provider.
    expect((await (await person("leaver")).user()).id).not.toBe(id);
  }
});

test("MND02 a sign-in after it counts, is renewed at the provider, and ends with the next one", async () => {
  await endAll(await person("again"));
  const laptop = await signedInAt(stage, "again");
  expect(await generationIn(laptop)).toBe(1);
  stage.world.clock.advance(60_000);
  expect((await laptop.user()).email).toBe("again@example.com");
  expect(await statusOf(laptop.copy(theirs), "POST", "/auth/login")).toBe(204);
  expect(await generationIn(laptop)).toBe(1);
  await endAll(laptop.copy());
  expect(await statusOf(laptop.copy(theirs), "POST", "/auth/login")).toBe(401);
});

test("MND02 a sign-in of 0.3.0 has no generation: it lasts until its person ends all for the first time", async () => {
  const old = await person("former");
  expect(await generationIn(old)).toBeUndefined();
  stage.world.clock.advance(60_000);
  expect((await old.user()).email).toBe("former@example.com");
  const later = await signedInAt(stage, "former");
  await endAll(later);
  const fresh = await signedInAt(stage, "former");
  // As the release before would have written it: who ended all sessions before has to sign in once more.
  const remove = [providerSessionKind.attribute.generation];
  await stage.world.services.table.update(keyOf(fresh), { remove });
  expect(await statusOf(old.copy(theirs), "POST", "/me")).toBe(401);
  expect(await statusOf(fresh.copy(theirs), "POST", "/me")).toBe(401);
});
