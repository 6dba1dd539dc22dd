import { longestPasskeyName, mostPasskeys } from "@shardwatch/core/contract/people/passkey-limits";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PersonsBrowser } from "../support/openid-world.ts";
import {
  addPasskey,
  arrived,
  askForNew,
  authenticator,
  enterBy,
  openLink,
  outcomeOf,
  passkeysOf,
  startPasskeyWorld,
  tryToAdd,
} from "../support/passkeys.ts";
import { everyRow } from "../support/rows.ts";
import { startWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await startPasskeyWorld();
});
afterEach(() => world.stop());

const minute = 60_000;
const code = async (answer: Promise<Response>) => await outcomeOf(await answer);
const ada = () => arrived(world, "ada@example.com");

/** The actions in the audit, with their results. */
async function audited(): Promise<string[]> {
  const rows = await everyRow(world);
  return rows.flatMap((row) =>
    /passkey/.test(String(row["do"])) ? [`${String(row["do"])} ${String(row["res"])}`] : [],
  );
}

describe("adding a passkey", () => {
  test("AMD21 it is listed with its name, host and time, and its adding is in the audit", async () => {
    const one = await ada();
    expect(await passkeysOf(one)).toEqual([]);
    const added = await addPasskey(one, authenticator(), " Ada's laptop ");
    expect(added).toEqual({
      id: expect.stringMatching(/^psk_[0-9a-z]{20}$/) as string,
      name: "Ada's laptop",
      host: "localhost",
      worksHere: true,
      createdAt: new Date(world.clock.now()).toISOString(),
      lastUsedAt: null,
    });
    expect(await passkeysOf(one)).toEqual([added]);
    expect(await audited()).toEqual(["account.passkeyAdded ok"]);
  });

  test("AMD21 the question asks for one that browsers find again, and tells authenticators no secret", async () => {
    const one = await ada();
    const key = authenticator();
    await addPasskey(one, key);
    const { id } = await one.user();
    const question = await askForNew(one);
    expect(question).toMatchObject({
      rp: { id: "localhost", name: "Shardwatch" },
      user: {
        id: Buffer.from(id).toString("base64url"),
        name: "ada@example.com",
        displayName: "ada@example.com",
      },
      authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
      attestation: "none",
      excludeCredentials: [{ type: "public-key" }],
    });
    expect(Buffer.from(question.challenge, "base64url")).toHaveLength(32);
  });

  test("AMD21 without a name it has that of the browser, and typed names are checked", async () => {
    const one = await ada();
    expect((await addPasskey(one, authenticator())).name).toBe("Passkey");
    world.clock.advance(1);
    const { id } = await addPasskey(one, authenticator(), "n".repeat(longestPasskeyName));
    for (const name of ["", " ", "n".repeat(longestPasskeyName + 1), "a\u202eb", "\u2800"])
      expect((await one.call("PATCH", `/me/passkeys/${id}`, { name })).status, name).toBe(400);
    const renamed = await one.call("PATCH", `/me/passkeys/${id}`, { name: "Key ring" });
    expect(await renamed.json()).toMatchObject({ id, name: "Key ring" });
    expect((await passkeysOf(one)).map(({ name }) => name)).toEqual(["Passkey", "Key ring"]);
  });

  test("R27 an answer of another page, to another person's question or to a former one is refused", async () => {
    const [one, other] = [await ada(), await arrived(world, "bob@example.com")];
    const refused = [409, "PASSKEY_REFUSED"];
    expect(await code(tryToAdd(one, authenticator({ origin: "https://evil.example" })))).toEqual(refused);
    const former = await askForNew(one);
    const others = await askForNew(other);
    await askForNew(one);
    for (const question of [former, others])
      expect(
        await code(one.call("POST", "/me/passkeys", { answer: authenticator().make(question) })),
      ).toEqual(refused);
    const question = await askForNew(one);
    const elsewhere = { ...question, rp: { ...question.rp, id: "other.example" } };
    expect(await code(one.call("POST", "/me/passkeys", { answer: authenticator().make(elsewhere) }))).toEqual(
      refused,
    );
    // The cookie of one person's question, with the session of another one.
    const answer = authenticator().make(await askForNew(one));
    other.cookies.set("shardwatch_passkey", one.cookies.get("shardwatch_passkey") ?? "");
    expect(await code(other.call("POST", "/me/passkeys", { answer }))).toEqual(refused);
    expect(await passkeysOf(one)).toEqual([]);
  });

  test("R27 an answer counts once, and for ten minutes", async () => {
    const one = await ada();
    const answer = authenticator().make(await askForNew(one));
    const copies = [one.copy(), one.copy(), one.copy()];
    const outcomes = await Promise.all(
      copies.map((copy) => code(copy.call("POST", "/me/passkeys", { answer }))),
    );
    expect(outcomes.filter((outcome) => outcome === 201)).toHaveLength(1);
    expect(await code(one.call("POST", "/me/passkeys", { answer }))).toEqual([409, "PASSKEY_KNOWN"]);
    expect(await passkeysOf(one)).toHaveLength(1);
    const late = authenticator().make(await askForNew(one));
    world.clock.advance(10 * minute + 1);
    expect(await code(one.call("POST", "/me/passkeys", { answer: late }))).toEqual([409, "PASSKEY_EXPIRED"]);
  });

  test("R27 a passkey is of one person: nobody else can add it", async () => {
    const key = authenticator();
    await addPasskey(await ada(), key);
    expect(await code(tryToAdd(await arrived(world, "bob@example.com"), key))).toEqual([
      409,
      "PASSKEY_KNOWN",
    ]);
  });

  test("AMD21 ten passkeys are the most, also when two requests compete for the last place", async () => {
    const one = await ada();
    for (let count = 1; count < mostPasskeys; count += 1) await addPasskey(one, authenticator());
    const [left, right] = [one.copy(), one.copy()];
    const answers = [
      { on: left, answer: authenticator().make(await askForNew(left)) },
      { on: right, answer: authenticator().make(await askForNew(right)) },
    ];
    const outcomes = await Promise.all(
      answers.map(({ on, answer }) => code(on.call("POST", "/me/passkeys", { answer }))),
    );
    expect(outcomes).toContain(201);
    expect(outcomes).toContainEqual([409, "TOO_MANY_PASSKEYS"]);
    expect(await passkeysOf(one)).toHaveLength(mostPasskeys);
    expect(await code(one.call("POST", "/me/passkeys/options"))).toEqual([409, "TOO_MANY_PASSKEYS"]);
  });

  test("AMD21 what an authenticator says about its maker is not read", async () => {
    const one = await ada();
    const answer = authenticator().make(await askForNew(one), ["packed", new Map([["x5c", "nothing"]])]);
    expect(await code(one.call("POST", "/me/passkeys", { answer }))).toBe(201);
  });
});

describe("R27 adding a passkey needs a fresh sign-in", () => {
  const again = [403, "SIGN_IN_AGAIN"];

  test("for 15 minutes after it; then nothing of the session makes a passkey, and another sign-in does", async () => {
    const one = await ada();
    const key = authenticator();
    await addPasskey(one, key);
    world.clock.advance(10 * minute);
    await one.user();
    const answer = authenticator().make(await askForNew(one));
    world.clock.advance(5 * minute + 1);
    await one.user();
    expect(await code(one.call("POST", "/me/passkeys/options"))).toEqual(again);
    expect(await code(one.call("POST", "/me/passkeys", { answer }))).toEqual(again);
    expect(await audited()).toContain("account.passkeyAdded SIGN_IN_AGAIN");
    expect(await code(enterBy(one, key))).toBe(204);
    await addPasskey(one, authenticator());
    world.clock.advance(15 * minute + 1);
    await openLink(world, one, "ada@example.com");
    await addPasskey(one, authenticator());
  });

  test("a stolen session alone, or beside the thief's own fresh sign-in, makes none", async () => {
    const one = await ada();
    const thief = await arrived(world, "eve@example.com");
    const alone = one.copy("shardwatch_session");
    expect(await code(alone.call("POST", "/me/passkeys/options"))).toEqual(again);
    thief.cookies.set("shardwatch_session", one.cookies.get("shardwatch_session") ?? "");
    expect(await code(thief.call("POST", "/me/passkeys/options"))).toEqual(again);
  });
});

describe("R27 removing a passkey", () => {
  const remove = (one: PersonsBrowser, id: string) => code(one.call("DELETE", `/me/passkeys/${id}`));
  const last = [409, "LAST_PASSKEY"];

  test("the last one that works here stays, until there is another one", async () => {
    const one = await ada();
    const first = await addPasskey(one, authenticator());
    const refused = await one.call("DELETE", `/me/passkeys/${first.id}`);
    expect(await refused.json()).toMatchObject({ code: "LAST_PASSKEY", message: /Add another one first/ });
    const second = await addPasskey(one, authenticator());
    expect(await remove(one, first.id)).toBe(204);
    expect(await remove(one, first.id)).toEqual([404, "NOT_FOUND"]);
    expect(await remove(one, second.id)).toEqual(last);
    expect((await passkeysOf(one)).map(({ id }) => id)).toEqual([second.id]);
    expect(await audited()).toContain("account.passkeyRemoved ok");
  });

  test("of two that are removed at once, one stays", async () => {
    const one = await ada();
    const both = [await addPasskey(one, authenticator()), await addPasskey(one, authenticator())];
    const outcomes = await Promise.all(both.map(({ id }) => remove(one, id)));
    expect(outcomes).toContain(204);
    expect(outcomes).toContainEqual(last);
    expect(await passkeysOf(one)).toHaveLength(1);
  });

  test("one of another host can always be removed, is no way in, and counts as none", async () => {
    const one = await ada();
    const key = authenticator();
    const { id: old } = await addPasskey(one, key);
    world.services.settings.webOrigin = "https://moved.example";
    expect((await passkeysOf(one))[0]).toMatchObject({ host: "localhost", worksHere: false });
    world.services.settings.webOrigin = "http://app.localhost:5173";
    const here = await addPasskey(one, authenticator({ origin: "http://app.localhost:5173" }));
    expect(here).toMatchObject({ host: "app.localhost", worksHere: true });
    expect(await remove(one, here.id)).toEqual(last);
    world.clock.advance(minute);
    expect(await code(enterBy(new PersonsBrowser(world), key))).toEqual([401, "PASSKEY_UNKNOWN"]);
    expect(await remove(one, old)).toBe(204);
    expect(await remove(one, here.id)).toEqual(last);
  });

  test("those of somebody else are not there: to see, rename or remove", async () => {
    const { id } = await addPasskey(await ada(), authenticator());
    const bob = await arrived(world, "bob@example.com");
    expect(await passkeysOf(bob)).toEqual([]);
    for (const each of [id, "psk_00000000000000000000", "made-up"]) {
      expect(await remove(bob, each)).toEqual([404, "NOT_FOUND"]);
      expect(await code(bob.call("PATCH", `/me/passkeys/${each}`, { name: "Mine" }))).toEqual([
        404,
        "NOT_FOUND",
      ]);
    }
  });
});

describe("AMD21 where there are no passkeys", () => {
  test.each(["http://shardwatch.example", "https://192.0.2.7", "http://[::1]:5173"])(
    "%s refuses them clearly, and removes those that there were",
    async (origin) => {
      const one = await ada();
      const { id } = await addPasskey(one, authenticator());
      world.services.settings.webOrigin = origin;
      const none = [409, "PASSKEYS_NOT_HERE"];
      expect(await code(one.call("POST", "/me/passkeys/options"))).toEqual(none);
      expect(await code(one.call("POST", "/sign-in/passkey/options"))).toEqual(none);
      expect(await passkeysOf(one)).toMatchObject([{ worksHere: false }]);
      expect(await code(one.call("DELETE", `/me/passkeys/${id}`))).toBe(204);
    },
  );

  test("a provider signs people in: every path answers as if it weren't there", async () => {
    const elsewhere = await startWorld();
    const one = new PersonsBrowser(elsewhere);
    const question = {
      challenge: "a".repeat(43),
      timeout: 1,
      rpId: "localhost",
      userVerification: "preferred",
    } as const;
    const answer = authenticator().sign(question);
    expect((await one.call("POST", "/sign-in/passkey/options")).status).toBe(404);
    expect((await one.call("POST", "/sign-in/passkey", answer)).status).toBe(404);
    await elsewhere.stop();
  });
});
