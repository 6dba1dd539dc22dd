import { ScanCommand } from "@aws-sdk/client-dynamodb";
import type {
  DeviceLogin,
  GrantedSession,
  PersonalSession,
} from "@shardwatch/core/contract/people/device-login";
import { allScopes, opens, type TokenScope } from "@shardwatch/core/contract/token/scopes";
import { signInAccount } from "@shardwatch/core/account/sign-in";
import { formatPersonal } from "@shardwatch/core/kit/composite-key";
import { loginLimits } from "@shardwatch/core/personal-session/login";
import { list } from "@shardwatch/core/personal-session/personal-session";
import { expect, test } from "vitest";
import { declaredScopes } from "../architecture/walk.ts";
import { auditOf } from "../support/audit.ts";
import { beginLogin, collectLogin, commandLine } from "../support/personal-sessions.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, join, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const day = 24 * 3_600_000;

const get = async (key: string, path = "/deployments") => (await call(world, "GET", path, { key })).status;
const decide = (as: Person, body: object) => call(world, "POST", "/device-logins/decision", { as, body });
const inspect = (as: Person, code: string, from = "192.0.2.7") =>
  call(world, "POST", "/device-logins/look", { as, body: { code }, from });
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

async function sessionsOf(as: Person): Promise<PersonalSession[]> {
  const answer = await call(world, "GET", "/command-line-sessions", { as: await signInAgain(world, as) });
  return ((await answer.json()) as { sessions: PersonalSession[] }).sessions;
}

test("OUT14 a person compares the code, ticks scopes, and the command line gets a session of theirs, once", async () => {
  const person = await signUp(world);
  const started = await beginLogin(world, { scopes: ["read", "channels"] });
  expect(started.userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(started.verificationUrlComplete).toBe(`http://localhost:5173/device#${started.userCode}`);
  expect([started.expiresInSeconds, started.intervalSeconds]).toEqual([600, 5]);
  const typed = started.userCode.toLowerCase().replace("-", " ");
  expect((await (await inspect(person, typed)).json()) as DeviceLogin).toMatchObject({
    code: started.userCode,
    client: "shardwatch on laptop",
    network: "192.0.2.7",
    isElsewhere: false,
    scopes: ["read", "channels"],
  });
  const elsewhere = await inspect(person, typed, "198.51.100.1");
  expect(((await elsewhere.json()) as DeviceLogin).isElsewhere).toBe(true);
  expect(await codeOf(await collectLogin(world, started.deviceCode))).toBe("AUTHORIZATION_PENDING");
  expect((await decide(person, { code: typed, allow: true, scopes: ["incidents", "read"] })).status).toBe(
    204,
  );
  const granted = await collectLogin(world, started.deviceCode);
  const session = (await granted.json()) as Record<string, string>;
  const { secret = "" } = session;
  expect(session).toMatchObject({ scopes: ["read", "incidents"], email: person.identity.email });
  expect(secret).toMatch(/^sw_cli_[0-9a-z]{26}_[0-9A-Za-z]{49}$/);
  expect(await codeOf(await collectLogin(world, started.deviceCode))).toBe("EXPIRED_TOKEN");
  expect([await get(secret), await get(secret, "/channels")]).toEqual([200, 403]);
  const client = world.database.client();
  const { Items } = await client.send(new ScanCommand({ TableName: world.database.tableName }));
  client.destroy();
  const inside = secret.slice(34, 77);
  expect(JSON.stringify(Items) + world.logLines.join()).not.toContain(inside);
  const { events } = await auditOf(world, await signInAgain(world, person));
  expect(events.map(({ action }) => action)).toContain("account.commandLineAllowed");
});

test("OUT14 a command line that asks too often is slowed down, a refusal and an expiry end it", async () => {
  const person = await signUp(world);
  const first = await beginLogin(world);
  const codes: string[] = [];
  for (const wait of [0, 1_000, 5_000]) {
    world.clock.advance(wait);
    codes.push(await codeOf(await collectLogin(world, first.deviceCode)));
  }
  expect(codes).toEqual(["AUTHORIZATION_PENDING", "SLOW_DOWN", "AUTHORIZATION_PENDING"]);
  expect((await decide(person, { code: first.userCode, allow: false })).status).toBe(204);
  // What is decided stays so.
  expect((await decide(person, { code: first.userCode, allow: true, scopes: ["read"] })).status).toBe(404);
  expect(await codeOf(await collectLogin(world, first.deviceCode))).toBe("ACCESS_DENIED");
  const second = await beginLogin(world);
  world.clock.advance(600_000);
  expect(await codeOf(await collectLogin(world, second.deviceCode))).toBe("EXPIRED_TOKEN");
  expect((await inspect(await signInAgain(world, person), second.userCode)).status).toBe(404);
  // The secret of another request opens nothing, with a right code of the person.
  const [third, fourth] = [await beginLogin(world), await beginLogin(world)];
  const mixed = `${third.userCode}.${fourth.deviceCode.split(".")[1]}`;
  expect(await codeOf(await collectLogin(world, mixed))).toBe("EXPIRED_TOKEN");
});

test("OUT14 five wrong codes are the most, also at once, and one network begins so many requests", async () => {
  const person = await signUp(world);
  const { userCode } = await beginLogin(world);
  const tries = Array.from({ length: 8 }, () => inspect(person, "BBBB-BBBB"));
  const statuses = (await Promise.all(tries))
    .map(({ status }) => status)
    .toSorted((one, other) => one - other);
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
  const refused = await inspect(person, userCode);
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await decide(person, { code: userCode, allow: true, scopes: ["read"] })).status).toBe(429);
  expect((await inspect(await signUp(world), userCode)).status).toBe(200);
  const body = { client: "flood" };
  const begin = () => call(world, "POST", "/device-logins", { body, from: "198.51.100.9" });
  for (let count = 0; count < loginLimits.begun; count += 1) expect((await begin()).status).toBe(201);
  expect((await begin()).status).toBe(429);
});

test("OUT14 AMD16 R23 rights are those of the person and of the ticked scopes, at each request", async () => {
  const [owner, viewer] = [await signUp(world), await signUp(world, {}, ["VIEWER"])];
  await join(world, viewer, owner);
  const all = await commandLine(world, await signInAgain(world, viewer), allScopes);
  // Managing needs the role, whatever is ticked.
  expect(await get(all.secret, "/audit")).toBe(403);
  expect(await get(all.secret)).toBe(200);
  for (const scope of allScopes) {
    const { secret } = await commandLine(world, await signInAgain(world, owner), [scope]);
    for (const [name, needed] of declaredScopes(world.app)) {
      const [method = "", path = ""] = name.split(" ");
      if (method !== "GET" || path.includes("{") || needed === null) continue;
      const { status } = await call(world, method, path, { key: secret });
      const isOpen = opens([scope], needed as TokenScope);
      expect(status === 403, `${scope}: ${name} ${status}`).toBe(!isOpen);
      world.clock.advance(1_000);
    }
  }
  // No session makes, lists or changes tokens and people, and none makes another session.
  const { secret } = await commandLine(world, await signInAgain(world, owner), allScopes);
  const { userCode } = await beginLogin(world);
  for (const [method, path, body] of [
    ["GET", "/tokens", undefined],
    ["POST", "/tokens", { name: "More", scopes: ["read"] }],
    ["GET", "/me/organization/members", undefined],
    ["GET", "/command-line-sessions", undefined],
    ["POST", "/device-logins/decision", { code: userCode, allow: true, scopes: ["read"] }],
  ] as const)
    expect((await call(world, method, path, { key: secret, body })).status, path).toBe(403);
});

test("AMD16 a super admin's command line reads no other organization", async () => {
  const [root, other] = [await signUp(world, {}, ["SUPER_ADMIN"]), await signUp(world)];
  const { secret } = await commandLine(world, root, allScopes);
  for (const path of [
    "/deployments?organizationId",
    "/audit?organizationId",
    "/metrics?org",
    "/incidents?organizationId",
  ])
    expect(await get(secret, `${path}=${other.organizationId}`), path).toBe(403);
  expect([await get(secret), await get(secret, "/audit")]).toEqual([200, 200]);
  const body = { name: "Mine", shared: true };
  expect((await call(world, "POST", "/views", { key: secret, body })).status).toBe(201);
  expect((await call(world, "POST", "/access-key", { key: secret, body: { name: "Pipeline" } })).status).toBe(
    201,
  );
});

test("AMD16 a session that may only read learns no more of the rules than a token", async () => {
  const owner = await signUp(world);
  const said = async (key: string) => await (await call(world, "GET", "/rules", { key })).text();
  const [{ secret }, token] = [
    await commandLine(world, owner, ["read"]),
    await createToken(world, owner, { scopes: ["read"] }),
  ];
  expect(await said(secret)).toBe(await said(token.secret));
  const seen = await call(world, "GET", "/rules", { as: owner });
  expect(await seen.text()).not.toBe(await said(secret));
});

test("OUT14 a person has twenty sessions at most, and those that are over don't count", async () => {
  const person = await signUp(world);
  const started = [];
  for (let count = 0; count < 22; count += 1) {
    const login = await beginLogin(world, { from: "203.0.113.5" });
    const body = { code: login.userCode, allow: true, scopes: ["read"] };
    expect((await decide(person, body)).status).toBe(204);
    started.push(login);
  }
  const answers = await Promise.all(started.map(({ deviceCode }) => collectLogin(world, deviceCode)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(20);
  while ((await sessionsOf(person)).length < 20) await commandLine(world, await signInAgain(world, person));
  const { userCode: code } = await beginLogin(world);
  const more = await decide(await signInAgain(world, person), { code, allow: true, scopes: ["read"] });
  expect(await codeOf(more)).toBe("TOO_MANY_SESSIONS");
  await call(world, "POST", "/auth/logout-everywhere", { as: await signInAgain(world, person) });
  expect(await sessionsOf(person)).toEqual([]);
  await commandLine(world, await signInAgain(world, person));
});

test("OUT14 a look at the list ends no session that was allowed while it looked", async () => {
  const person = await signUp(world);
  const actor = { kind: "member", ...person, roles: [] } as const;
  const { table } = world.services;
  let granted: GrantedSession | undefined;
  const queryAll: typeof table.queryAll = async (...asked) => {
    // The account was read before, and is of the former generation.
    await call(world, "POST", "/auth/logout-everywhere", { as: person });
    granted ??= await commandLine(world, await signInAgain(world, person));
    return await table.queryAll(...asked);
  };
  await list({ ...world.services, table: { ...table, queryAll }, actor, requestId: "look" });
  expect(await get(granted?.secret ?? "")).toBe(200);
});

test("OUT14 a session waits while its person has not signed in for two weeks, and is in the audit when it comes from elsewhere", async () => {
  const person = await signUp(world);
  const { secret } = await commandLine(world, person);
  const from = (address: string) => call(world, "GET", "/views", { key: secret, from: address });
  await from("192.0.2.7");
  world.clock.advance(3_600_000);
  await from("203.0.113.66");
  const { events } = await auditOf(world, await signInAgain(world, person));
  const elsewhere = events.filter(({ action }) => action === "account.commandLineUsedElsewhere");
  expect(elsewhere).toHaveLength(1);
  expect(JSON.stringify(elsewhere)).toContain("203.0.113.66");
  expect(JSON.stringify(elsewhere)).toContain("shardwatch on laptop (command line)");
  world.clock.advance(14 * day + 1);
  const waiting = await from("192.0.2.7");
  expect([waiting.status, await codeOf(waiting)]).toEqual([401, "SIGN_IN_AGAIN"]);
  await signInAccount(world.services, { ...person.identity, company: undefined });
  expect((await from("192.0.2.7")).status).toBe(200);
});

test("OUT14 AMD16 a session ends with the membership, also when the person comes back, with all sessions, and after 90 days", async () => {
  const [owner, member] = [await signUp(world), await signUp(world, {}, ["VIEWER"])];
  await join(world, member, owner);
  const left = await commandLine(world, await signInAgain(world, member));
  expect(await get(left.secret)).toBe(200);
  const path = `/me/organization/members/${member.accountId}`;
  await call(world, "DELETE", path, { as: await signInAgain(world, owner) });
  expect(await get(left.secret)).toBe(401);
  await join(world, member, owner);
  expect(await get(left.secret)).toBe(401);
  expect(await sessionsOf(member)).toEqual([]);
  const next = await commandLine(world, await signInAgain(world, member));
  // A move leads away and back without a time in between.
  await join(world, member, await signUp(world));
  await join(world, member, owner);
  expect(await get(next.secret)).toBe(401);
  const last = await commandLine(world, await signInAgain(world, member));
  await call(world, "POST", "/auth/logout-everywhere", { as: await signInAgain(world, member) });
  expect(await get(last.secret)).toBe(401);
  const again = await commandLine(world, await signInAgain(world, member));
  world.clock.advance(90 * day);
  const over = await call(world, "GET", "/deployments", { key: again.secret });
  expect([over.status, await codeOf(over)]).toEqual([401, "TOKEN_EXPIRED"]);
});

test("OUT14 what was allowed is void when the person leaves before the command line asks", async () => {
  const [owner, member] = [await signUp(world), await signUp(world, {}, ["VIEWER"])];
  await join(world, member, owner);
  const { deviceCode, userCode } = await beginLogin(world);
  await decide(await signInAgain(world, member), { code: userCode, allow: true, scopes: ["read"] });
  const path = `/me/organization/members/${member.accountId}`;
  await call(world, "DELETE", path, { as: await signInAgain(world, owner) });
  expect(await codeOf(await collectLogin(world, deviceCode))).toBe("EXPIRED_TOKEN");
});

test("OUT14 a person sees their command lines with the last use, and ends them; who holds one can end it, too", async () => {
  const person = await signUp(world);
  const [one, two] = [await commandLine(world, person), await commandLine(world, person)];
  await call(world, "GET", "/views", { key: one.secret, from: "192.0.2.9" });
  const listed = await sessionsOf(person);
  expect(listed.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted());
  expect(listed.find(({ id }) => id === one.id)).toMatchObject({
    client: "shardwatch on laptop",
    lastUsed: { network: "192.0.2.9" },
  });
  const stranger = await signUp(world);
  const end = (as: Person, id: string) => call(world, "DELETE", `/command-line-sessions/${id}`, { as });
  expect((await end(stranger, one.id)).status).toBe(404);
  expect((await end(await signInAgain(world, person), one.id)).status).toBe(204);
  expect([await get(one.secret), await get(two.secret)]).toEqual([401, 200]);
  expect((await call(world, "DELETE", "/token", { key: two.secret })).status).toBe(204);
  expect(await get(two.secret)).toBe(401);
  expect(await sessionsOf(person)).toEqual([]);
});

test("OUT10 OUT14 a mistyped session costs no read, and unknown ones answer as unknown tokens do", async () => {
  const person = await signUp(world);
  const { secret } = await commandLine(world, person);
  const wrong = secret.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const before = world.recorder.sent.length;
  const mistyped = await call(world, "GET", "/deployments", { key: wrong });
  expect(world.recorder.sent.length).toBe(before);
  const unknown = await call(world, "GET", "/deployments", {
    key: formatPersonal(person.accountId, new Uint8Array(32).fill(7)),
  });
  const said = async (answer: Response) => {
    const { requestId: _, ...body } = (await answer.json()) as { requestId: string };
    return [answer.status, body];
  };
  expect(await said(mistyped)).toEqual(await said(unknown));
});
