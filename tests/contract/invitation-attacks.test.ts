import { recipientsOf } from "@shardwatch/core/channel/subscription";
import type { Moves } from "@shardwatch/core/contract/people/moves";
import { mostToMailbox } from "@shardwatch/core/invitation/mail-invitation";
import { linkFor } from "@shardwatch/core/own-sign-in/links";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type InvitedWorld, type Sent, startInvitedWorld } from "../support/invited-world.ts";
import { PersonsBrowser } from "../support/openid-world.ts";
import { signedInByLink } from "../support/own-world.ts";
import { outcomeOf } from "../support/passkeys.ts";
import { linkIn, openPostOffice, Post } from "../support/post.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";

/* What an attacker has tried with success before, with the links of invitations. Eve administers an organization. */

const office = await openPostOffice();
afterAll(() => office.stop());

let stage: InvitedWorld;
let post: Post;
let eve: PersonsBrowser;
beforeEach(async () => {
  stage = await startInvitedWorld();
  post = new Post(stage.world, office);
  eve = await stage.elsewhere("eve@example.com", "ORG_ADMIN");
});
afterEach(() => stage.world.stop());

const minute = 60_000;
const stranger = () => new PersonsBrowser(stage.world);

/** Asks for a sign-in link by mail, and returns the mails that come. */
async function askForLink(email: string) {
  await post.mails();
  post.forget();
  expect((await stranger().call("POST", "/sign-in/links", { email })).status).toBe(202);
  return await post.mails();
}

describe("an email that is not known to be the person's", () => {
  test("R27 AMD24 CHN09 gets no mail of the organization, also as an admin's", async () => {
    const bob = await stage.joined("bob@example.com", "ORG_ADMIN");
    const { organization } = await bob.user();
    const scope = scopeOf({ organizationId: organization?.id ?? "" });
    const recipients = async () =>
      (await recipientsOf(stage.world.services, scope)).map(({ email }) => email);
    expect(await recipients()).toEqual(["ada@example.com"]);
    await signedInByLink(stage.world, "bob@example.com");
    expect((await recipients()).toSorted()).toEqual(["ada@example.com", "bob@example.com"]);
  });

  test("R27 AMD24 a link to sign in is mailed for each account of it, and says where it leads", async () => {
    const bob = await stage.joined("bob@example.com");
    stage.world.clock.advance(minute);
    await stage.joined("bob@example.com", "VIEWER", eve);
    const mails = await askForLink("bob@example.com");
    expect(mails.map(({ to }) => to)).toEqual(["bob@example.com", "bob@example.com"]);
    const own = mails.find(({ text }) => text.includes("Organization: Our organization"));
    expect(mails.filter(({ text }) => text.includes("Organization: Of eve@example.com")).length).toBe(1);
    const { id } = await bob.user();
    const owner = stranger();
    expect((await stage.use(owner, linkIn(own?.text))).status).toBe(200);
    expect((await owner.user()).id).toBe(id);
    // From now on there is one account whose email is known to be his.
    expect((await askForLink("bob@example.com")).length).toBe(1);
  });

  test("R27 AMD24 is not kept from its account by many others that somebody makes of it", async () => {
    await stage.joined("bob@example.com");
    for (let times = 0; times < 5; times += 1) {
      stage.world.clock.advance(minute);
      const { id } = await (await stage.joined("bob@example.com", "VIEWER", eve)).user();
      expect((await eve.call("DELETE", `/me/organization/members/${id}`)).status).toBe(204);
    }
    const mails = await askForLink("bob@example.com");
    expect(mails.length).toBe(5);
    expect(mails[0]?.text).toContain("Organization: Our organization");
  });

  test("R27 AMD24 founds no organization: the link was for one", async () => {
    const bob = await stage.joined("bob@example.com", "ORG_ADMIN");
    const { id } = await bob.user();
    expect((await stage.ada.call("DELETE", `/me/organization/members/${id}`)).status).toBe(204);
    const found = async (one: PersonsBrowser) =>
      await outcomeOf(await one.call("POST", "/me/organization", { name: "Mine" }));
    expect(await found(bob)).toEqual([403, "EMAIL_UNVERIFIED"]);
    expect(await found(await signedInByLink(stage.world, "bob@example.com"))).toBe(201);
  });

  test("R27 AMD24 shows in no audit whether it has another account", async () => {
    await stage.elsewhere("bob@example.com");
    for (const email of ["bob@example.com", "nobody@example.com"]) {
      await stage.joined(email, "VIEWER", eve);
      expect((await askForLink(email)).length).toBe(1);
      await linkFor(stage.world.services, email);
    }
    expect(await stage.audited("account.linkMade", eve)).toEqual([]);
  });

  test("R27 AMD24 ends no link that those who run the server made, and that link names the organization", async () => {
    const made = await linkFor(stage.world.services, "bob@example.com");
    expect(made).not.toHaveProperty("organization");
    await stage.joined("bob@example.com", "VIEWER", eve);
    expect(await linkFor(stage.world.services, "bob@example.com")).toHaveProperty(
      "organization",
      "Of eve@example.com",
    );
    const bob = stranger();
    expect((await stage.use(bob, made)).status).toBe(200);
    expect((await bob.user()).organization).toMatchObject({ name: "Our organization" });
  });
});

test("R27 AMD24 an email that looks like another one, and has the same small letters, is none", async () => {
  for (const inviteeEmail of ["\u212Aate@example.com", "kate@ex\u00E4mple.com", "ka te@example.com"]) {
    const answer = await eve.call("POST", "/invitations", { inviteeEmail });
    expect([answer.status, ((await answer.json()) as { details: string[] }).details]).toEqual([
      400,
      ["inviteeEmail: Email must be an email address"],
    ]);
  }
});

describe("an account whose email is proven later", () => {
  test("R27 AMD24 lets nobody in by invitations that somebody else has sent with it, until they are sent again", async () => {
    const mallory = await stage.joined("bob@example.com", "ORG_ADMIN");
    const { id, link } = await stage.invite("mallory@example.com", "VIEWER", mallory);
    await signedInByLink(stage.world, "bob@example.com");
    expect(await outcomeOf(await stage.use(stranger(), link))).toEqual([409, "INVITER_GONE"]);
    stage.world.clock.advance(minute);
    const again = await stage.ada.call("POST", `/invitations/${id}/resend`);
    const { link: newer } = (await again.json()) as Sent;
    expect((await stage.use(stranger(), newer)).status).toBe(200);
  });

  test("R17 R27 takes no secret along that somebody else has made with it", async () => {
    const mallory = await stage.joined("bob@example.com", "VIEWER", eve);
    const made = await mallory.call("POST", "/access-key", { name: "Mallory" });
    const { keyId, compositeKey } = (await made.json()) as { keyId: string; compositeKey: string };
    const bob = await signedInByLink(stage.world, "bob@example.com");
    const moveTo = async (by: PersonsBrowser) => {
      const { id } = await stage.invite("bob@example.com", "VIEWER", by);
      const { secretsEnd } = (await (await bob.call("GET", `/invitations/${id}/moves`)).json()) as Moves;
      expect((await bob.call("POST", `/invitations/${id}/accept`)).status).toBe(204);
      return secretsEnd;
    };
    const isHeard = async (key: string) =>
      (await send(stage.world, key, reportOf(stage.world, [reported("own")]))).status === 202;
    expect(await isHeard(compositeKey)).toBe(true);
    expect(await moveTo(stage.ada)).toEqual({ count: 1, first: ["Mallory"] });
    expect(await isHeard(compositeKey)).toBe(false);
    // A secret that Bob gets from now on is his.
    const rotated = await bob.call("POST", `/access-key/${keyId}/rotate`, { overlapHours: 0 });
    const { compositeKey: newer } = (await rotated.json()) as { compositeKey: string };
    expect(await moveTo(eve)).toBeUndefined();
    expect(await isHeard(newer)).toBe(true);
  });

  test("R27 AMD24 is opened by no link that had let somebody join who was not signed in", async () => {
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
    await signedInByLink(stage.world, "bob@example.com");
    expect(await outcomeOf(await stage.use(stranger(), link))).toEqual([409, "LINK_ENDED"]);
  });

  test("R27 AMD24 is not opened by a session of before that is renewed at this moment", async () => {
    const mallory = await stage.joined("bob@example.com");
    mallory.cookies.delete("shardwatch_session");
    const { table } = stage.world.services;
    const { get } = table;
    let owner: PersonsBrowser | undefined;
    // Once the account of the session was looked at.
    table.get = async (key, ...more) => {
      const row = await get.call(table, key, ...more);
      if (key.sk === "ACCOUNT") {
        table.get = get;
        owner = await signedInByLink(stage.world, "bob@example.com");
      }
      return row;
    };
    expect((await mallory.call("POST", "/auth/login")).status).toBe(401);
    expect((await mallory.call("GET", "/me/invitations")).status).toBe(401);
    expect((await owner?.user())?.email).toBe("bob@example.com");
  });

  test("R27 AMD24 takes nothing from another account of this email that was proven in between", async () => {
    await stage.joined("bob@example.com", "VIEWER", eve);
    const [mail] = await askForLink("bob@example.com");
    const link = linkIn(mail?.text);
    await stage.invite("bob@example.com");
    const [, invitation] = await post.links();
    const bob = stranger();
    expect((await stage.use(bob, invitation ?? link)).status).toBe(200);
    expect((await stage.use(stranger(), link)).status).toBe(409);
    bob.cookies.delete("shardwatch_session");
    expect((await bob.call("POST", "/auth/login")).status).toBe(204);
  });
});

describe("a member who is removed", () => {
  test("R27 AMD24 D-427 does not come back by an invitation that was open all the time", async () => {
    const { id } = await stage.invite("bob@example.com", "ORG_ADMIN");
    // Everybody who comes another way enters the shared organization.
    const bob = await signedInByLink(stage.world, "bob@example.com");
    const { id: bobId } = await bob.user();
    expect((await stage.ada.call("DELETE", `/me/organization/members/${bobId}`)).status).toBe(204);
    expect(await stage.sent()).toEqual([]);
    expect(await outcomeOf(await bob.call("POST", `/invitations/${id}/accept`))).toEqual([
      409,
      "NOT_PENDING",
    ]);
    expect((await bob.user()).organization).toBeNull();
  });

  test("R27 AMD24 nor does somebody whom a super admin moves elsewhere", async () => {
    const { id } = await stage.invite("bob@example.com", "ORG_ADMIN");
    const bob = await stage.elsewhere("bob@example.com");
    expect(await outcomeOf(await bob.call("POST", `/invitations/${id}/accept`))).toEqual([
      409,
      "NOT_PENDING",
    ]);
  });
});

test("R27 AMD24 a link that is replaced at the moment when somebody joins by it lets them not in", async () => {
  const { id, link } = await stage.invite("bob@example.com");
  const { table } = stage.world.services;
  const { transact } = table;
  table.transact = async (writes) => {
    table.transact = transact;
    expect((await stage.ada.call("POST", `/invitations/${id}/resend`)).status).toBe(200);
    return await transact.call(table, writes);
  };
  expect(await outcomeOf(await stage.use(stranger(), link))).toEqual([409, "LINK_ENDED"]);
  expect((await stage.members()).length).toBe(1);
});

test("R27 AMD24 of two mailed links to one email, at once, each leads to its own invitation or to none", async () => {
  await stage.invite("bob@example.com");
  await stage.invite("bob@example.com", "VIEWER", eve);
  const [one, two] = await post.links();
  const { table } = stage.world.services;
  const { transact } = table;
  const [first, second] = [stranger(), stranger()];
  table.transact = async (writes) => {
    table.transact = transact;
    expect((await stage.use(second, two ?? { url: "" })).status).toBe(200);
    return await transact.call(table, writes);
  };
  expect(await outcomeOf(await stage.use(first, one ?? { url: "" }))).toEqual([409, "HAS_ACCOUNT"]);
  expect((await second.user()).organization).toMatchObject({ name: "Of eve@example.com" });
});

describe("mails to strangers", () => {
  test("R27 AMD24 no invitation comes in the name of somebody whose email nobody has proven", async () => {
    const chief = await stage.joined("chief@bank.example", "ORG_ADMIN", eve);
    const bob = await stage.elsewhere("bob@example.com");
    await post.mails();
    post.forget();
    const { link } = await stage.invite("bob@example.com", "VIEWER", chief);
    const named = "chief@bank.example (email not verified)";
    const [mail] = await post.mails();
    expect(mail?.subject).toBe(`${named} invites you to Of eve@example.com on Shardwatch`);
    expect(mail?.text).toContain(`Invited by: ${named}\n`);
    const invitedBy = { email: "chief@bank.example", unverified: true };
    expect(await stage.opened(link)).toMatchObject({ invitedBy });
    const received = (await (await bob.call("GET", "/me/invitations")).json()) as object;
    expect(received).toMatchObject({ invitations: [{ invitedBy }] });
    const { notifications } = (await (await bob.call("GET", "/notifications")).json()) as {
      notifications: { message: string }[];
    };
    expect(notifications.map(({ message }) => message)).toEqual([
      `${named} invited you to join Of eve@example.com.`,
    ]);
  });

  test("R27 AMD24 one mailbox gets a few invitations a day, from all organizations, and by all its names", async () => {
    await Promise.all(
      Array.from({ length: mostToMailbox }, (_, at) => stage.invite(`Bob+${at}@example.com`, "VIEWER", eve)),
    );
    expect((await post.mails()).length).toBe(mostToMailbox);
    post.forget();
    const { link } = await stage.invite("bob@example.com");
    await stage.invite("bobby@example.com");
    expect((await post.mails()).map(({ to }) => to)).toEqual(["bobby@example.com"]);
    // The link that is copied works all the same.
    expect((await stage.use(stranger(), link)).status).toBe(200);
    stage.world.clock.advance(24 * 60 * minute);
    post.forget();
    stage.ada = await signedInByLink(stage.world, "ada@example.com");
    await stage.invite("bob+more@example.com");
    expect((await post.mails()).length).toBe(1);
  });
});
