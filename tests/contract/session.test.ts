import { byId } from "@shardwatch/core/account/account";
import { accountKey } from "@shardwatch/core/account/account.keys";
import type { User } from "@shardwatch/core/contract/people/user";
import { everyOrganization } from "@shardwatch/core/organization/organization.keys";
import { open } from "@shardwatch/core/session/session";
import { createApp } from "@shardwatch/functions/api/app";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Cookies, listStatus, post as postTo, sessionOf, signInThrough } from "../support/browser.ts";
import { interrupted } from "../support/interrupted.ts";
import { type Provider, startProvider } from "../support/provider.ts";
import { call, signUp, startWorld, webOrigin, type World } from "../support/world.ts";

let provider: Provider;
let world: World;

beforeAll(async () => {
  provider = await startProvider();
  world = await startWorld({ identity: provider.identity });
});

afterEach(async () => {
  await provider.control({ mode: "normal", emails: "verified" });
});

afterAll(async () => {
  await world.stop();
  await provider.stop();
});

const post = (path: string, cookies: Partial<Cookies>) => postTo(world, path, cookies);
const list = (session: string) => listStatus(world, session);
const signIn = (email: string) => signInThrough(provider, world, email);

describe("signing in", () => {
  test("API05 SES16 LIM17 SEC08 POST /auth/login sets our own cookie for fifteen minutes", async () => {
    const JSESSIONID = await provider.signIn("cookie@example.com");
    const answer = await post("/auth/login", { JSESSIONID });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("set-cookie")).toMatch(
      /^shardwatch_session=acc_\w{26}\.[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await list(sessionOf(answer))).toBe(200);
  });

  test("SEC08 outside of one machine the cookie is Secure and bound to the API's host", async () => {
    const services = {
      ...world.services,
      settings: { ...world.services.settings, environment: "production" as const },
    };
    const JSESSIONID = await provider.signIn("secure@example.com");
    const headers = { origin: webOrigin, cookie: `JSESSIONID=${JSESSIONID}` };
    const answer = await createApp(services).request("/auth/login", { method: "POST", headers });
    expect(answer.headers.get("set-cookie")).toMatch(
      /^__Host-shardwatch_session=.*; Path=\/; HttpOnly; Secure;/,
    );
  });

  test("SES18 ROL35 the first sign-in of an unknown email creates account and organization, the next none", async () => {
    const cookies = await signIn("first@example.com");
    const first = (await (await post("/me", cookies)).json()) as User;
    expect(first).toMatchObject({ email: "first@example.com", roles: ["ORG_ADMIN"] });
    expect(first.organization?.name).toBe(`${first.firstName}'s organization`);
    const second = (await (await post("/me", await signIn("first@example.com"))).json()) as User;
    expect(second).toEqual(first);
  });

  test("ROL35 five first sign-ins at once make one account and one organization", async () => {
    const JSESSIONID = await provider.signIn("racing@example.com");
    const answers = await Promise.all(Array.from({ length: 5 }, () => post("/auth/login", { JSESSIONID })));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses).toContain(204);
    const people = await Promise.all(
      answers
        .filter((answer) => answer.status === 204)
        .map(async (answer) => {
          const me = await post("/me", { JSESSIONID, shardwatch_session: sessionOf(answer) });
          return (await me.json()) as User;
        }),
    );
    expect(new Set(people.map((person) => `${person.id} ${person.organization?.id}`)).size).toBe(1);
    expect(statuses).toEqual([204, 204, 204, 204, 204]);
  });

  test("ROL35 the organization is named after the company where the provider tells it", async () => {
    const { identity } = await signUp(world, { company: "Acme", email: "acme@example.com" });
    expect(identity.company).toBe("Acme");
    const rows = await world.services.table.find(everyOrganization);
    const names = await Promise.all(
      rows.keys.map(async (key) => (await world.services.table.get(key))?.["name"]),
    );
    expect(names).toContain("Acme");
  });

  test("ROL37 an email of the configured list becomes super admin, however it is written", async () => {
    const person = await signUp(world, { email: "Root@Example.com" });
    const row = await world.services.table.get(accountKey(person.accountId));
    expect(row?.["roles"]).toEqual(["SUPER_ADMIN", "ORG_ADMIN"]);
  });

  test("API05 EXT14 EXT15 without a valid session at the provider: 401; only its cookie is passed on", async () => {
    for (const JSESSIONID of ["made-up", "", "a b", "x\u00e9"])
      expect((await post("/auth/login", { JSESSIONID })).status).toBe(401);
    expect((await post("/auth/login", {})).status).toBe(401);
  });
});

describe("the session", () => {
  test("SES17 API07 ENT01 ENT02 ENT03 ENT04 ENT05 POST /me answers the user and renews the cookie", async () => {
    const cookies = await signIn("renew@example.com");
    world.clock.advance(14 * 60_000);
    const answer = await post("/me", cookies);
    expect(await answer.json()).toEqual({
      id: expect.stringMatching(/^acc_/),
      email: "renew@example.com",
      firstName: expect.any(String),
      lastName: expect.any(String),
      roles: ["ORG_ADMIN"],
      redisCloudId: expect.stringMatching(/^\d+$/),
      organization: { id: expect.stringMatching(/^org_/), name: expect.any(String) },
    });
    expect(sessionOf(answer)).toBe(cookies.shardwatch_session);
    world.clock.advance(14 * 60_000);
    expect(await list(cookies.shardwatch_session)).toBe(200);
    world.clock.advance(60_001);
    expect(await list(cookies.shardwatch_session)).toBe(401);
  });

  test("SES17 SEC10 POST /me is answered 401 when the provider says no, and that ends our session with its cookie", async () => {
    const cookies = await signIn("ended@example.com");
    await provider.endSessions();
    expect(await list(cookies.shardwatch_session)).toBe(200);
    const answer = await post("/me", cookies);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("set-cookie")).toMatch(/^shardwatch_session=; Max-Age=0;/);
    expect(await list(cookies.shardwatch_session)).toBe(401);
    expect((await post("/me", {})).headers.get("set-cookie")).toBeNull();
  });

  test("SEC10 every sign-in gives a new secret, and the one that the browser had opens nothing any more", async () => {
    const first = await signIn("again@example.com");
    const answer = await post("/auth/login", first);
    const second = sessionOf(answer);
    expect(second).not.toBe(first.shardwatch_session);
    expect(await list(second)).toBe(200);
    expect(await list(first.shardwatch_session)).toBe(401);
    // Another person at the same browser: the previous one is signed out.
    const other = await provider.signIn("another@example.com");
    expect((await post("/auth/login", { JSESSIONID: other, shardwatch_session: second })).status).toBe(204);
    expect(await list(second)).toBe(401);
  });

  test.each(["hanging", "server-error", "rate-limited", "damaged"])(
    "SES14 R12 API05 API07 503 when the provider cannot be asked (%s), and nobody is signed out",
    async (mode) => {
      const cookies = await signIn("patient@example.com");
      await provider.control({ mode });
      for (const path of ["/me", "/auth/login"]) {
        const answer = await post(path, cookies);
        expect(answer.status).toBe(503);
        expect(answer.headers.get("retry-after")).toBeTruthy();
        expect(answer.headers.get("set-cookie")).toBeNull();
      }
      expect(await list(cookies.shardwatch_session)).toBe(200);
    },
  );

  test.each(["unverified", "not-told"])(
    "SEC23 an email that the provider does not say is verified (%s) signs nobody in, and signs nobody out",
    async (emails) => {
      const cookies = await signIn("verified@example.com");
      const JSESSIONID = await provider.signIn(`${emails}@example.com`);
      await provider.control({ emails });
      for (const path of ["/me", "/auth/login"]) {
        expect((await post(path, { JSESSIONID })).status).toBe(503);
        expect((await post(path, cookies)).status).toBe(503);
      }
      expect(await list(cookies.shardwatch_session)).toBe(200);
      expect(world.logLines.join()).toContain("does not say that the email is verified");
      await provider.control({ emails: "verified" });
      expect((await post("/auth/login", { JSESSIONID })).status).toBe(204);
    },
  );

  test("SES19 API06 SEC10 POST /auth/logout makes our cookie and the provider's session useless", async () => {
    const cookies = await signIn("leaving@example.com");
    const answer = await post("/auth/logout", cookies);
    expect(answer.status).toBe(204);
    expect(answer.headers.get("set-cookie")).toMatch(/^shardwatch_session=; Max-Age=0;/);
    expect(await list(cookies.shardwatch_session)).toBe(401);
    expect((await post("/auth/login", cookies)).status).toBe(401);
    expect((await post("/auth/logout", {})).status).toBe(204);
  });

  test("SES19 R12 signing out works while the provider hangs", async () => {
    const cookies = await signIn("hung@example.com");
    await provider.control({ mode: "hanging" });
    expect((await post("/auth/logout", cookies)).status).toBe(204);
    expect(await list(cookies.shardwatch_session)).toBe(401);
  });

  test.each(["/auth/logout", "/me"])(
    "SES19 SEC10 a browser that is to be signed out by %s loses its cookie although the storage is busy",
    async (path) => {
      const cookies = await signIn(`busy${path.replaceAll("/", "-")}@example.com`);
      await provider.endSessions();
      const busy = Object.assign(new Error("slow down"), { name: "ThrottlingException" });
      const table = interrupted(world, /^(Delete|TransactWrite)/, () => Promise.reject(busy));
      const answer = await postTo({ ...world, app: createApp({ ...world.services, table }) }, path, cookies);
      expect(answer.status).toBe(503);
      expect(answer.headers.get("set-cookie")).toMatch(/^shardwatch_session=; Max-Age=0;/);
    },
  );

  test("SEC10 a forged cookie opens nothing and is never renewed into a session", async () => {
    const cookies = await signIn("forger@example.com");
    const [accountId] = cookies.shardwatch_session.split(".");
    for (const forged of [
      `${accountId}.${"A".repeat(43)}`,
      `${cookies.shardwatch_session}x`,
      "acc_1.x",
      ".",
    ]) {
      expect(await list(forged)).toBe(401);
      const answer = await post("/me", { ...cookies, shardwatch_session: forged });
      expect(sessionOf(answer)).not.toBe(forged);
      expect(await list(forged)).toBe(401);
    }
    const other = await signIn("victim@example.com");
    const swapped = `${accountId}.${other.shardwatch_session.split(".")[1]}`;
    expect(await list(swapped)).toBe(401);
  });

  test("ROL41 ROL42 R5 a changed role and a deleted account count at the next request, in another instance too", async () => {
    const second = await startWorld({ identity: provider.identity, database: world.database });
    const person = await signUp(world, {}, ["SUPER_ADMIN"]);
    const stranger = await signUp(world);
    const path = `/deployments?organizationId=${stranger.organizationId}`;
    expect((await call(second, "GET", path, { as: person })).status).toBe(200);
    const account = accountKey(person.accountId);
    await world.services.table.update(account, { set: { roles: ["VIEWER"] } });
    expect((await call(second, "GET", path, { as: person })).status).toBe(403);
    await world.services.table.remove(account);
    expect((await call(second, "GET", "/deployments", { as: person })).status).toBe(401);
    await second.stop();
  });
});

test("SEC10 SES19 it ends the sessions of every browser at once, with one write however many there are, and nobody else's", async () => {
  const here = await signIn("everywhere@example.com");
  const elsewhere = await Promise.all([signIn("everywhere@example.com"), signIn("everywhere@example.com")]);
  const neighbour = await signIn("neighbour@example.com");
  world.recorder.clear();
  const answer = await post("/auth/logout-everywhere", here);
  expect(answer.status).toBe(204);
  expect(answer.headers.get("set-cookie")).toMatch(/^shardwatch_session=; Max-Age=0;/);
  const writes = world.recorder.sent.filter(({ writeUnits }) => writeUnits > 0);
  expect(writes.map(({ command }) => command)).toEqual(["TransactWriteItemsCommand", "DeleteItemCommand"]);
  for (const { shardwatch_session } of [here, ...elsewhere]) expect(await list(shardwatch_session)).toBe(401);
  expect(await list(neighbour.shardwatch_session)).toBe(200);
  expect((await post("/auth/login", here)).status).toBe(401);
  expect(world.logLines.join()).toContain("account.sessionsEnded");
});

test.each(["/me", "/auth/login"])(
  "SEC10 SES17 another browser cannot go on by %s: it has to sign in at the provider again",
  async (path) => {
    const email = `revived-by${path.replaceAll("/", "-")}@example.com`;
    const [here, there] = [await signIn(email), await signIn(email)];
    expect((await post("/auth/logout-everywhere", here)).status).toBe(204);
    const answer = await post(path, there);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("set-cookie")).toMatch(/^shardwatch_session=; Max-Age=0;/);
    expect((await post("/auth/login", { JSESSIONID: there.JSESSIONID })).status).toBe(401);
    const again = await signIn(email);
    expect(await list(again.shardwatch_session)).toBe(200);
    const renewed = await post("/me", again);
    expect(sessionOf(renewed)).toBe(again.shardwatch_session);
    // The next one also ends a session that was opened after it.
    expect((await post("/auth/logout-everywhere", again)).status).toBe(204);
    expect(await list(again.shardwatch_session)).toBe(401);
  },
);

test("SEC10 a sign-in that was on its way at that moment is ended too", async () => {
  const cookies = await signIn("overtaken@example.com");
  const [accountId = ""] = cookies.shardwatch_session.split(".");
  const before = await byId(world.services, accountId);
  if (!before) throw new Error("nobody has signed in");
  expect((await post("/auth/logout-everywhere", cookies)).status).toBe(204);
  const late = await open(world.services, before);
  expect(await list(late.reveal())).toBe(401);
});

test("SEC10 SES19 it works while the provider hangs, and twice in a row", async () => {
  const cookies = await signIn("hung-everywhere@example.com");
  await provider.control({ mode: "hanging" });
  expect((await post("/auth/logout-everywhere", cookies)).status).toBe(204);
  expect(await list(cookies.shardwatch_session)).toBe(401);
  expect((await post("/auth/logout-everywhere", cookies)).status).toBe(401);
});
