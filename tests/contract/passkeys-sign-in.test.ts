import { addAttempts, keyOfAttempts, readAttempts } from "@shardwatch/core/attempts/attempts.table";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PersonsBrowser } from "../support/openid-world.ts";
import {
  addPasskey,
  arrived,
  askToEnter,
  authenticator,
  enterBy,
  openLink,
  outcomeOf,
  passkeysOf,
  send,
  startPasskeyWorld,
} from "../support/passkeys.ts";
import { everyRow } from "../support/rows.ts";
import type { World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await startPasskeyWorld();
});
afterEach(() => world.stop());

const minute = 60_000;
const browser = (address?: string) => new PersonsBrowser(world, address);
const code = async (answer: Promise<Response>) => await outcomeOf(await answer);

/** A person with one passkey. Time passes, so that the next attempt is a later one. */
async function ada(key = authenticator()) {
  const one = await arrived(world, "ada@example.com");
  await addPasskey(one, key);
  world.clock.advance(minute);
  return { one, key, id: (await one.user()).id };
}

describe("a sign-in with a passkey", () => {
  test("AMD21 it opens a session of its person in another browser, and says when it was used", async () => {
    const { one, key, id } = await ada();
    expect((await passkeysOf(one))[0]?.lastUsedAt).toBeNull();
    const other = browser();
    expect(await code(enterBy(other, key))).toBe(204);
    expect((await other.user()).id).toBe(id);
    expect((await passkeysOf(other))[0]?.lastUsedAt).toBe(new Date(world.clock.now()).toISOString());
    // What was begun is over.
    expect([...other.cookies.keys()].toSorted()).toEqual(["shardwatch_own_session", "shardwatch_session"]);
  });

  test("AMD21 who only begins leaves no row, and gets a cookie that scripts can't read", async () => {
    // The very first one makes the secret of the installation.
    await browser().call("POST", "/sign-in/passkey/options");
    const before = (await everyRow(world)).length;
    const answer = await browser().call("POST", "/sign-in/passkey/options");
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^shardwatch_passkey=[\w-]{43}\.\d+\.[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(await answer.json()).toMatchObject({ rpId: "localhost", userVerification: "preferred" });
    expect((await everyRow(world)).length).toBe(before);
  });

  test("AMD21 each of two passkeys signs in the same person, and a removed one nobody", async () => {
    const { one, key, id } = await ada();
    const second = authenticator();
    const { id: passkeyId } = await addPasskey(one, second);
    world.clock.advance(minute);
    for (const each of [key, second]) {
      const other = browser();
      expect(await code(enterBy(other, each))).toBe(204);
      expect((await other.user()).id).toBe(id);
    }
    expect((await one.call("DELETE", `/me/passkeys/${passkeyId}`)).status).toBe(204);
    world.clock.advance(minute);
    expect(await code(enterBy(browser(), second))).toEqual([401, "PASSKEY_UNKNOWN"]);
    expect(await code(enterBy(browser(), key))).toBe(204);
  });

  test("AMD21 the session is as one of a link: signing out everywhere ends it, and leaves the passkey", async () => {
    const { one, key } = await ada();
    const other = browser();
    await enterBy(other, key);
    expect((await one.call("POST", "/auth/logout-everywhere")).status).toBe(204);
    expect((await other.call("POST", "/me")).status).toBe(401);
    world.clock.advance(minute);
    expect(await code(enterBy(other, key))).toBe(204);
  });

  test("AMD21 a link says whether its person has a passkey that works here", async () => {
    const { one } = await ada();
    expect((await openLink(world, one, "ada@example.com")).hasPasskey).toBe(true);
    expect((await openLink(world, browser(), "bob@example.com")).hasPasskey).toBe(false);
    world.services.settings.webOrigin = "https://moved.example";
    expect(await passkeysOf(one)).toMatchObject([{ host: "localhost", worksHere: false }]);
  });
});

describe("user verification", () => {
  test("R27 a passkey that was made without it signs in without it", async () => {
    const { key } = await ada(authenticator({ verifies: false }));
    expect(await code(enterBy(browser(), key))).toBe(204);
  });

  test("R27 a passkey that was made with it is refused without it, and taken with it again", async () => {
    const { key } = await ada();
    key.options.verifies = false;
    expect(await code(enterBy(browser(), key))).toEqual([401, "PASSKEY_UNVERIFIED"]);
    key.options.verifies = true;
    expect(await code(enterBy(browser(), key))).toBe(204);
  });
});

describe("R27 an answer that isn't for this sign-in", () => {
  test("of another page, or for another server", async () => {
    const { key } = await ada();
    key.options.origin = "https://evil.example";
    expect(await code(enterBy(browser(), key))).toEqual([401, "PASSKEY_REFUSED"]);
    key.options.origin = "http://localhost:5173";
    const one = browser();
    const question = await askToEnter(one);
    expect(await code(send(one, key.sign({ ...question, rpId: "other.example" })))).toEqual([
      401,
      "PASSKEY_REFUSED",
    ]);
  });

  test("to another browser's question, to a question for a new passkey, or with nobody's signature", async () => {
    const { one: own, key } = await ada();
    const [one, other] = [browser(), browser()];
    const [question, others] = [await askToEnter(one), await askToEnter(other)];
    expect(await code(send(one, key.sign(others)))).toEqual([401, "PASSKEY_REFUSED"]);
    const answer = key.sign(question);
    const stranger = authenticator();
    const { signature } = stranger.sign(question).response;
    const forged = { ...answer, response: { ...answer.response, signature } };
    expect(await code(send(one, forged))).toEqual([401, "PASSKEY_REFUSED"]);
    expect(await code(send(one, stranger.sign(question)))).toEqual([401, "PASSKEY_UNKNOWN"]);
    const fresh = await openLink(world, own, "ada@example.com");
    expect(fresh.hasPasskey).toBe(true);
    const asked = await own.call("POST", "/me/passkeys/options");
    const { challenge } = (await asked.json()) as { challenge: string };
    expect(await code(send(own, key.sign({ ...question, challenge })))).toEqual([401, "PASSKEY_REFUSED"]);
    expect(await code(send(one, answer))).toBe(204);
  });

  test("that names another person", async () => {
    const { key } = await ada();
    const one = browser();
    const answer = key.sign(await askToEnter(one));
    const userHandle = Buffer.from("acc_00000000000000000000000000").toString("base64url");
    for (const response of [
      { ...answer.response, userHandle },
      { ...answer.response, userHandle: undefined },
    ])
      expect(await code(send(one, { ...answer, response }))).toEqual([401, "PASSKEY_REFUSED"]);
  });

  test("that comes a second time, with the cookies of the first", async () => {
    const { key } = await ada();
    const one = browser();
    const answer = key.sign(await askToEnter(one));
    const [thief, late] = [one.copy(), one.copy()];
    expect(await code(send(one, answer))).toBe(204);
    expect(await code(send(thief, answer))).toEqual([409, "PASSKEY_ANSWER_USED"]);
    world.clock.advance(minute);
    expect(await code(send(late, answer))).toEqual([409, "PASSKEY_ANSWER_USED"]);
    expect(thief.cookies.has("shardwatch_session")).toBe(false);
  });

  test("that comes many times at once opens one session", async () => {
    const { key } = await ada();
    const one = browser();
    const answer = key.sign(await askToEnter(one));
    const copies = [one.copy(), one.copy(), one.copy(), one.copy()];
    const outcomes = await Promise.all(copies.map((copy) => code(send(copy, answer))));
    expect(outcomes.filter((outcome) => outcome === 204)).toHaveLength(1);
    const sessions = (await everyRow(world)).filter(({ pk }) => String(pk).startsWith("OWNSESSION#"));
    expect(sessions).toHaveLength(2);
  });

  test("that is late, or whose cookie is missing, made up, or says another time", async () => {
    const { key } = await ada();
    const one = browser();
    const answer = key.sign(await askToEnter(one));
    const cookie = one.cookies.get("shardwatch_passkey") ?? "";
    const [secret = "", time = "", seal = ""] = cookie.split(".");
    const late = [409, "PASSKEY_EXPIRED"];
    for (const value of ["", "made-up", `${secret}.${time}`, `${secret}.${Number(time) + 1}.${seal}`]) {
      const copy = one.copy();
      copy.cookies.set("shardwatch_passkey", value);
      expect(await code(send(copy, answer)), value).toEqual(late);
    }
    world.clock.advance(10 * minute + 1);
    expect(await code(send(one, answer))).toEqual(late);
    expect(await code(enterBy(one, key))).toBe(204);
  });
});

describe("R27 an authenticator that was cloned", () => {
  test("its counter has gone back: it is refused, logged, and once an hour in the audit", async () => {
    const { one, key } = await ada(authenticator({ counter: 7 }));
    key.options.counter = 8;
    expect(await code(enterBy(browser(), key))).toBe(204);
    for (const counter of [8, 5, 0]) {
      world.clock.advance(minute);
      key.options.counter = counter;
      expect(await code(enterBy(browser(), key)), String(counter)).toEqual([401, "PASSKEY_CLONED"]);
    }
    expect(world.logLines.filter((line) => line.includes("cloned"))).toHaveLength(3);
    const events = (await everyRow(world)).filter((row) => row["do"] === "account.passkeyRefused");
    expect(events).toHaveLength(1);
    world.clock.advance(minute);
    key.options.counter = 9;
    expect(await code(enterBy(browser(), key))).toBe(204);
    expect(await passkeysOf(one)).toHaveLength(1);
  });

  test("nobody can feign it without the key", async () => {
    const { key } = await ada(authenticator({ counter: 7 }));
    const one = browser();
    const question = await askToEnter(one);
    key.options.counter = 1;
    const answer = key.sign(question);
    const { signature } = authenticator().sign(question).response;
    const forged = { ...answer, response: { ...answer.response, signature } };
    expect(await code(send(one, forged))).toEqual([401, "PASSKEY_REFUSED"]);
    expect((await everyRow(world)).filter((row) => row["do"] === "account.passkeyRefused")).toEqual([]);
  });
});

test("R27 a thousand wrong answers of one network end its tries, and a right one goes on", async () => {
  const { key } = await ada();
  const stranger = authenticator();
  const one = browser("198.51.100.9");
  const tryWrongly = async (times: number) => {
    for (let tries = 0; tries < times; tries += 1) expect((await enterBy(one, stranger)).status).toBe(401);
  };
  await tryWrongly(10);
  // As if it had gone on for most of these ten minutes.
  const end = (Math.floor(world.clock.now() / (10 * minute)) + 1) * 10 * minute;
  const counted = keyOfAttempts("network", "198.51.100.9", end);
  expect(readAttempts(await world.services.table.get(counted))).toBe(10);
  await world.services.table.update(counted, addAttempts(980, end));
  await tryWrongly(10);
  const refused = await enterBy(one, stranger);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await code(enterBy(browser("198.51.100.9"), key))).toBe(204);
});

test("R27 an account that was deleted takes its passkeys along", async () => {
  const { one, key, id } = await ada();
  const root = await arrived(world, "root@example.com");
  expect((await root.call("DELETE", `/accounts/${id}`)).status).toBe(204);
  expect(
    (await everyRow(world)).filter(({ pk, sk }) => /PASSKEY/.test(`${String(pk)} ${String(sk)}`)),
  ).toEqual([]);
  expect(await code(enterBy(browser(), key))).toEqual([401, "PASSKEY_UNKNOWN"]);
  expect((await one.call("GET", "/me/passkeys")).status).toBe(401);
});
