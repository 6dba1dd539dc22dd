import type { AuditPage } from "@shardwatch/core/contract/people/audit";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { whyManaged } from "@shardwatch/core/contract/source/rights";
import { mostTokens } from "@shardwatch/core/contract/token/limits";
import type { ApiToken } from "@shardwatch/core/contract/token/token";
import { day, hour } from "@shardwatch/core/kit/time";
import type { ManagedToken } from "@shardwatch/core/programs/managed";
import { manageByFile } from "@shardwatch/server/configuration/manage";
import { expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { applyFile, entry, makeToken, memberOf } from "../support/managed.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, type Person, signInAgain } from "../support/world.ts";

const world = await worldOfFile();
const { services } = world;

/** Applies a file with these tokens in the organization of an entry. */
const apply = (entryId: string, ...tokens: ManagedToken[]) =>
  applyFile(services, [entry(entryId, { tokens })]);

const nothing = { created: 0, changed: 0, removed: 0, failures: [] };

async function ask(person: Person, method: string, path: string, body?: unknown): Promise<Response> {
  const as = await signInAgain(world, person);
  return await call(world, method, path, { as, ...(body !== undefined && { body }) });
}

async function listed(person: Person): Promise<ApiToken[]> {
  return ((await (await ask(person, "GET", "/tokens")).json()) as { tokens: ApiToken[] }).tokens;
}

/** The status of a look with a token. */
const statusOf = async (secret: string, path = "/deployments", from?: string) =>
  (await call(world, "GET", path, { key: secret, ...(from !== undefined && { from }) })).status;

/** What an agent of the thief, or the person who found the token, does. */
const end = async (secret: string) =>
  expect((await call(world, "DELETE", "/token", { key: secret })).status).toBe(204);

test("OUT01 SLF03 a program reads with a token whose digest is in the file, and the same file writes nothing", async () => {
  const { secret, token } = makeToken(world, { networks: ["192.0.2.0/24"] });
  expect(await apply("reading", token)).toEqual({ ...nothing, created: 1 });
  expect(await statusOf(secret, "/deployments", "192.0.2.7")).toBe(200);
  expect(await statusOf(secret, "/deployments", "198.51.100.1")).toBe(403);
  expect(await statusOf(secret, "/audit", "192.0.2.7")).toBe(403);
  const ada = await memberOf(world, "reading");
  const { id, name, scopes, networks } = token;
  expect(await listed(ada)).toMatchObject([
    {
      id,
      name,
      scopes,
      networks,
      createdBy: "file",
      managedBy: "file",
      lastUsed: { network: "192.0.2.7" },
    },
  ]);
  expect(Date.parse((await listed(ada))[0]?.expiresAt ?? "")).toBe(token.expiresAt);
  world.recorder.clear();
  expect(await apply("reading", token)).toEqual(nothing);
  expect(world.recorder.sent.filter(({ writeUnits }) => writeUnits > 0)).toEqual([]);
});

test("OUT01 SLF03 nobody changes, rotates or revokes a token of the file", async () => {
  const { secret, token } = makeToken(world);
  await apply("closed", token);
  const admin = await memberOf(world, "closed");
  const { name, scopes, networks } = token;
  for (const [method, path, body] of [
    ["PUT", `/tokens/${token.id}`, { name: "Another name", scopes, networks }],
    ["POST", `/tokens/${token.id}/rotate`, {}],
    ["DELETE", `/tokens/${token.id}/former-secret`],
    ["DELETE", `/tokens/${token.id}`],
  ] as const) {
    const answer = await ask(admin, method, path, body);
    const { code, message } = (await answer.json()) as ProblemBody;
    expect([answer.status, code, message], path).toEqual([409, "MANAGED_BY_FILE", whyManaged]);
  }
  expect(await listed(admin)).toMatchObject([{ name, revision: 1, rotation: null }]);
  expect(await statusOf(secret)).toBe(200);
});

test("OUT01 SLF03 a token follows the file, and its former secret works for a day", async () => {
  const first = makeToken(world);
  await apply("moving", first.token);
  const ada = await memberOf(world, "moving");
  const expiresAt = first.token.expiresAt + 30 * day;
  const wanted = { ...first.token, name: "Pipeline", scopes: ["audit" as const], expiresAt };
  expect(await apply("moving", wanted)).toEqual({ ...nothing, changed: 1 });
  expect(await listed(ada)).toMatchObject([
    { name: "Pipeline", scopes: ["audit"], expiresAt: new Date(expiresAt).toISOString(), revision: 2 },
  ]);
  expect([await statusOf(first.secret), await statusOf(first.secret, "/audit")]).toEqual([403, 200]);

  const next = makeToken(world, wanted);
  expect(await apply("moving", next.token)).toEqual({ ...nothing, changed: 1 });
  expect(await apply("moving", next.token)).toEqual(nothing);
  for (const { secret } of [first, next]) expect(await statusOf(secret, "/audit")).toBe(200);
  world.clock.advance(day);
  expect([await statusOf(first.secret, "/audit"), await statusOf(next.secret, "/audit")]).toEqual([401, 200]);

  const events = (await (await ask(ada, "GET", "/audit?actor=file")).json()) as AuditPage;
  const ofToken = events.events.filter(({ action }) => action.startsWith("token."));
  expect(ofToken.map(({ action }) => action).toSorted()).toEqual([
    "token.changed",
    "token.created",
    "token.rotated",
  ]);

  // An end that is moved to the past ends it at once.
  await apply("moving", { ...next.token, expiresAt: world.clock.now() - hour });
  expect(await statusOf(next.secret, "/audit")).toBe(401);
});

test("OUT01 SLF03 a token that the file has no longer is revoked, one in another entry moves, and those of people stay", async () => {
  const [kept, gone] = [makeToken(world), makeToken(world)];
  await apply("shrinking", kept.token, gone.token);
  const ada = await memberOf(world, "shrinking");
  const own = await createToken(world, await signInAgain(world, ada));
  expect(await apply("shrinking", kept.token)).toEqual({ ...nothing, removed: 1 });
  expect([await statusOf(gone.secret), await statusOf(kept.secret), await statusOf(own.secret)]).toEqual([
    401, 200, 200,
  ]);

  const both = [entry("shrinking"), entry("growing", { tokens: [kept.token] })];
  expect(await applyFile(services, both)).toMatchObject({ created: 1, removed: 1, failures: [] });
  expect(await statusOf(kept.secret)).toBe(200);
  expect((await listed(await memberOf(world, "growing"))).map(({ id }) => id)).toEqual([kept.token.id]);
  expect((await listed(ada)).map(({ id }) => id)).toEqual([own.id]);

  await applyFile(services, []);
  expect([await statusOf(kept.secret), await statusOf(own.secret)]).toEqual([401, 200]);
});

test("OUT01 SLF03 a token of the file that its holder has ended stays dead, also when its entry goes and comes back", async () => {
  const first = makeToken(world);
  await apply("found", first.token);
  await end(first.secret);
  expect(await statusOf(first.secret)).toBe(401);
  for (const tokens of [[first.token], [], [first.token]]) {
    const { created, failures } = await apply("found", ...tokens);
    expect(created).toBe(0);
    expect(failures.map(({ path, code, isLasting }) => [path, code, isLasting])).toEqual(
      tokens.map(() => ["organizations[0].tokens[0]", "TOKEN_ENDED", true]),
    );
    expect(await statusOf(first.secret)).toBe(401);
  }
  const { failures } = await apply("found", first.token);
  expect(failures[0]?.reason).toBe(
    "Somebody who held this token has ended it. Make another one with keygen, and put its digest here.",
  );

  // Another secret of the same id is another token.
  const second = makeToken(world, first.token);
  expect(await apply("found", second.token)).toMatchObject({ created: 1, failures: [] });
  expect(await statusOf(second.secret)).toBe(200);

  // The former secret of two ends alone. A file that goes back to it brings nothing to life.
  const third = makeToken(world, first.token);
  await apply("found", third.token);
  await end(second.secret);
  expect([await statusOf(second.secret), await statusOf(third.secret)]).toEqual([401, 200]);
  expect((await apply("found", second.token)).failures).toMatchObject([{ code: "TOKEN_ENDED" }]);
  expect([await statusOf(second.secret), await statusOf(third.secret)]).toEqual([401, 200]);
});

test("OUT01 SLF03 a token whose end is past is not created, and says so; one that ends too late neither", async () => {
  const now = world.clock.now();
  const past = makeToken(world, { expiresAt: Date.parse("2020-02-01T00:00:00Z") });
  const late = makeToken(world, { expiresAt: now + 366 * day + 1 });
  const last = makeToken(world, { expiresAt: now + 366 * day });
  const { created, failures } = await apply("ends", past.token, late.token, last.token);
  expect(created).toBe(1);
  expect(failures).toMatchObject([
    {
      path: "organizations[0].tokens[0]",
      code: "TOKEN_EXPIRED",
      reason:
        "This token ended Feb 1, 2020, 00:00 UTC, so it was not created. Remove the entry, or make another token with keygen.",
      isLasting: true,
    },
    { path: "organizations[0].tokens[1]", code: "TOKEN_END", isLasting: false },
  ]);
  const statuses = [past, late, last].map(({ secret }) => statusOf(secret));
  expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
});

test("OUT01 SLF03 a token that people made is refused, and so is one of another organization, and one too many", async () => {
  await apply("greedy");
  const ada = await memberOf(world, "greedy");
  const own = await createToken(world, ada);
  const taken = makeToken(world, { id: own.id });
  expect((await apply("greedy", taken.token)).failures).toMatchObject([
    { path: "organizations[0].tokens[0]", code: "MADE_BY_HAND", isLasting: false },
  ]);
  await applyFile(services, [entry("greedy"), entry("other")]);
  const elsewhere = await applyFile(services, [entry("greedy"), entry("other", { tokens: [taken.token] })]);
  expect(elsewhere.failures).toMatchObject([{ path: "organizations[1].tokens[0]", code: "TOKEN_ELSEWHERE" }]);
  expect(await statusOf(own.secret)).toBe(200);
  const many = Array.from({ length: mostTokens }, () => makeToken(world).token);
  const { created, failures } = await apply("greedy", ...many);
  expect([created, failures.map(({ code }) => code)]).toEqual([mostTokens - 1, ["TOO_MANY_TOKENS"]]);
});

test("OUT01 SLF03 a token of the file goes on in an organization that its last member has left", async () => {
  const { secret, token } = makeToken(world);
  await apply("left", token);
  const ada = await memberOf(world, "left");
  const own = await createToken(world, ada);
  const root = await superAdmin(world);
  expect((await ask(root, "DELETE", `/accounts/${ada.accountId}`)).status).toBe(204);
  expect([await statusOf(secret), await statusOf(own.secret)]).toEqual([200, 401]);
});

test("OUT01 SLF03 a token that nothing helps is no reason to try the file again every five minutes", async () => {
  const { token } = makeToken(world, { expiresAt: world.clock.now() - day });
  const file = { hash: "tokens", organizations: [entry("again", { tokens: [token] })] };
  const before = world.logLines.length;
  const management = await manageByFile(services, () => file, 1);
  management.begin();
  const applied = () =>
    world.logLines.slice(before).filter((line) => line.includes('"configuration file applied"'));
  await expect.poll(() => applied().length).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(applied()).toHaveLength(2);
  expect(world.logLines.slice(before).join()).toContain("so it was not created");
  await management.stop(1_000);
});
