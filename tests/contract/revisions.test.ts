import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, expect, test } from "vitest";
import { declaredHeaders } from "../architecture/walk.ts";
import { startIntegrations } from "../support/integrations/all.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, type Person, signUp } from "../support/world.ts";

const integrations = await startIntegrations();
afterAll(() => integrations.stop());
const world = await worldOfFile(integrations.ports);

type Answer = Record<string, unknown>;

interface Revised {
  body: (person: Person) => Promise<object>;
  objectIn?: (answer: Answer) => Answer;
  id?: string;
  /** Changes the object. Its answer holds it. */
  change?: [method: string, under: string, body: (created: Answer) => object];
  /** A change that takes no If-Match, and raises the revision. */
  raise?: [method: string, under: string, body: object];
  /** Where the object is shown, by its list or alone. */
  shown: (key: string, id: string) => Promise<Answer>;
}

const inList =
  (path: string, list: string, field = "id") =>
  async (key: string, id: string) => {
    const found = ((await ask(key, "GET", path)).body[list] as Answer[]).find((one) => one[field] === id);
    return found ?? {};
  };

const until = () => new Date(world.clock.now() + 3_600_000).toISOString();
const hook = { kind: "webhook", name: "Hook", url: "https://hooks.example.com/in/0123456" };

/** Every kind of object that a program creates, and can change or delete. */
const kinds: Record<string, Revised> = {
  "/access-key": {
    body: () => Promise.resolve({ name: "Agents of eu west" }),
    id: "keyId",
    raise: ["POST", "/rotate", { overlapHours: 1 }],
    shown: async (key, id) => (await ask(key, "GET", `/access-key/${id}`)).body,
  },
  "/channels": {
    body: () => Promise.resolve(hook),
    objectIn: ({ channel }) => channel as Answer,
    change: ["PUT", "", () => ({ name: "Hook", minimum: "info", on: false })],
    shown: inList("/channels", "channels"),
  },
  "/redis-cloud": {
    body: (person) => integrations.of["redis-cloud"].body(world, person),
    change: ["PUT", "", () => ({ name: "Renamed" })],
    shown: async (key, id) => (await ask(key, "GET", `/redis-cloud/${id}`)).body,
  },
  "/api/elasticache": {
    body: (person) => integrations.of.elasticache.body(world, person),
    id: "deploymentId",
    change: ["PUT", "", ({ roleArn, externalId }) => ({ roleArn, externalId })],
    shown: async (key, id) => (await ask(key, "GET", `/api/elasticache/${id}`)).body,
  },
  "/views": {
    body: () => Promise.resolve({ name: "Silent", shared: true, filter: "status:stale" }),
    change: ["PATCH", "", () => ({ name: "Renamed" })],
    shown: inList("/views", "views"),
  },
  "/rules": {
    body: () => Promise.resolve({ name: "Stores fill up", when: "util>80" }),
    change: ["PATCH", "", () => ({ for: 10 })],
    shown: inList("/rules", "rules"),
  },
  "/silences": {
    body: () =>
      Promise.resolve({ scope: { kind: "rule", rule: "unwell" }, until: until(), reason: "Upgrade" }),
    shown: inList("/silences", "silences"),
  },
};

/** A channel shows it to those who manage the organization alone. A built-in rule has none. */
const revisionIn = ({ revision, managed, own }: Answer): unknown =>
  revision ?? (managed as Answer | undefined)?.["revision"] ?? (own as Answer | undefined)?.["revision"];

async function ask(key: string, method: string, path: string, body?: object, revision?: number) {
  const headers = revision === undefined ? {} : { "if-match": `"${revision}"` };
  const answer = await call(world, method, path, { key, headers, ...(body && { body }) });
  const text = await answer.text();
  return { status: answer.status, body: (text === "" ? {} : JSON.parse(text)) as Answer };
}

/** Every row but what counts calls and use. */
async function everything() {
  const client = world.database.client();
  const { Items = [] } = await client.send(new ScanCommand({ TableName: world.database.tableName }));
  client.destroy();
  return Items.filter(({ pk }) => !/^(ATTEMPTS|AUDIT|TOKEN)/.test(pk?.S ?? ""));
}

async function program(): Promise<{ person: Person; key: string }> {
  const person = await signUp(world);
  return { person, key: (await createToken(world, person)).secret };
}

async function made(path: string, { body, id: field = "id", objectIn = (answer) => answer }: Revised) {
  const { person, key } = await program();
  const answer = await ask(key, "POST", path, await body(person));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const object = objectIn(answer.body);
  return { key, object, id: String(object[field]), first: Number(revisionIn(object)) };
}

test("OUT06 every route that changes or deletes what a program creates takes If-Match", () => {
  const taking = declaredHeaders(world.app, "if-match");
  for (const path of Object.keys(kinds)) {
    const parameter = path === "/access-key" ? "{keyId}" : "{id}";
    expect(taking, path).toContain(`DELETE ${path}/${parameter}`);
  }
  expect(taking.filter((route) => !route.startsWith("DELETE")).toSorted()).toEqual([
    "PATCH /rules/{id}",
    "PATCH /views/{id}",
    "PUT /api/elasticache/{id}",
    "PUT /api/elasticache/{id}/detailed-history",
    "PUT /assistants",
    "PUT /channels/{id}",
    "PUT /redis-cloud/{id}",
    "PUT /routes",
    "PUT /rules/{id}/changes",
    "PUT /tokens/{id}",
  ]);
});

test.each(Object.entries(kinds))(
  "OUT06 %s: a change or a deletion with another revision is answered 412 and changes nothing",
  async (path, kind) => {
    const { key, object, id, first } = await made(path, kind);
    expect(revisionIn(await kind.shown(key, id))).toBe(first);
    let now = first;
    const { change, raise } = kind;
    if (change) {
      const [method, under, body] = change;
      const changed = await ask(key, method, `${path}/${id}${under}`, body(object), first);
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      now = Number(revisionIn(changed.body));
      expect(now).toBeGreaterThan(first);
      const before = await everything();
      for (const wrong of [first, now + 1])
        expect(await ask(key, method, `${path}/${id}${under}`, body(object), wrong)).toMatchObject({
          status: 412,
          body: { code: "OUTDATED" },
        });
      expect(await everything()).toEqual(before);
      // Without If-Match it goes on as ever, and is counted.
      const again = await ask(key, method, `${path}/${id}${under}`, body(object));
      expect([again.status, revisionIn(again.body)]).toEqual([200, now + 1]);
      now += 1;
    }
    if (raise) {
      const [method, under, body] = raise;
      const raised = await ask(key, method, `${path}/${id}${under}`, body);
      expect(raised).toMatchObject({ status: 200, body: { revision: first + 1 } });
      now += 1;
    }
    expect(revisionIn(await kind.shown(key, id))).toBe(now);
    const before = await everything();
    for (const wrong of now === first ? [now + 1] : [first, now + 1])
      expect(await ask(key, "DELETE", `${path}/${id}`, undefined, wrong)).toMatchObject({
        status: 412,
        body: { code: "OUTDATED" },
      });
    expect(await everything()).toEqual(before);
    expect((await ask(key, "DELETE", `${path}/${id}`, undefined, now)).status).toBe(204);
  },
);

test.each(Object.entries(kinds).filter(([, { change }]) => change))(
  "OUT06 %s: of two changes at once with one revision, one is made",
  async (path, kind) => {
    const { key, object, id, first } = await made(path, kind);
    const [method, under, body] = kind.change ?? ["PUT", "", () => ({})];
    const answers = await Promise.all(
      [1, 2].map(() => ask(key, method, `${path}/${id}${under}`, body(object), first)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 412]));
    expect(revisionIn(await kind.shown(key, id))).toBe(first + 1);
  },
);

test("OUT06 detailed history of an AWS account goes by its revision too", async () => {
  const { key, id, first } = await made("/api/elasticache", kinds["/api/elasticache"] as Revised);
  const path = `/api/elasticache/${id}/detailed-history`;
  expect((await ask(key, "PUT", path, { on: false }, first + 1)).status).toBe(412);
  expect((await ask(key, "PUT", path, { on: false }, first)).status).toBe(200);
});

test("OUT06 an ended silence has another revision, and a wrong header is named", async () => {
  const { key, id, first } = await made("/silences", kinds["/silences"] as Revised);
  expect((await ask(key, "DELETE", `/silences/${id}`, undefined, first)).status).toBe(204);
  expect((await ask(key, "DELETE", `/silences/${id}`, undefined, first)).status).toBe(412);
  expect((await ask(key, "DELETE", `/silences/${id}`)).status).toBe(204);
  const answer = await call(world, "DELETE", `/silences/${id}`, { key, headers: { "if-match": "3" } });
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { details: string[] }).details[0]).toMatch(/must be a revision in quotes/);
});
