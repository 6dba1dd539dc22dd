import type { Tool } from "@shardwatch/core/assistants/tool";
import { tools } from "@shardwatch/core/assistants/tools";
import type { AuditedAction } from "@shardwatch/core/contract/people/audited-actions";
import type { Assistants } from "@shardwatch/core/contract/token/assistants";
import { afterAll, expect, test } from "vitest";
import { auditOf } from "../support/audit.ts";
import { appWith, countTool, switchAssistants, askTool } from "../support/assistants.ts";
import { commandLine } from "../support/personal-sessions.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { createToken } from "../support/tokens.ts";
import { call, createKey, join, type Person, signInAgain, signUp, startWorld } from "../support/world.ts";

const world = await startWorld();
afterAll(() => world.stop());
const hour = 3_600_000;

const settings = async (as: Person) =>
  (await (await call(world, "GET", "/assistants", { as })).json()) as Assistants;

/** The events of an action, newest first. */
async function eventsOf(as: Person, action: AuditedAction) {
  const { events } = await auditOf(world, await signInAgain(world, as));
  return events.filter((event) => event.action === action);
}

async function switchTo(as: Person, mayRead: boolean, revision?: number) {
  // Events of one moment have no order.
  world.clock.advance(1_000);
  const headers = revision === undefined ? {} : { "if-match": `"${revision}"` };
  return await call(world, "PUT", "/assistants", { as, body: { mayRead }, headers });
}

test("AMD18 assistants are off until a manager switches them on, and off again at the next call", async () => {
  const owner = await signUp(world);
  const { secret } = await createToken(world, owner, { scopes: ["read"] });
  const refused = await askTool(world, secret);
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { code: "ASSISTANTS_OFF", message: expect.stringContaining("Settings, Programs") },
  ]);
  expect(await settings(owner)).toEqual({ mayRead: false, used: [], revision: 0 });
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, owner);
  expect((await switchTo(viewer, true)).status).toBe(403);
  expect((await settings(viewer)).mayRead).toBe(false);
  expect(await (await switchTo(owner, true, 0)).json()).toEqual({ mayRead: true, used: [], revision: 1 });
  expect((await askTool(world, secret)).status).toBe(200);
  // Somebody else was faster.
  expect((await switchTo(owner, false, 0)).status).toBe(412);
  expect((await switchTo(owner, false, 1)).status).toBe(200);
  expect((await askTool(world, secret)).status).toBe(403);
  const events = await eventsOf(owner, "organization.assistantsSwitched");
  expect(events.map(({ result, changes }) => [result, changes])).toEqual([
    ["ok", [{ field: "assistantsMayRead", before: "yes", after: "no" }]],
    ["ok", [{ field: "assistantsMayRead", before: "no", after: "yes" }]],
    ["FORBIDDEN", []],
  ]);
});

test("AMD18 one organization's switch opens no other", async () => {
  const [owner, other] = [await signUp(world), await signUp(world)];
  await switchAssistants(world, owner);
  const { secret } = await createToken(world, other);
  expect((await askTool(world, secret)).status).toBe(403);
});

test("OUT05 a token needs the scope read, and a person's session reads as the person, until they leave", async () => {
  const owner = await signUp(world);
  await switchAssistants(world, owner);
  const { secret: narrow } = await createToken(world, owner, { scopes: ["metrics", "audit"] });
  const refused = await askTool(world, narrow);
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: "TOKEN_SCOPE" }]);
  const seen: unknown[] = [];
  const whoTool: Tool = {
    ...countTool,
    answer: async ({ actor }) => {
      seen.push(actor);
      return await Promise.resolve({ structured: { deployments: 0 } });
    },
  };
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, owner);
  const session = await commandLine(world, viewer, ["read"]);
  const own = [whoTool];
  expect((await askTool(world, session.secret, { tools: own })).status).toBe(200);
  expect(seen).toMatchObject([
    { kind: "member", accountId: viewer.accountId, organizationId: owner.organizationId, roles: ["VIEWER"] },
  ]);
  expect(
    (await askTool(world, (await commandLine(world, viewer, ["incidents"])).secret, { tools: own })).status,
  ).toBe(403);
  await call(world, "DELETE", `/me/organization/members/${viewer.accountId}`, { as: owner });
  expect((await askTool(world, session.secret, { tools: own })).status).toBe(401);
});

test("OUT05 use is stored once an hour for each tool, and is in the audit once a day for each token", async () => {
  const owner = await signUp(world);
  await switchAssistants(world, owner);
  const { secret, id } = await createToken(world, owner, { name: "Editor" });
  const second: Tool = { ...countTool, name: "count_again" };
  const two = [countTool, second];
  const writesOf = async (name: string) => {
    world.recorder.clear();
    expect((await askTool(world, secret, { tools: two, name })).status).toBe(200);
    return world.recorder.sent.filter(({ command }) => /Put|Update|Delete|Write/.test(command)).length;
  };
  await askTool(world, secret, { tools: two });
  expect(await writesOf(countTool.name)).toBe(0);
  world.clock.advance(1_000);
  expect(await writesOf(second.name)).toBe(1);
  expect(await writesOf(second.name)).toBe(0);
  const at = (secondsAgo: number) => new Date(world.clock.now() - secondsAgo * 1_000).toISOString();
  expect((await settings(owner)).used).toEqual([
    { tool: "count_again", at: at(0) },
    { tool: countTool.name, at: at(1) },
  ]);
  world.clock.advance(hour);
  // The last use of the token, and that of the tool.
  expect(await writesOf(countTool.name)).toBe(2);
  expect(await writesOf(countTool.name)).toBe(0);
  const events = () => eventsOf(owner, "token.usedByAssistant");
  expect(await events()).toMatchObject([{ object: { id, name: "Editor" }, actor: { kind: "token", id } }]);
  world.clock.advance(24 * hour);
  await Promise.all([askTool(world, secret), askTool(world, secret)]);
  expect(await events()).toHaveLength(2);
});

test("OUT05 a person's use is in the audit once a day, with the program", async () => {
  const owner = await signUp(world);
  await switchAssistants(world, owner);
  const { secret } = await commandLine(world, owner, ["read"]);
  for (let calls = 0; calls < 2; calls += 1) expect((await askTool(world, secret)).status).toBe(200);
  const events = await eventsOf(owner, "account.usedByAssistant");
  expect(events).toMatchObject([
    {
      actor: { kind: "person", id: owner.accountId },
      changes: [{ field: "client", after: "shardwatch on laptop" }],
    },
  ]);
});

test("OUT05 OUT11 each message takes from the limit of assistants, also one that asks for nothing", async () => {
  const owner = await signUp(world);
  await switchAssistants(world, owner);
  const { secret } = await createToken(world, owner);
  const app = appWith(world);
  const statuses: number[] = [];
  let last: Response | undefined;
  for (let calls = 0; calls < 61; calls += 1) {
    last = await app.request("/mcp", {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: "{}",
    });
    statuses.push(last.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 400), 429]);
  expect(last?.headers.get("ratelimit-policy")).toBe('"assistants";q=60;w=60');
  expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
  // Other calls have a limit of their own.
  expect((await call(world, "GET", "/deployments", { key: secret })).status).toBe(200);
});

interface Called {
  result: { isError?: boolean; content: object[] };
}

test("OUT05 at most two answers of an organization are made at once, and one that waits in vain says to try again", async () => {
  const owner = await signUp(world);
  await switchAssistants(world, owner);
  const { secret } = await createToken(world, owner);
  let [working, most] = [0, 0];
  const release = Promise.withResolvers<undefined>();
  const slow: Tool = {
    ...countTool,
    answer: async () => {
      working += 1;
      most = Math.max(most, working);
      await release.promise;
      working -= 1;
      return { structured: { deployments: 0 } };
    },
  };
  // Two work and twenty wait, so that one more is answered before all others.
  const asked = Array.from(
    { length: 23 },
    async () => (await askTool(world, secret, { tools: [slow] })).json() as Promise<Called>,
  );
  expect(await Promise.race(asked)).toMatchObject({
    result: { isError: true, content: [{ text: expect.stringMatching(/Try again in \d+ seconds/) }] },
  });
  release.resolve(undefined);
  const failed = (await Promise.all(asked)).filter(({ result }) => result.isError);
  expect(failed).toHaveLength(1);
  expect(most).toBe(2);
});

test("R19 no tool writes anything, but the use of the token and its event", async () => {
  const owner = await signUp(world);
  await switchAssistants(world, owner);
  const { compositeKey } = await createKey(world, owner);
  const report = reportOf(world, [reported("orders"), reported("carts")]);
  expect((await send(world, compositeKey, report)).status).toBe(202);
  const { secret } = await createToken(world, owner, { scopes: ["read"] });
  world.clock.advance(60_000);
  world.recorder.clear();
  for (const { name } of tools) expect((await askTool(world, secret, { tools, name })).status).toBe(200);
  const written = world.recorder.sent.filter(({ command }) => !/Get|Query/.test(command));
  const places = new Set(written.flatMap(({ partitions }) => partitions.map((pk) => pk.replace(/#.*/, ""))));
  expect([...places].toSorted()).toEqual(["AUDIT", "TOKEN"]);
});
