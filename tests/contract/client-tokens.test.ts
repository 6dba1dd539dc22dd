import { ScanCommand } from "@aws-sdk/client-dynamodb";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { afterAll, expect, test } from "vitest";
import { declaredAnswers, declaredScopes } from "../architecture/walk.ts";
import { auditOf } from "../support/audit.ts";
import { watchEvents } from "../support/event-writes.ts";
import { startIntegrations } from "../support/integrations/all.ts";
import { timeToLiveAttribute } from "@shardwatch/core/table/schema";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, join, type Person, signInAgain, signUp, type World } from "../support/world.ts";

const integrations = await startIntegrations();
afterAll(() => integrations.stop());
const world = await worldOfFile(integrations.ports);
const hour = 3_600_000;
const day = 24 * hour;

type Answer = Record<string, unknown>;

interface Repeatable {
  /** A body that creates something new. */
  body: (person: Person) => Promise<object>;
  /** What another body has. */
  other: object;
  /** The object in an answer. */
  objectIn?: (answer: Answer) => Answer;
  id?: string;
  /** The fields of an answer that are shown once, and the body that rotates them. */
  secret?: { field: string; rotation: object };
  /** A change that renames it. */
  change?: { method: string; body: object };
  /** What is gone is created anew. A silence stays for a day after its end. */
  staysAfterDeletion?: true;
}

let names = 0;
const name = () => `Object ${++names}`;
const account = (source: "redis-cloud" | "elasticache") => (person: Person) =>
  integrations.of[source].body(world, person);
const until = () => new Date(world.clock.now() + hour).toISOString();

/** Every route that creates something and takes a token. */
const routes: Record<string, Repeatable> = {
  "POST /access-key": {
    body: () => Promise.resolve({ name: name() }),
    other: { expiresInDays: 30 },
    id: "keyId",
    secret: { field: "compositeKey", rotation: { overlapHours: 0 } },
  },
  "POST /channels": {
    body: () =>
      Promise.resolve({ kind: "webhook", name: name(), url: "https://hooks.example.com/in/0123456" }),
    other: { minimum: "critical" },
    objectIn: ({ channel }) => channel as Answer,
    secret: { field: "secret", rotation: { hours: 0 } },
    change: { method: "PUT", body: { name: "Renamed", minimum: "info", on: false } },
  },
  "POST /redis-cloud": {
    body: account("redis-cloud"),
    other: { name: "Another" },
    change: { method: "PUT", body: { name: "Renamed" } },
  },
  "POST /api/elasticache": {
    body: account("elasticache"),
    other: { externalId: "another" },
    id: "deploymentId",
  },
  "POST /views": {
    body: () => Promise.resolve({ name: name(), shared: true, filter: "status:stale" }),
    other: { filter: "status:active" },
    change: { method: "PATCH", body: { name: "Renamed" } },
  },
  "POST /rules": {
    body: () => Promise.resolve({ name: name(), when: "util>80" }),
    other: { when: "util>90" },
    change: { method: "PATCH", body: { name: "Renamed" } },
  },
  "POST /silences": {
    body: () => Promise.resolve({ scope: { kind: "rule", rule: "unwell" }, until: until(), reason: name() }),
    other: { reason: "Another" },
    staysAfterDeletion: true,
  },
};

/** Creating again is no second object: it is named by what it says. */
const namedByThemselves = ["POST /patched-versions"];

const cases = Object.entries(routes).map(([route, one]) => {
  const [, path = ""] = route.split(" ");
  const { id: field = "id", objectIn = (answer: Answer) => answer } = one;
  return { ...one, route, path, idIn: (answer: Answer) => String(objectIn(answer)[field]), objectIn };
});

async function program(): Promise<{ person: Person; key: string }> {
  const person = await signUp(world);
  const { secret } = await createToken(world, person);
  // Its first use is stored once.
  await call(world, "GET", "/views", { key: secret });
  return { person, key: secret };
}

async function ask(key: string, path: string, body?: object, method = "POST", on: World = world) {
  const answer = await call(on, method, path, { key, ...(body && { body }) });
  const text = await answer.text();
  return { status: answer.status, body: (text === "" ? {} : JSON.parse(text)) as Answer };
}

/** Every row, by its key. */
async function everything() {
  const client = world.database.client();
  const { Items = [] } = await client.send(new ScanCommand({ TableName: world.database.tableName }));
  client.destroy();
  return Object.fromEntries(Items.map((item) => [`${item["pk"]?.S} ${item["sk"]?.S}`, item]));
}

const clientTokensOf = async (person: Person) =>
  await world.services.table.queryAll({ pk: `ORG#${person.organizationId}`, prefix: "CLIENTTOKEN#" });

test("OUT06 every route that creates something for a program is tested here", () => {
  const created = declaredAnswers(world.app, "post", "201");
  const scopes = declaredScopes(world.app);
  const open = created.filter((route) => scopes.get(route) !== null && scopes.get(route) !== undefined);
  expect(open.toSorted()).toEqual(Object.keys(routes).toSorted());
  for (const route of namedByThemselves) expect(scopes.get(route), route).not.toBeNull();
});

for (const { route, path, idIn, objectIn, other, secret, change, staysAfterDeletion, ...one } of cases) {
  test(`OUT06 ${route}: the same call again answers 200 with the same object and writes nothing; another body 409`, async () => {
    const { person, key } = await program();
    const body = { ...(await one.body(person)), clientToken: "infra/main".replace("/", ":") };
    const first = await ask(key, path, body);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const before = await everything();
    const reordered = Object.fromEntries(Object.entries(body).toReversed());
    const again = await ask(key, path, reordered);
    expect(again.status, JSON.stringify(again.body)).toBe(200);
    expect(objectIn(again.body)).toMatchObject(
      secret ? { [one.id ?? "id"]: idIn(first.body) } : objectIn(first.body),
    );
    expect(await everything()).toEqual(before);

    const refused = await ask(key, path, { ...body, ...other });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "CLIENT_TOKEN_USED", details: ["clientToken: was used with another body"] },
    });
    // The web calls without one, and creates each time.
    if (route === "POST /access-key") {
      const { clientToken: _, ...plain } = body;
      expect((await ask(key, path, plain)).status).toBe(201);
    }
  });

  test(`OUT06 ${route}: of two calls at once one creates, and the other finds it`, async () => {
    const { person, key } = await program();
    const body = { ...(await one.body(person)), clientToken: "at-once" };
    const answers = await Promise.all([ask(key, path, body), ask(key, path, body)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect(new Set(answers.map((answer) => idIn(answer.body))).size).toBe(1);
    const { events } = await auditOf(world, person);
    const created = events.filter(({ object }) => object.id === idIn(answers[0]?.body ?? {}));
    expect(created.map(({ action }) => action)).toEqual([expect.stringMatching(/\.created$/)]);
  });

  test(`OUT06 ${route}: the client token is stored with the object in one transaction, or not at all`, async () => {
    const { person, key } = await program();
    const body = { ...(await one.body(person)), clientToken: "a-crash" };
    const cut = watchEvents(world, { cut: true });
    expect((await ask(key, path, body, "POST", cut.world)).status).toBe(500);
    expect(await clientTokensOf(person)).toEqual([]);
    const whole = watchEvents(world);
    expect((await ask(key, path, body, "POST", whole.world)).status).toBe(201);
    expect(whole.writes[0]?.changes.filter((row) => row.includes(" CLIENTTOKEN#"))).toHaveLength(1);
    expect((await ask(key, path, body)).status).toBe(200);
  });

  test(`OUT06 ${route}: another organization's client token is another one, and a wrong one is named`, async () => {
    const [own, foreign] = [await program(), await program()];
    const clientToken = "shared-by-chance";
    const mine = await ask(own.key, path, { ...(await one.body(own.person)), clientToken });
    const theirs = await ask(foreign.key, path, { ...(await one.body(foreign.person)), clientToken });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(idIn(theirs.body)).not.toBe(idIn(mine.body));
    for (const wrong of ["", "a".repeat(65), "two words", "é", "a/b", "a\n", 7, null]) {
      const { status, body } = await ask(own.key, path, {
        ...(await one.body(own.person)),
        clientToken: wrong,
      });
      expect(status, String(wrong)).toBe(400);
      expect((body as unknown as ProblemBody).details?.[0]).toMatch(/^clientToken: /);
    }
  });

  test(`OUT06 ${route}: the object is answered as it is now, and once it is gone the client token is free`, async () => {
    const { person, key } = await program();
    const body = { ...(await one.body(person)), clientToken: "for-life" };
    const id = idIn((await ask(key, path, body)).body);
    if (change) {
      expect((await ask(key, `${path}/${id}`, change.body, change.method)).status).toBe(200);
      expect(objectIn((await ask(key, path, body)).body)).toMatchObject({ id });
      expect(JSON.stringify((await ask(key, path, body)).body)).toContain('"Renamed"');
    }
    expect((await ask(key, `${path}/${id}`, undefined, "DELETE")).status).toBe(204);
    const again = await ask(key, path, body);
    expect(again.status, JSON.stringify(again.body)).toBe(staysAfterDeletion ? 200 : 201);
    expect(idIn(again.body) === id).toBe(staysAfterDeletion === true);
    expect((await ask(key, path, body)).status).toBe(200);
  });

  if (secret)
    test(`OUT06 ${route}: the repeat has no secret, and names the rotation that gives a new one`, async () => {
      const { person, key } = await program();
      const body = { ...(await one.body(person)), clientToken: "a-secret" };
      const first = await ask(key, path, body);
      const shown = String(first.body[secret.field]);
      const again = await ask(key, path, body);
      expect(again.body).not.toHaveProperty(secret.field);
      expect(JSON.stringify(again.body)).not.toContain(shown);
      const rotated = await ask(key, String(again.body["rotate"]), secret.rotation);
      expect(rotated.status).toBe(200);
      expect(rotated.body[secret.field]).not.toBe(shown);
      expect((await ask(key, path, body)).body).not.toHaveProperty(secret.field);
    });
}

test("OUT06 a client token is remembered for a year after its last use, which is stored once a month", async () => {
  const person = await signUp(world);
  const body = { name: name(), clientToken: "monthly" };
  const repeat = async () =>
    (await call(world, "POST", "/access-key", { as: await signInAgain(world, person), body })).status;
  const ends = async () =>
    (await clientTokensOf(person)).map((row) => Number(row[timeToLiveAttribute]) * 1_000 - world.clock.now());
  expect(await repeat()).toBe(201);
  world.clock.advance(29 * day);
  expect(await repeat()).toBe(200);
  expect((await ends())[0]).toBeLessThan(372 * day);
  world.clock.advance(2 * day);
  expect(await repeat()).toBe(200);
  expect((await ends())[0]).toBeGreaterThan(399 * day);
});

test("OUT06 what a person has created by a client token, no program and no other person meets", async () => {
  const { person, key } = await program();
  const other = await signUp(world);
  await join(world, other, person);
  const body = { name: "eu west", clientToken: "agents:eu-west" };
  const before = await call(world, "POST", "/access-key", { as: await signInAgain(world, other), body });
  expect(before.status).toBe(201);
  const squatted = ((await before.json()) as Answer)["keyId"];
  const made = await ask(key, "/access-key", body);
  expect([made.status, made.body["keyId"] === squatted]).toEqual([201, false]);
  expect(await ask(key, "/access-key", body)).toMatchObject({
    status: 200,
    body: { keyId: made.body["keyId"] },
  });
  // Another API token of the organization goes on.
  const { secret: next } = await createToken(world, await signInAgain(world, person));
  expect(await ask(next, "/access-key", body)).toMatchObject({
    status: 200,
    body: { keyId: made.body["keyId"] },
  });
});

test("OUT06 people use client tokens too; a view that nobody else sees takes none", async () => {
  const person = await signUp(world);
  const body = { name: "Mine", clientToken: "one" };
  const answer = await call(world, "POST", "/views", { as: person, body });
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as ProblemBody).details?.[0]).toMatch(/^clientToken: /);
  const shared = { ...body, shared: true };
  const statuses = [];
  for (let count = 0; count < 2; count += 1)
    statuses.push((await call(world, "POST", "/views", { as: person, body: shared })).status);
  expect(statuses).toEqual([201, 200]);
});

test("OUT06 a patched version is named by itself: saying it again answers the same and writes nothing", async () => {
  const { key } = await program();
  const version = { engine: "redis", version: "7.2.4" };
  const first = await ask(key, "/patched-versions", version);
  expect(first.status).toBe(200);
  const before = await everything();
  expect(await ask(key, "/patched-versions", version)).toEqual(first);
  expect(await everything()).toEqual(before);
});
