import {
  mostFromNetwork,
  mostToOneEmail,
  mostToOneFromNetwork,
} from "@shardwatch/core/own-sign-in/request-link";
import { work } from "@shardwatch/functions/jobs/work";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type InvitedWorld, startInvitedWorld } from "../support/invited-world.ts";
import { linkIn, openPostOffice, Post } from "../support/post.ts";
import { PersonsBrowser } from "../support/openid-world.ts";
import { tokenOf } from "../support/own-world.ts";
import { outcomeOf } from "../support/passkeys.ts";
import { call } from "../support/world.ts";

const office = await openPostOffice();
afterAll(() => office.stop());

let stage: InvitedWorld;
let post: Post;
beforeEach(async () => {
  office.ses.state.fault = "works";
  stage = await startInvitedWorld();
  post = new Post(stage.world, office);
});
afterEach(() => stage.world.stop());

const minute = 60_000;
const stranger = () => new PersonsBrowser(stage.world);

describe("the link that is mailed with an invitation", () => {
  test("AMD24 is another one than the inviter's, says who invites, and verifies the address", async () => {
    const { link, id } = await stage.invite("bob@example.com");
    await post.mails();
    const [mail, ...more] = post.sent();
    expect([more.length, mail?.to]).toEqual([0, "bob@example.com"]);
    expect(mail?.subject).toBe("ada@example.com invites you to Our organization on Shardwatch");
    expect(await stage.sent()).toMatchObject([{ id, mailedAt: expect.any(String) }]);
    const mailed = linkIn(mail?.text);
    expect(tokenOf(mailed)).not.toBe(tokenOf(link));
    expect(mail?.html).toContain(mailed.url);
    expect(await stage.opened(mailed)).toEqual(await stage.opened(link));
    const bob = stranger();
    expect((await stage.use(bob, mailed)).status).toBe(200);
    expect((await bob.user()).organization).toEqual((await stage.ada.user()).organization);
    const own = (await stage.members()).find(({ email }) => email === "bob@example.com");
    expect(own).not.toHaveProperty("unverified");
    // One of the two is used once.
    expect(await outcomeOf(await stage.use(stranger(), link))).toEqual([409, "LINK_ENDED"]);
    expect(await outcomeOf(await stage.use(stranger(), mailed))).toEqual([409, "LINK_USED"]);
  });

  test("AMD24 signs nobody in who has an account: it asks them to sign in", async () => {
    const bob = await stage.elsewhere("bob@example.com");
    await stage.invite("bob@example.com");
    await post.mails();
    const mailed = linkIn(post.sent()[0]?.text);
    expect(await outcomeOf(await stage.use(stranger(), mailed))).toEqual([409, "HAS_ACCOUNT"]);
    expect(await bob.user()).toMatchObject({ organization: { name: "Of bob@example.com" } });
  });

  test("AMD24 ends with sending again, which mails a new one, and a late job mails nothing", async () => {
    const { id } = await stage.invite("bob@example.com");
    const late = post.nextJob();
    stage.world.clock.advance(minute);
    expect((await stage.ada.call("POST", `/invitations/${id}/resend`)).status).toBe(200);
    expect(await work(stage.world.services, late)).toBe(true);
    expect(post.sent()).toEqual([]);
    await post.mails();
    const first = linkIn(post.sent()[0]?.text);
    await stage.ada.call("POST", `/invitations/${id}/resend`);
    expect((await stage.sent())[0]).not.toHaveProperty("mailedAt");
    await post.mails();
    expect(await outcomeOf(await stage.use(stranger(), first))).toEqual([409, "LINK_ENDED"]);
    expect((await stage.use(stranger(), linkIn(post.sent()[1]?.text))).status).toBe(200);
  });

  test("AMD24 a mail server that fails gets it again, and one that refuses it does not", async () => {
    await stage.invite("bob@example.com");
    const job = post.nextJob();
    office.ses.state.fault = "throttled";
    expect(await work(stage.world.services, job)).toBe(false);
    expect((await stage.sent())[0]).not.toHaveProperty("mailedAt");
    office.ses.state.fault = "works";
    expect(await work(stage.world.services, job)).toBe(true);
    expect(post.sent().length).toBe(1);
    // Delivered twice by the queue: it was mailed.
    expect(await work(stage.world.services, job)).toBe(true);
    expect(post.sent().length).toBe(1);
    expect((await stage.use(stranger(), linkIn(post.sent()[0]?.text))).status).toBe(200);
  });

  test("AMD24 R27 neither the queue nor a log has its secret", async () => {
    await stage.invite("bob@example.com");
    const job = post.nextJob();
    expect(job).not.toContain("bob@example.com");
    await work(stage.world.services, job);
    const secret = tokenOf(linkIn(post.sent()[0]?.text));
    expect(stage.world.logLines.join("\n")).not.toContain(secret);
  });

  test("AMD24 names of others stay on one line and are escaped", async () => {
    const name = 'Eve <b>"&\nBcc: eve@example.com';
    await stage.ada.call("PATCH", "/me/organization", { name: name.replace("\n", " ") });
    await stage.invite("bob@example.com");
    await post.mails();
    expect(post.sent()[0]?.html).not.toContain('<b>"');
    expect(post.sent()[0]?.subject).not.toContain("\n");
  });
});

describe("a sign-in link by mail", () => {
  const ask = (email: string, one = stranger()) => one.call("POST", "/sign-in/links", { email });

  test("AMD21 is answered alike for every email, and goes to an account alone", async () => {
    const answers = await Promise.all(["ADA@example.com", "nobody@example.com"].map((email) => ask(email)));
    const shown = await Promise.all(answers.map(async (one) => [one.status, await one.text()]));
    expect(shown).toEqual([
      [202, ""],
      [202, ""],
    ]);
    await post.mails();
    expect(post.sent().map(({ to }) => to)).toEqual(["ada@example.com"]);
    const link = linkIn(post.sent()[0]?.text);
    expect(new URL(link.url).pathname).toBe("/sign-in");
    const one = stranger();
    expect((await stage.use(one, link)).status).toBe(200);
    expect((await one.user()).email).toBe("ada@example.com");
    expect(await outcomeOf(await stage.use(stranger(), link))).toEqual([409, "LINK_USED"]);
  });

  test("AMD24 R23 verifies an address that only a copied link has vouched for, and ends what was before, tokens too", async () => {
    const bob = await stage.joined("bob@example.com", "ORG_ADMIN");
    const created = async (by: PersonsBrowser) => {
      const answer = await by.call("POST", "/tokens", { name: "Reports", scopes: ["read"] });
      return ((await answer.json()) as { secret: string }).secret;
    };
    const keys = { bob: await created(bob), ada: await created(stage.ada) };
    const statusOf = async (key: string) => (await call(stage.world, "GET", "/deployments", { key })).status;
    expect([await statusOf(keys.bob), await statusOf(keys.ada)]).toEqual([200, 200]);
    await post.mails();
    post.forget();
    await ask("bob@example.com");
    await post.mails();
    const owner = stranger();
    expect((await stage.use(owner, linkIn(post.sent()[0]?.text))).status).toBe(200);
    expect((await owner.user()).email).toBe("bob@example.com");
    expect((await bob.call("POST", "/me")).status).toBe(401);
    expect([await statusOf(keys.bob), await statusOf(keys.ada)]).toEqual([401, 200]);
  });

  test("AMD21 R27 is limited by person, which shows nowhere, and by network", async () => {
    const askFrom = async (network: number) => {
      const one = new PersonsBrowser(stage.world, `198.51.100.${network}`);
      for (let times = 0; times < mostToOneFromNetwork + 2; times += 1)
        expect((await ask("ada@example.com", one)).status).toBe(202);
      return (await post.mails()).length;
    };
    expect(await askFrom(1)).toBe(mostToOneFromNetwork);
    // Who asks for others leaves some to them.
    expect(await askFrom(2)).toBe(2 * mostToOneFromNetwork);
    for (const network of [3, 4, 5]) expect(await askFrom(network)).toBe(mostToOneEmail);
    const crowd = new PersonsBrowser(stage.world, "192.0.2.7");
    for (let times = 0; times < mostFromNetwork; times += 1)
      expect((await ask(`p${times}@example.com`, crowd)).status).toBe(202);
    const answer = await ask("late@example.com", crowd);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask("late@example.com", new PersonsBrowser(stage.world, "198.51.100.7"))).status).toBe(202);
  });

  test("AMD21 is not there without a mail server", async () => {
    stage.world.services.settings.mailsLinks = false;
    expect((await ask("ada@example.com")).status).toBe(404);
  });
});
