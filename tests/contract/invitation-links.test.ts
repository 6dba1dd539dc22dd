import { linkFor } from "@shardwatch/core/own-sign-in/links";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type InvitedWorld, startInvitedWorld } from "../support/invited-world.ts";
import { PersonsBrowser } from "../support/openid-world.ts";
import { signedInByLink, tokenOf } from "../support/own-world.ts";
import { outcomeOf } from "../support/passkeys.ts";
import { everyRow } from "../support/rows.ts";
import { giveRoles } from "../support/scope.ts";

let stage: InvitedWorld;
let ada: PersonsBrowser;
beforeEach(async () => {
  stage = await startInvitedWorld();
  ({ ada } = stage);
});
afterEach(() => stage.world.stop());

const day = 24 * 60 * 60_000;
const stranger = () => new PersonsBrowser(stage.world);

describe("the link that the inviter copies", () => {
  test("AMD24 SCR13 SLF09 lets somebody in who never signed in, once, with the role of the invitation, and is shown once", async () => {
    const sent = await stage.invite("bob@example.com", "ORG_ADMIN");
    expect(sent.invitee).toEqual({ firstName: "", lastName: "", email: "bob@example.com" });
    expect(Date.parse(sent.link.expiresAt) - stage.world.clock.now()).toBe(7 * day);
    const [listed] = await stage.sent();
    expect(listed).toMatchObject({ linkEndsAt: sent.link.expiresAt });
    expect(JSON.stringify(listed)).not.toContain(tokenOf(sent.link));
    // A program that looks at mails opens it first. Nothing is used up by that.
    for (let times = 0; times < 3; times += 1)
      expect(await stage.opened(sent.link)).toMatchObject({
        email: "bob@example.com",
        role: "ORG_ADMIN",
        organization: { name: "Our organization" },
        invitedBy: { email: "ada@example.com" },
        expiresAt: sent.link.expiresAt,
      });
    const bob = stranger();
    expect((await stage.use(bob, sent.link)).status).toBe(200);
    const { organization, roles } = await bob.user();
    expect([organization, roles]).toEqual([(await ada.user()).organization, ["ORG_ADMIN"]]);
    expect(await outcomeOf(await stage.use(stranger(), sent.link))).toEqual([409, "LINK_USED"]);
    expect(await stage.sent()).toEqual([]);
  });

  test("AMD24 of many presses at once one gets in, and there is one account", async () => {
    const { link } = await stage.invite("bob@example.com");
    const answers = await Promise.all(Array.from({ length: 12 }, () => stage.use(stranger(), link)));
    const outcomes = await Promise.all(answers.map(async (answer) => String(await outcomeOf(answer))));
    expect(outcomes.toSorted()).toEqual(["200", ...Array<string>(11).fill("409,LINK_USED")]);
    expect((await stage.members()).map(({ email }) => email).toSorted()).toEqual([
      "ada@example.com",
      "bob@example.com",
    ]);
  });

  test("AMD24 ends after seven days, and the invitation after thirty", async () => {
    const { link, id } = await stage.invite("bob@example.com");
    stage.world.clock.advance(7 * day);
    expect(await outcomeOf(await stage.use(stranger(), link))).toEqual([409, "LINK_EXPIRED"]);
    stage.ada = await signedInByLink(stage.world, "ada@example.com");
    expect(await stage.sent()).toMatchObject([{ id, status: "pending" }]);
    stage.world.clock.advance(23 * day);
    stage.ada = await signedInByLink(stage.world, "ada@example.com");
    expect(await stage.sent()).toMatchObject([{ id, status: "expired" }]);
  });

  test("AMD24 sending again makes a new one, and ends the old", async () => {
    const { link: old, id } = await stage.invite("bob@example.com");
    const again = await ada.call("POST", `/invitations/${id}/resend`);
    const { link } = (await again.json()) as { link: { url: string } };
    for (const answer of [await stage.answerOfLooking(old), await stage.use(stranger(), old)])
      expect(await outcomeOf(answer)).toEqual([409, "LINK_ENDED"]);
    expect((await stage.use(stranger(), link)).status).toBe(200);
  });

  test("AMD24 cancelling ends it, also for who looks, and so does removing who sent it", async () => {
    const { link, id } = await stage.invite("bob@example.com");
    expect((await ada.call("POST", `/invitations/${id}/cancel`)).status).toBe(204);
    expect(await outcomeOf(await stage.use(stranger(), link))).toEqual([409, "LINK_ENDED"]);
    const cara = await stage.joined("cara@example.com", "ORG_ADMIN");
    const answer = await cara.call("POST", "/invitations", { inviteeEmail: "dan@example.com" });
    const sent = (await answer.json()) as { link: { url: string } };
    const { id: caraId } = await cara.user();
    expect((await ada.call("DELETE", `/me/organization/members/${caraId}`)).status).toBeLessThan(300);
    expect(await outcomeOf(await stage.use(stranger(), sent.link))).toEqual([409, "LINK_ENDED"]);
  });

  test("AMD24 R27 its page is not the one of sign-in links, and a sign-in link is no invitation", async () => {
    const { link } = await stage.invite("bob@example.com");
    expect(new URL(link.url).pathname).toBe("/invitation");
    const answer = await stranger().call("POST", "/sign-in/link/look", { token: tokenOf(link) });
    expect(await outcomeOf(answer)).toEqual([409, "LINK_EXPIRED"]);
    const other = await linkFor(stage.world.services, "ada@example.com");
    expect(await outcomeOf(await stage.answerOfLooking(other))).toEqual([409, "LINK_EXPIRED"]);
  });

  test("AMD24 R27 no row, log or notification has its secret", async () => {
    const { link } = await stage.invite("bob@example.com");
    await stage.use(stranger(), link);
    const secret = tokenOf(link);
    expect(JSON.stringify(await everyRow(stage.world))).not.toContain(secret);
    expect(stage.world.logLines.join("\n")).not.toContain(secret);
  });

  test("AMD24 after a storage that failed half way, the same link goes on", async () => {
    const { link } = await stage.invite("bob@example.com");
    const { table } = stage.world.services;
    const transact = table.transact.bind(table);
    let count = 0;
    table.transact = async (writes) => {
      count += 1;
      // The first one makes the account; the session is what fails.
      if (count === 2) throw new Error("the storage is gone");
      return await transact(writes);
    };
    expect((await stage.use(stranger(), link)).status).toBe(500);
    table.transact = transact;
    const bob = stranger();
    expect((await stage.use(bob, link)).status).toBe(200);
    expect((await bob.user()).email).toBe("bob@example.com");
    expect((await stage.members()).length).toBe(2);
  });
});

describe("whether an email has an account", () => {
  test("AMD24 shows nowhere: answer, list, link, limit and audit are alike", async () => {
    // Bob has an account in another organization.
    const bob = await stage.elsewhere("bob@example.com");
    const known = await stage.invite("bob@example.com");
    const unknown = await stage.invite("eve@example.com");
    const like = (one: object) =>
      JSON.stringify(one)
        .replaceAll("bob@", "eve@")
        .replaceAll(/invitation_\w+|#[\w-]{43}|"(?:createdAt|endsAt|at|id|requestId)":"[^"]*"/g, "");
    expect(like(known)).toBe(like(unknown));
    const [first, second] = await stage.sent();
    expect(like(first ?? {})).toBe(like(second ?? {}));
    expect(like(await stage.opened(known.link))).toBe(like(await stage.opened(unknown.link)));
    const [later, earlier] = await stage.audited("invitation.created");
    expect(like(earlier ?? {})).toBe(like(later ?? {}));
    // Joining by a link that one has copied oneself shows nothing either.
    for (const { link } of [known, unknown]) expect((await stage.use(stranger(), link)).status).toBe(200);
    const others = (await stage.members()).filter(({ email }) => email !== "ada@example.com");
    expect(others).toMatchObject([{ unverified: true }, { unverified: true }]);
    expect(await bob.user()).toMatchObject({ organization: { name: "Of bob@example.com" } });
  });

  test("AMD24 R27 delays no answer: an account is read beside the rest, and a refusal does not wait for it", async () => {
    await stage.elsewhere("bob@example.com");
    const { table } = stage.world.services;
    const batchGet = table.batchGet.bind(table);
    const limitsAreRead = Promise.withResolvers<void>();
    /** How often an account with the email was read. It waits until the limits are read, too. */
    let count = 0;
    table.batchGet = async (keys, ...more) => {
      const isOf = (prefix: string, sk: string) =>
        keys.every((key) => key.pk.startsWith(prefix) && key.sk === sk);
      if (isOf("ATTEMPTS#", "ATTEMPTS")) limitsAreRead.resolve();
      if (isOf("ACCOUNT#", "ACCOUNT")) {
        count += 1;
        await limitsAreRead.promise;
      }
      return await batchGet(keys, ...more);
    };
    await stage.invite("bob@example.com");
    expect(count).toBe(1);
    const held = Promise.withResolvers<void>();
    table.batchGet = async (keys, ...more) => {
      if (keys.every(({ sk }) => sk === "ACCOUNT")) await held.promise;
      return await batchGet(keys, ...more);
    };
    const again = await ada.call("POST", "/invitations", { inviteeEmail: "bob@example.com" });
    expect(await outcomeOf(again)).toEqual([409, "ALREADY_INVITED"]);
    held.resolve();
  });

  test("AMD24 ORG30 who has one is notified, and accepts signed in, in place of the link", async () => {
    const bob = await stage.elsewhere("bob@example.com");
    const { id, link } = await stage.invite("BOB@example.com");
    const { notifications } = (await (await bob.call("GET", "/notifications")).json()) as {
      notifications: object[];
    };
    expect(notifications).toMatchObject([{ type: "INVITATION", metadata: { invitationStatus: "pending" } }]);
    expect(await (await bob.call("GET", "/me/invitations")).json()).toMatchObject({ invitations: [{ id }] });
    expect((await bob.call("POST", `/invitations/${id}/accept`)).status).toBe(204);
    expect((await bob.user()).organization).toEqual((await ada.user()).organization);
    expect(await outcomeOf(await stage.use(stranger(), link))).toEqual([409, "LINK_ENDED"]);
  });

  test("AMD24 who has become a member in another way may send their own invitation again", async () => {
    const { id } = await stage.invite("bob@example.com", "ORG_ADMIN");
    const bob = await signedInByLink(stage.world, "bob@example.com");
    const { id: bobId } = await bob.user();
    const promoted = await ada.call("PATCH", `/me/organization/members/${bobId}`, { role: "ORG_ADMIN" });
    expect(promoted.status).toBe(200);
    expect((await bob.call("POST", `/invitations/${id}/resend`)).status).toBe(200);
  });

  test("AMD24 deleting an account withdraws no invitation to its email", async () => {
    const bob = await stage.elsewhere("bob@example.com");
    const { id } = await stage.invite("bob@example.com");
    const { id: bobId } = await bob.user();
    expect((await ada.call("DELETE", `/accounts/${bobId}`)).status).toBeLessThan(300);
    expect(await stage.sent()).toMatchObject([{ id, status: "pending" }]);
  });
});

describe("an address that only a copied link vouches for", () => {
  test("AMD24 R27 makes no super admin, and accepts no other invitation", async () => {
    stage.world.services.settings.superAdminEmails = ["bob@example.com"];
    const bob = await stage.joined("bob@example.com");
    const { id: bobId } = await bob.user();
    const again = (await (await ada.call("POST", `/accounts/${bobId}/sign-in-link`)).json()) as {
      url: string;
    };
    // Nobody is super admin, so a configured person would become one by signing in.
    await giveRoles(stage.world, (await ada.user()).id, ["ORG_ADMIN"]);
    expect((await stage.use(bob, again)).status).toBe(200);
    expect((await bob.user()).roles).toEqual(["VIEWER"]);
    await giveRoles(stage.world, (await ada.user()).id, ["SUPER_ADMIN", "ORG_ADMIN"]);
    const elsewhere = await stage.elsewhere("zoe@example.com", "ORG_ADMIN");
    const answer = await elsewhere.call("POST", "/invitations", { inviteeEmail: "bob@example.com" });
    const { id } = (await answer.json()) as { id: string };
    expect(await (await bob.call("GET", "/me/invitations")).json()).toEqual({ invitations: [] });
    expect((await bob.call("POST", `/invitations/${id}/accept`)).status).toBe(404);
  });

  test("AMD24 R27 the server's command verifies it, and ends sessions, links and passkeys of before", async () => {
    const bob = await stage.joined("bob@example.com");
    const { id } = await bob.user();
    const owner = await signedInByLink(stage.world, "bob@example.com");
    expect((await owner.user()).id).toBe(id);
    expect((await bob.call("GET", "/me/invitations")).status).toBe(401);
    expect((await stage.members()).find((one) => one.email === "bob@example.com")).not.toHaveProperty(
      "unverified",
    );
  });

  test("AMD24 R27 the server's command leads to the account whose address is verified, not to a later one", async () => {
    const bob = await stage.elsewhere("bob@example.com");
    const { id } = await bob.user();
    stage.world.clock.advance(60_000);
    await stage.joined("bob@example.com");
    expect((await (await signedInByLink(stage.world, "bob@example.com")).user()).id).toBe(id);
  });

  test("AMD24 R27 a super admin's link for lost passkeys verifies nothing, and an admin of the organization makes none", async () => {
    const bob = await stage.joined("bob@example.com", "ORG_ADMIN");
    const { id } = await bob.user();
    const { id: adaId } = await ada.user();
    expect((await bob.call("POST", `/accounts/${adaId}/sign-in-link`)).status).toBe(403);
    const made = (await (await ada.call("POST", `/accounts/${id}/sign-in-link`)).json()) as { url: string };
    expect((await stranger().call("POST", "/sign-in/link", { token: tokenOf(made) })).status).toBe(200);
    expect((await stage.members()).find((one) => one.email === "bob@example.com")).toMatchObject({
      unverified: true,
    });
  });
});
