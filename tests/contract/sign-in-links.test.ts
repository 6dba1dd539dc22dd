import { firstLink, linkFor } from "@shardwatch/core/own-sign-in/links";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PersonsBrowser } from "../support/openid-world.ts";
import { firstPerson, signedInByLink, startOwnWorld, tokenOf } from "../support/own-world.ts";
import { everyRow } from "../support/rows.ts";
import { startWorld, webOrigin, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await startOwnWorld();
});
afterEach(() => world.stop());

const minute = 60_000;
const day = 24 * 60 * minute;
const browser = (address?: string) => new PersonsBrowser(world, address);

async function codeOf(answer: Response): Promise<[status: number, code: string]> {
  const { code } = (await answer.json()) as { code: string };
  return [answer.status, code];
}

/** How often each status came. */
const counted = (statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, statuses.filter((one) => one === status).length]));

const use = (one: PersonsBrowser, token: string, email?: string) =>
  one.call("POST", "/sign-in/link", { token, ...(email !== undefined && { email }) });

describe("the first link of an installation", () => {
  test("AMD21 its person says who they are, and administers the installation and its organization", async () => {
    const one = browser();
    const link = await firstLink(world.services);
    expect(link.url).toMatch(new RegExp(`^${webOrigin}/sign-in#[\\w-]{43}$`));
    const token = tokenOf(link);
    const seen = await one.call("POST", "/sign-in/link/look", { token });
    expect(await seen.json()).toEqual({ email: null, expiresAt: link.expiresAt });
    const answer = await use(one, token, "Ada@Example.com");
    expect([answer.status, await answer.json()]).toEqual([200, { passkeys: "works", hasPasskey: false }]);
    expect(await one.user()).toMatchObject({
      email: "Ada@Example.com",
      roles: expect.arrayContaining(["SUPER_ADMIN", "ORG_ADMIN"]),
      organization: { name: "Our organization" },
    });
  });

  test("AMD21 it asks for an email, which names the field", async () => {
    const token = tokenOf(await firstLink(world.services));
    const answer = await use(browser(), token);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ details: [expect.stringMatching(/^email: /)] });
    expect((await use(browser(), token, "ada@example.com")).status).toBe(200);
  });

  test("R27 it makes one administrator, however many open it at once", async () => {
    const token = tokenOf(await firstLink(world.services));
    const names = ["ada", "bob", "eve", "mia"];
    const answers = await Promise.all(
      names.map((name) => use(browser(), token, `${name}@example.com`).then(({ status }) => status)),
    );
    expect(counted(answers)).toEqual({ 200: 1, 409: 3 });
    const accounts = (await everyRow(world)).filter(({ sk }) => sk === "ACCOUNT");
    expect(accounts).toHaveLength(1);
  });

  test("R27 it ends with the first account", async () => {
    const token = tokenOf(await firstLink(world.services));
    await signedInByLink(world, "ada@example.com");
    expect(await codeOf(await use(browser(), token, "eve@example.com"))).toEqual([409, "LINK_ENDED"]);
  });
});

describe("a link of the server's command", () => {
  test("AMD21 SLF09 a new person enters the shared organization as a viewer, and comes back to the same account", async () => {
    const ada = await firstPerson(world, "ada@example.com");
    const bob = await signedInByLink(world, "bob@example.com");
    const { id, roles, organization } = await bob.user();
    expect([roles, organization]).toEqual([["VIEWER"], (await ada.user()).organization]);
    const again = await signedInByLink(world, " BOB@example.com");
    expect((await again.user()).id).toBe(id);
  });

  test("AMD21 who is named in SUPER_ADMIN_EMAILS becomes super admin by it", async () => {
    const root = await signedInByLink(world, "root@example.com");
    expect((await root.user()).roles).toContain("SUPER_ADMIN");
  });

  test("R27 it works once: the second press, and the loser of two at once, are told so", async () => {
    const token = tokenOf(await linkFor(world.services, "ada@example.com"));
    const answers = await Promise.all([1, 2, 3].map(() => use(browser(), token)));
    expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 2 });
    const late = browser();
    expect(await codeOf(await use(late, token))).toEqual([409, "LINK_USED"]);
    expect(late.cookies.size).toBe(0);
    expect((await late.call("GET", "/deployments")).status).toBe(401);
  });

  test("R27 of many presses at once by a link of somebody who has an account, one gets in", async () => {
    await signedInByLink(world, "ada@example.com");
    const token = tokenOf(await linkFor(world.services, "ada@example.com"));
    const answers = await Promise.all([1, 2, 3, 4].map(() => use(browser(), token)));
    expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 3 });
  });

  test("R27 it counts for 15 minutes", async () => {
    const link = await linkFor(world.services, "ada@example.com");
    expect(Date.parse(link.expiresAt) - world.clock.now()).toBe(15 * minute);
    world.clock.advance(15 * minute);
    expect(await codeOf(await use(browser(), tokenOf(link)))).toEqual([409, "LINK_EXPIRED"]);
  });

  test("R27 to look at it, or to open its address with GET or HEAD, uses nothing up", async () => {
    const token = tokenOf(await linkFor(world.services, "ada@example.com"));
    for (const method of ["GET", "HEAD"])
      for (const path of ["/sign-in/link", "/sign-in/link/look"])
        expect((await browser().call(method, path)).status).toBe(404);
    for (const _ of [1, 2])
      expect((await browser().call("POST", "/sign-in/link/look", { token })).status).toBe(200);
    expect((await use(browser(), token)).status).toBe(200);
  });

  test("R27 it is for its person: the email of the request changes nothing", async () => {
    await firstPerson(world, "ada@example.com");
    const one = browser();
    const token = tokenOf(await linkFor(world.services, "bob@example.com"));
    expect((await use(one, token, "ada@example.com")).status).toBe(200);
    expect((await one.user()).email).toBe("bob@example.com");
  });

  test("R27 a made-up link gets the answer of one that is over, and no email", async () => {
    const answer = await browser().call("POST", "/sign-in/link/look", { token: "a".repeat(43) });
    expect(await codeOf(answer)).toEqual([409, "LINK_EXPIRED"]);
    const short = await browser().call("POST", "/sign-in/link", { token: "short" });
    expect(short.status).toBe(400);
  });

  test("R27 nothing that is stored, and no line of the log, has the secret of a link or of a cookie", async () => {
    const link = await linkFor(world.services, "ada@example.com");
    const one = browser();
    await use(one, tokenOf(link));
    const secrets = [tokenOf(link), ...one.cookies.values()];
    const kept = JSON.stringify([await everyRow(world), world.logLines]);
    for (const secret of secrets) expect(kept).not.toContain(secret.split(".").at(-1));
  });
});

describe("afterwards", () => {
  test("AMD21 the session is renewed for a week where passkeys work, then it ends", async () => {
    const one = await signedInByLink(world, "ada@example.com");
    world.clock.advance(7 * day - minute);
    await one.user();
    world.clock.advance(minute);
    expect((await one.call("POST", "/me")).status).toBe(401);
  });

  test("AMD21 signing out ends the sign-in of this browser, also for a copy of its cookies", async () => {
    const one = await signedInByLink(world, "ada@example.com");
    const copy = one.copy();
    expect((await one.call("POST", "/auth/logout")).status).toBe(204);
    expect(one.cookies.size).toBe(0);
    expect((await copy.call("POST", "/me")).status).toBe(401);
    expect((await copy.call("POST", "/auth/login")).status).toBe(401);
  });

  test("R27 signing out everywhere ends every browser's sign-in, and links that wait", async () => {
    const one = await signedInByLink(world, "ada@example.com");
    const two = await signedInByLink(world, "ada@example.com");
    const waiting = tokenOf(await linkFor(world.services, "ada@example.com"));
    expect((await one.call("POST", "/auth/logout-everywhere")).status).toBe(204);
    expect((await two.call("GET", "/deployments")).status).toBe(401);
    expect((await two.call("POST", "/auth/login")).status).toBe(401);
    expect(await codeOf(await use(browser(), waiting))).toEqual([409, "LINK_ENDED"]);
    await signedInByLink(world, "ada@example.com");
  });

  test("AMD21 a link in a browser of somebody else signs that one out", async () => {
    const one = await signedInByLink(world, "ada@example.com");
    const before = one.copy();
    await use(one, tokenOf(await linkFor(world.services, "bob@example.com")));
    expect((await one.user()).email).toBe("bob@example.com");
    expect((await before.call("POST", "/me")).status).toBe(401);
  });

  test("AMD21 SLF09 a super admin makes a link for somebody who has lost their passkeys, and the audit says so", async () => {
    const ada = await firstPerson(world, "ada@example.com");
    const bob = await signedInByLink(world, "bob@example.com");
    const { id } = await bob.user();
    expect((await bob.call("POST", `/accounts/${id}/sign-in-link`)).status).toBe(403);
    const answer = await ada.call("POST", `/accounts/${id}/sign-in-link`);
    expect(answer.status).toBe(201);
    const one = browser();
    await use(one, tokenOf((await answer.json()) as { url: string }));
    expect((await one.user()).id).toBe(id);
    const audit = await ada.call("GET", "/audit");
    const { events } = (await audit.json()) as { events: { action: string; objectId: string }[] };
    expect(events).toContainEqual(expect.objectContaining({ action: "account.linkMade" }));
    expect((await ada.call("POST", "/accounts/acc_unknown/sign-in-link")).status).toBe(404);
  });

  test("AMD21 an account that was deleted is out: its link and its sign-in end", async () => {
    const ada = await firstPerson(world, "ada@example.com");
    const bob = await signedInByLink(world, "bob@example.com");
    const token = tokenOf(await linkFor(world.services, "bob@example.com"));
    expect((await ada.call("DELETE", `/accounts/${(await bob.user()).id}`)).status).toBe(204);
    expect((await bob.call("POST", "/me")).status).toBe(401);
    expect((await bob.call("POST", "/auth/login")).status).toBe(401);
    expect(await codeOf(await use(browser(), token))).toEqual([409, "LINK_ENDED"]);
  });
});

test("AMD21 where people sign in at a provider there are no links", async () => {
  const other = await startWorld();
  const one = new PersonsBrowser(other);
  const token = "a".repeat(43);
  expect((await one.call("POST", "/sign-in/link/look", { token })).status).toBe(404);
  expect((await one.call("POST", "/sign-in/link", { token })).status).toBe(404);
  await other.stop();
});
