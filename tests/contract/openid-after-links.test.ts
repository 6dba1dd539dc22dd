import { createOwnIdentity } from "@shardwatch/core/own-sign-in/own-identity";
import { linkFor } from "@shardwatch/core/own-sign-in/links";
import { afterAll, beforeAll, expect, test } from "vitest";
import { InvitedWorld } from "../support/invited-world.ts";
import { type OpenIdWorld, PersonsBrowser, signedInAt, startOpenIdWorld } from "../support/openid-world.ts";
import { signedInByLink, tokenOf } from "../support/own-world.ts";

let stage: OpenIdWorld;
beforeAll(async () => {
  stage = await startOpenIdWorld({});
  const { people } = stage.provider;
  people.set("ada", { email: "ADA@example.com", email_verified: true, given_name: "Ada" });
  people.set("eve", { email: "bob@example.com", email_verified: false });
  people.set("bob", { email: "bob@example.com", email_verified: true });
  people.set("bob2", { email: "bob@example.com", email_verified: true });
});
afterAll(() => stage.stop());

/** From now on people sign in by links, as after another start. */
function byLinks() {
  const { services } = stage.world;
  services.identity = createOwnIdentity({ ...services, secure: false, passkeys: true });
}

test("AMD21 who signed in by links keeps the account at an OpenID provider that vouches for the same email", async () => {
  byLinks();
  const before = await (await signedInByLink(stage.world, "ada@example.com")).user();
  const bob = await (await signedInByLink(stage.world, "bob@example.com")).user();
  stage.configure({});
  const ada = await signedInAt(stage, "ada");
  expect(await ada.user()).toMatchObject({ id: before.id, firstName: "Ada", roles: before.roles });
  // Without a verified email nobody takes an account over, and only one person of the provider gets it.
  expect((await new PersonsBrowser(stage.world).signIn("eve")).status).toBe(403);
  const all = await Promise.all(["bob", "bob", "bob"].map((subject) => signedInAt(stage, subject)));
  for (const one of all) expect((await one.user()).id).toBe(bob.id);
  expect((await (await signedInAt(stage, "bob2")).user()).id).not.toBe(bob.id);
});

test("AMD21 a browser that signed in by a link is not signed in at the provider, and its link is not taken there", async () => {
  byLinks();
  const one = await signedInByLink(stage.world, "cara@example.com");
  const waiting = tokenOf(await linkFor(stage.world.services, "cara@example.com"));
  stage.configure({});
  expect((await one.call("POST", "/me")).status).toBe(401);
  expect((await one.call("POST", "/sign-in/link", { token: waiting })).status).toBe(404);
});

test("AMD21 back at links, the account of a provider is found by its email", async () => {
  stage.configure({});
  stage.world.clock.advance(60_000);
  const { id } = await (await signedInAt(stage, "bob2")).user();
  byLinks();
  const again = await (await signedInByLink(stage.world, "bob@example.com")).user();
  expect(again).toMatchObject({ id, email: "bob@example.com" });
});

test("AMD24 R27 an address that only a copied link vouches for opens no account to a provider's user", async () => {
  byLinks();
  const { services } = stage.world;
  services.settings.inviteAnyone = true;
  services.settings.superAdminEmails = ["root@example.com"];
  const invited = new InvitedWorld(stage.world, await signedInByLink(stage.world, "root@example.com"));
  const taken = await (await invited.joined("dora@example.com")).user();
  stage.provider.people.set("dora", { email: "dora@example.com", email_verified: true });
  stage.configure({});
  expect((await (await signedInAt(stage, "dora")).user()).id).not.toBe(taken.id);
});
