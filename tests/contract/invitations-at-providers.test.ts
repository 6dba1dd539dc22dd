import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signedInAt, type OpenIdWorld, PersonsBrowser, startOpenIdWorld } from "../support/openid-world.ts";
import { tokenOf } from "../support/own-world.ts";
import { outcomeOf } from "../support/passkeys.ts";
import { call, signUp, startWorld, type World } from "../support/world.ts";

const minute = 60_000;

interface Sent {
  id: string;
  link?: { url: string };
  invitee: object;
}

describe("with an own provider", () => {
  let stage: OpenIdWorld;
  let ada: PersonsBrowser;
  beforeAll(async () => {
    stage = await startOpenIdWorld({});
    stage.world.services.settings.inviteAnyone = true;
    stage.world.services.settings.superAdminEmails = ["ada@example.com"];
    for (const name of ["ada", "bob", "eve"])
      stage.provider.people.set(name, { email: `${name}@example.com`, email_verified: true });
    ada = await signedInAt(stage, "ada");
    const { id, organization } = await ada.user();
    const roles = ["SUPER_ADMIN", "ORG_ADMIN"];
    await ada.call("PUT", `/accounts/${id}`, { organizationId: organization?.id, roles });
  });
  afterAll(() => stage.stop());

  const invite = async (inviteeEmail: string) => {
    const answer = await ada.call("POST", "/invitations", { inviteeEmail });
    expect(answer.status).toBe(201);
    return (await answer.json()) as Sent;
  };
  const lookAt = async (link: { url: string } | undefined) =>
    await new PersonsBrowser(stage.world).call("POST", "/invitations/look", {
      token: tokenOf(link ?? { url: "" }),
    });

  test("AMD24 SCR13 somebody who never signed in is invited, and accepts once the provider vouches for the email", async () => {
    // A second organization, so that everybody does not share one.
    const made = await ada.call("POST", "/organizations", { name: "Invites" });
    const { id: organizationId } = (await made.json()) as { id: string };
    const { id: adaId } = await ada.user();
    await ada.call("PUT", `/accounts/${adaId}`, { organizationId, roles: ["SUPER_ADMIN", "ORG_ADMIN"] });
    const { id, link, invitee } = await invite("bob@example.com");
    expect(invitee).toEqual({ firstName: "", lastName: "", email: "bob@example.com" });
    expect(await (await lookAt(link)).json()).toMatchObject({ id, organization: { name: "Invites" } });
    // The link alone lets nobody in here.
    const token = tokenOf(link ?? { url: "" });
    expect((await new PersonsBrowser(stage.world).call("POST", "/sign-in/link", { token })).status).toBe(404);
    const eve = await signedInAt(stage, "eve");
    expect((await eve.call("POST", `/invitations/${id}/accept`)).status).toBe(404);
    const bob = await signedInAt(stage, "bob");
    expect(await (await bob.call("GET", "/me/invitations")).json()).toMatchObject({ invitations: [{ id }] });
    expect((await bob.call("POST", `/invitations/${id}/accept`)).status).toBe(204);
    expect(await bob.user()).toMatchObject({ organization: { id: organizationId }, roles: ["VIEWER"] });
    expect(await outcomeOf(await lookAt(link))).toEqual([409, "LINK_ENDED"]);
  });

  test("R27 AMD24 D-394 an invitation is for who has the email now, not for who had it before", async () => {
    const { people } = stage.provider;
    people.set("former", { email: "pat@example.com", email_verified: true });
    people.set("later", { email: "pat@example.com", email_verified: true });
    const former = await signedInAt(stage, "former");
    people.set("former", { email: "former@example.com", email_verified: true });
    stage.world.clock.advance(minute);
    const later = await signedInAt(stage, "later");
    const made = await ada.call("POST", "/organizations", { name: "Of Pat" });
    const { id: organizationId } = (await made.json()) as { id: string };
    const { id: adaId } = await ada.user();
    await ada.call("PUT", `/accounts/${adaId}`, { organizationId, roles: ["SUPER_ADMIN", "ORG_ADMIN"] });
    const { id } = await invite("pat@example.com");
    stage.world.clock.advance(2 * minute);
    // The session of before goes on, and the account still has the email of its last sign-in.
    await former.user();
    expect(await (await former.call("GET", "/me/invitations")).json()).toEqual({ invitations: [] });
    for (const what of ["accept", "reject"])
      expect((await former.call("POST", `/invitations/${id}/${what}`)).status).toBe(404);
    expect((await later.call("POST", `/invitations/${id}/accept`)).status).toBe(204);
    // Once it is theirs again, they see nothing of what the other one took along.
    people.set("former", { email: "pat@example.com", email_verified: true });
    stage.world.clock.advance(minute);
    const again = await signedInAt(stage, "former");
    for (const [method, what] of [
      ["GET", "moves"],
      ["POST", "accept"],
    ] as const)
      expect(await outcomeOf(await again.call(method, `/invitations/${id}/${what}`))).toEqual([
        409,
        "NOT_PENDING",
      ]);
  });
});

describe("with Redis Cloud", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  test("AMD24 ORG25 the specification's rule stands: an account is needed, and there is no link", async () => {
    const ada = await signUp(world);
    const bob = await signUp(world);
    const unknown = await call(world, "POST", "/invitations", {
      as: ada,
      body: { inviteeEmail: "nobody@example.com" },
    });
    expect(await outcomeOf(unknown)).toEqual([404, "NO_ACCOUNT"]);
    const known = await call(world, "POST", "/invitations", {
      as: ada,
      body: { inviteeEmail: bob.identity.email },
    });
    expect(await known.json()).not.toHaveProperty("link");
  });

  test("AMD24 with INVITE_ANYONE everybody can be invited, and invitations of before can still be answered", async () => {
    const [ada, bob] = [await signUp(world), await signUp(world)];
    const invite = async (inviteeEmail: string) =>
      await call(world, "POST", "/invitations", { as: ada, body: { inviteeEmail } });
    const before = (await (await invite(bob.identity.email)).json()) as Sent;
    world.services.settings.inviteAnyone = true;
    const answer = await invite("nobody@example.com");
    expect([answer.status, await answer.json()]).toMatchObject([201, { link: {} }]);
    expect(await (await call(world, "GET", "/me/invitations", { as: bob })).json()).toMatchObject({
      invitations: [{ id: before.id }],
    });
    expect((await call(world, "POST", `/invitations/${before.id}/accept`, { as: bob })).status).toBe(204);
    world.services.settings.inviteAnyone = false;
  });
});
