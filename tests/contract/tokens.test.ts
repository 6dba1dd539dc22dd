import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { mostTokens } from "@shardwatch/core/contract/token/limits";
import { allScopes, opens } from "@shardwatch/core/contract/token/scopes";
import type { ApiToken } from "@shardwatch/core/contract/token/token";
import { mostRefusals } from "@shardwatch/core/audit/bounded";
import { Problem } from "@shardwatch/core/kit/problem";
import { mostNewNetworks } from "@shardwatch/core/token/authenticate";
import { createApp } from "@shardwatch/functions/api/app";
import { formatToken } from "@shardwatch/core/kit/composite-key";
import { expect, test } from "vitest";
import { declaredScopes } from "../architecture/walk.ts";
import { auditOf } from "../support/audit.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp, webOrigin } from "../support/world.ts";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { invite } from "../support/invitations.ts";

const world = await worldOfFile();
const person = await signUp(world);
const day = 24 * 3_600_000;

const get = (key: string, path = "/deployments", from?: string) =>
  call(world, "GET", path, { key, ...(from !== undefined && { from }) });

async function listed(as: Person): Promise<ApiToken[]> {
  const answer = await call(world, "GET", "/tokens", { as: await signInAgain(world, as) });
  return ((await answer.json()) as { tokens: ApiToken[] }).tokens;
}

/** What an answer says, without what differs at every request. */
async function said(answer: Response) {
  const { requestId: _, ...body } = (await answer.json()) as { requestId: string };
  const headers = Object.fromEntries(answer.headers);
  for (const name of ["x-request-id", "ratelimit"]) delete headers[name];
  return { status: answer.status, headers, body };
}

test("OUT01 a token has the documented form, is shown once, and only its hash is stored or logged", async () => {
  const { secret, ...token } = await createToken(world, person, { name: "  Prometheus ", scopes: ["read"] });
  expect(secret).toMatch(/^sw_tok_[0-9a-z]{26}_[0-9A-Za-z]{49}$/);
  expect(token).toMatchObject({ name: "Prometheus", scopes: ["read"], networks: [], lastUsed: null });
  expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(90 * day);
  expect((await get(secret)).status).toBe(200);
  const inside = secret.slice(35, 78);
  const all = JSON.stringify(await listed(person)) + world.logLines.join();
  const client = world.database.client();
  const { Items } = await client.send(new ScanCommand({ TableName: world.database.tableName }));
  client.destroy();
  expect(all + JSON.stringify(Items)).not.toContain(inside);
  // The search would find it.
  expect(JSON.stringify({ secret })).toContain(inside);
});

test("OUT01 R23 each scope opens exactly the routes that declare it, and read those of metrics", async () => {
  const owner = await signUp(world);
  const routes = [...declaredScopes(world.app)].filter(([name]) => name !== "DELETE /token");
  for (const scope of allScopes) {
    let { secret } = await createToken(world, owner, { scopes: [scope] });
    let calls = 0;
    for (const [name, needed] of routes) {
      const [method = "", pattern = ""] = name.split(" ");
      if (needed === null) continue;
      calls += 1;
      if (calls % 100 === 0) ({ secret } = await createToken(world, owner, { scopes: [scope] }));
      const path = pattern.replaceAll(/\{\w+\}/g, "none");
      // Without a body, a route that changes something is refused before it does so.
      const answer = await call(world, method, path, { key: secret });
      const text = answer.status === 403 ? await answer.text() : "";
      const isOpen = opens([scope], needed as (typeof allScopes)[number]);
      expect(text.includes('"TOKEN_SCOPE"'), `${name} with ${scope}`).toBe(!isOpen);
    }
  }
});

test("OUT10 R23 mistyped, unknown, revoked and foreign credentials answer the same bytes; a wrong checksum costs no read", async () => {
  const owner = await signUp(world);
  const revoked = await createToken(world, owner);
  await call(world, "DELETE", `/tokens/${revoked.id}`, { as: owner });
  const { compositeKey } = await createKey(world, owner, "Agents");
  const { secret } = await createToken(world, owner);
  const mistyped = secret.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
  const readsFor = async (key: string) => {
    world.recorder.clear();
    const answer = await said(await get(key));
    return { answer, reads: world.recorder.sent.length };
  };
  const unknown = await readsFor(formatToken("tok_00000000000000000000000000", new Uint8Array(32)));
  expect(unknown.reads).toBe(1);
  expect(unknown.answer).toMatchObject({ status: 401, body: { code: "BAD_TOKEN" } });
  for (const [key, reads] of [
    [mistyped, 0],
    [compositeKey, 0],
    ["no token at all", 0],
    [revoked.secret, 1],
    // The right id with another secret.
    [formatToken(revoked.id, new Uint8Array(32).fill(7)), 1],
  ] as const)
    expect(await readsFor(key)).toEqual({ answer: unknown.answer, reads });
  const another = formatToken((await createToken(world, owner)).id, new Uint8Array(32).fill(9));
  expect(await readsFor(another)).toEqual({ answer: unknown.answer, reads: 1 });
  // The other way round: what takes an agent's report takes no token.
  world.recorder.clear();
  expect((await call(world, "POST", "/agent/reports", { key: secret, body: {} })).status).toBe(401);
  expect(world.recorder.sent).toEqual([]);
});

test("OUT10 with an Authorization header the cookie is never read, and no Origin is needed", async () => {
  const owner = await signUp(world);
  const { secret } = await createToken(world, owner, { scopes: ["incidents"] });
  const silence = {
    scope: { kind: "rule", rule: "agent-old" },
    until: new Date(world.clock.now() + 3_600_000).toISOString(),
    reason: "Maintenance",
  };
  const ask = (headers: Record<string, string>, method = "POST", path = "/silences") =>
    world.app.request(path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(silence),
    });
  const authorization = `Bearer ${secret}`;
  const cookie = `shardwatch_session=${owner.session.reveal()}`;
  expect((await ask({ authorization })).status).toBe(201);
  expect((await ask({ authorization, origin: "https://evil.example" })).status).toBe(201);
  // The person may do it, the token may not.
  const refused = await ask({ authorization, cookie }, "POST", "/tokens");
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: "NO_TOKEN" }]);
  expect((await ask({ authorization: "Bearer wrong", cookie })).status).toBe(401);
  // A browser sends Basic by itself, also for another site: it needs our Origin, and is no credential.
  expect((await ask({ authorization: "Basic Og==", cookie })).status).toBe(403);
  expect((await ask({ authorization: "Basic Og==", cookie, origin: webOrigin })).status).toBe(401);
  // A route that signs people in and out ignores the cookie, too.
  expect((await ask({ authorization, cookie }, "POST", "/auth/logout")).status).toBe(204);
  expect((await call(world, "GET", "/tokens", { as: owner })).status).toBe(200);
  // Without the header, the Origin counts as before.
  expect((await ask({ cookie })).status).toBe(403);
  // In the address it is no credential.
  expect((await world.app.request(`/deployments?access_token=${secret}`)).status).toBe(401);
});

test("OUT01 networks limit where a token works, and its end when; only who has the secret learns why", async () => {
  const owner = await signUp(world);
  const { secret, id } = await createToken(world, owner, {
    networks: ["192.0.2.0/24", "2001:db8::/32"],
    expiresInDays: 1,
  });
  for (const address of ["192.0.2.7", "::ffff:192.0.2.7", "2001:db8:1::1"])
    expect((await get(secret, "/deployments", address)).status, address).toBe(200);
  for (const address of ["192.0.3.1", "2001:db9::1", "unknown"]) {
    const answer = await get(secret, "/deployments", address);
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: "TOKEN_NETWORK" }]);
  }
  expect((await get(secret)).status).toBe(403);
  const wrongSecret = formatToken(id, new Uint8Array(32));
  expect(await (await get(wrongSecret)).json()).toMatchObject({ code: "BAD_TOKEN" });
  world.clock.advance(day);
  const ended = await get(secret, "/deployments", "192.0.2.7");
  expect([ended.status, await ended.json()]).toMatchObject([401, { code: "TOKEN_EXPIRED" }]);
  expect(await (await get(wrongSecret)).json()).toMatchObject({ code: "BAD_TOKEN" });
  const as = await signInAgain(world, owner);
  const body = { name: "Wrong", scopes: ["read"], networks: ["10.0.0.0/8", "10.0.0.0/33"] };
  const wrong = await call(world, "POST", "/tokens", { as, body });
  expect([wrong.status, await wrong.json()]).toMatchObject([
    400,
    { details: [expect.stringMatching(/^networks\.1: must be like /)] },
  ]);
});

test("OUT01 a change of scopes and networks holds at the next request, and goes by the revision", async () => {
  const owner = await signUp(world);
  const { secret, id, revision } = await createToken(world, owner, { scopes: ["read"] });
  expect((await get(secret)).status).toBe(200);
  const put = (headers: Record<string, string>) =>
    call(world, "PUT", `/tokens/${id}`, {
      as: owner,
      headers,
      body: { name: "Narrow", scopes: ["audit"], networks: [] },
    });
  expect((await put({ "if-match": `"${revision + 1}"` })).status).toBe(412);
  expect(await (await put({ "if-match": `"${revision}"` })).json()).toMatchObject({
    name: "Narrow",
    scopes: ["audit"],
    revision: revision + 1,
  });
  expect((await get(secret)).status).toBe(403);
  expect((await get(secret, "/audit")).status).toBe(200);
});

test("OUT01 a rotated token works with both secrets until the overlap ends, or is ended", async () => {
  const owner = await signUp(world);
  const { secret: first, id } = await createToken(world, owner);
  const rotate = async (overlapHours: number) => {
    const as = await signInAgain(world, owner);
    return await call(world, "POST", `/tokens/${id}/rotate`, { as, body: { overlapHours } });
  };
  const rotated = (await (await rotate(2)).json()) as { secret: string };
  const statuses = async (...secrets: string[]) =>
    await Promise.all(secrets.map(async (secret) => (await get(secret)).status));
  expect(await statuses(first, rotated.secret)).toEqual([200, 200]);
  expect([(await rotate(1)).status]).toEqual([409]);
  expect((await listed(owner))[0]).toMatchObject({ id, rotation: expect.anything() });
  world.clock.advance(2 * 3_600_000);
  expect(await statuses(first, rotated.secret)).toEqual([401, 200]);
  const third = (await (await rotate(24)).json()) as { secret: string };
  const as = await signInAgain(world, owner);
  expect((await call(world, "DELETE", `/tokens/${id}/former-secret`, { as })).status).toBe(204);
  expect(await statuses(rotated.secret, third.secret)).toEqual([401, 200]);
  expect((await listed(owner))[0]).toMatchObject({ rotation: null });
  const fourth = (await (await rotate(0)).json()) as { secret: string };
  expect(await statuses(third.secret, fourth.secret)).toEqual([401, 200]);
});

test("OUT01 OUT12 the last use says when, from where and with which secret; first use and a new network are in the audit", async () => {
  const owner = await signUp(world);
  const { secret, id } = await createToken(world, owner, { name: "Prometheus" });
  world.clock.advance(60_000);
  await Promise.all([1, 2, 3].map(() => get(secret, "/deployments", "192.0.2.7")));
  const at = new Date(world.clock.now()).toISOString();
  expect((await listed(owner))[0]?.lastUsed).toMatchObject({ at, network: "192.0.2.7", former: false });
  world.clock.advance(60_000);
  world.recorder.clear();
  await get(secret, "/sources", "192.0.2.7");
  // Within the hour, at a known network, a request writes nothing.
  expect(world.recorder.sent.filter(({ writeUnits }) => writeUnits > 0)).toEqual([]);
  await get(secret, "/deployments", "192.0.2.8");
  await get(secret, "/deployments", "192.0.2.7");
  const { events } = await auditOf(world, await signInAgain(world, owner));
  const actions = events.filter(({ object }) => object.id === id);
  expect(actions.map(({ action, actor, address }) => [action, actor.kind, actor.name, address])).toEqual([
    ["token.usedFromNewNetwork", "token", "Prometheus", "192.0.2.8"],
    ["token.firstUsed", "token", "Prometheus", "192.0.2.7"],
    ["token.created", "person", `Pat ${owner.identity.lastName}`, null],
  ]);
});

test("OUT01 OUT12 whoever holds a token can end it, without any right, and once", async () => {
  const owner = await signUp(world);
  const { secret } = await createToken(world, owner, { scopes: ["metrics"] });
  const end = () => call(world, "DELETE", "/token", { key: secret });
  expect((await end()).status).toBe(204);
  expect((await end()).status).toBe(401);
  expect(await listed(owner)).toEqual([]);
});

test("OUT11 answers to tokens say how much is left, and the 121st request of a minute when to come back", async () => {
  const owner = await signUp(world);
  const { secret } = await createToken(world, owner, { scopes: ["audit"] });
  const first = await get(secret);
  expect(first.status).toBe(403);
  expect(first.headers.get("ratelimit-policy")).toBe('"token";q=120;w=60');
  expect(first.headers.get("ratelimit")).toMatch(/^"token";r=119;t=\d+$/);
  for (let count = 1; count < 120; count += 1) await get(secret);
  const refused = await get(secret);
  expect([refused.status, refused.headers.get("ratelimit")?.slice(0, 11)]).toEqual([429, '"token";r=0']);
  const wait = Number(refused.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  // Another token of the same organization is not concerned, and a person has no such header.
  expect((await get((await createToken(world, owner)).secret)).status).toBe(200);
  expect((await call(world, "GET", "/deployments", { as: owner })).headers.has("ratelimit")).toBe(false);
  world.clock.advance(wait * 1_000);
  expect((await get(secret)).status).toBe(403);
});

test("OUT01 an organization has up to fifty tokens, and its deletion ends them", async () => {
  const owner = await signUp(world);
  const made = await createToken(world, owner);
  const body = { name: "One more", scopes: ["read"] };
  const more = Array.from({ length: mostTokens }, () => call(world, "POST", "/tokens", { as: owner, body }));
  const statuses = (await Promise.all(more)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(mostTokens - 1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(1);
  const root = await signUp(world, {}, ["SUPER_ADMIN"]);
  const deleted = await call(world, "DELETE", `/organizations/${owner.organizationId}`, { as: root });
  expect(deleted.status).toBe(204);
  expect((await get(made.secret)).status).toBe(401);
});

test("OUT01 new networks write within a bound, after the limit, and fail no request while the storage is busy", async () => {
  const owner = await signUp(world);
  const { secret, id } = await createToken(world, owner, { scopes: ["read"] });
  for (let index = 0; index < 200; index += 1)
    await get(secret, "/me/organization", `2001:db8:0:${index.toString(16)}::1`);
  const as = await signInAgain(world, owner);
  const { events } = await auditOf(world, as, "?limit=500&action=token.usedFromNewNetwork");
  expect(events).toHaveLength(mostNewNetworks);
  // A busy storage keeps nobody from reading.
  world.clock.advance(3_600_000);
  const { transact } = world.services.table;
  world.services.table.transact = () => Promise.reject(new Problem("unavailable", "Busy."));
  const answer = await createApp(world.services).request("/views", {
    headers: { authorization: `Bearer ${secret}`, "user-agent": "A".repeat(15_000) },
  });
  world.services.table.transact = transact;
  expect(answer.status).toBe(200);
  await call(world, "GET", "/views", {
    key: secret,
    headers: { "user-agent": `scraper/1 ${"A".repeat(15_000)}` },
  });
  const used = async () => (await listed(owner)).find((one) => one.id === id)?.lastUsed;
  expect((await used())?.client?.length).toBeLessThan(120);
  // What a later use does not say is not left from the one before.
  world.clock.advance(3_600_000);
  await get(secret, "/views");
  expect(await used()).toMatchObject({ client: null, network: null });
});

test("OUT01 the former secret shows as used, whichever came later, and a wrong network is in the audit", async () => {
  const owner = await signUp(world);
  const { secret: former, id } = await createToken(world, owner, { networks: ["192.0.2.0/24"] });
  const path = `/tokens/${id}/rotate`;
  const rotated = await call(world, "POST", path, { as: owner, body: { overlapHours: 24 } });
  const { secret } = (await rotated.json()) as { secret: string };
  for (const key of [secret, former, secret]) await get(key, "/views", "192.0.2.7");
  expect((await listed(owner))[0]?.lastUsed).toMatchObject({ former: true });
  await get(secret, "/views", "198.51.100.1");
  const { events } = await auditOf(world, await signInAgain(world, owner));
  expect(events.map(({ action, result }) => `${action} ${result}`)).toContain(
    "token.usedFromNewNetwork TOKEN_NETWORK",
  );
  // The former secret ends itself alone, and from anywhere.
  const end = await call(world, "DELETE", "/token", { key: former, from: "198.51.100.1" });
  expect(end.status).toBe(204);
  expect((await get(former, "/views", "192.0.2.7")).status).toBe(401);
  expect((await get(secret, "/views", "192.0.2.7")).status).toBe(200);
});

test("OUT12 the end of a token opens an incident before it comes, and its revocation ends that", async () => {
  let owner = await signUp(world);
  const { id } = await createToken(world, owner, { name: "Grafana", expiresInDays: 30 });
  world.clock.advance(20 * 86_400_000);
  owner = await signInAgain(world, owner);
  await createToken(world, owner, { name: "Nightly", expiresInDays: 90 });
  world.clock.time = Math.ceil(world.clock.time / 300_000) * 300_000;
  const { compositeKey } = await createKey(world, owner);
  await send(world, compositeKey, reportOf(world, [reported("one")]));
  await lookAt(world, owner);
  const [incident, ...more] = await incidentsOf(world, owner);
  expect(incident?.title).toMatch(/^The token Grafana ends on \w{3} \d{1,2}, \d{4}$/);
  expect([incident?.rule, incident?.severity, incident?.cause.kind]).toEqual([
    "token-ends",
    "warning",
    "token",
  ]);
  expect(more).toEqual([]);
  await call(world, "DELETE", `/tokens/${id}`, { as: owner });
  world.clock.advance(300_000);
  await lookAt(world, owner);
  expect(await incidentsOf(world, owner)).toEqual([]);
});

test("OUT01 no thief keeps a finder from ending a token, by calls beyond its limit", async () => {
  const { secret } = await createToken(world, await signUp(world));
  for (let count = 0; count <= 120; count += 1) await get(secret, "/me/organization");
  expect((await get(secret)).status).toBe(429);
  expect((await call(world, "DELETE", "/token", { key: secret })).status).toBe(204);
});

test("OUT01 tokens end where nobody is left, by a move and by a deletion", async () => {
  const root = await signUp(world, {}, ["SUPER_ADMIN"]);
  const [leaving, host, alone] = [await signUp(world), await signUp(world), await signUp(world)];
  const [one, other] = [await createToken(world, leaving), await createToken(world, alone)];
  await call(world, "POST", `/invitations/${await invite(world, host, leaving)}/accept`, { as: leaving });
  expect((await get(one.secret)).status).toBe(401);
  expect((await call(world, "DELETE", `/accounts/${alone.accountId}`, { as: root })).status).toBe(204);
  expect((await get(other.secret)).status).toBe(401);
});

test("OUT01 limits count for all tokens of an organization together", async () => {
  const owner = await signUp(world);
  for (let round = 0; round < 3; round += 1) {
    const { secret, id } = await createToken(world, owner, { scopes: ["metrics"] });
    for (let index = 0; index < 40; index += 1) await call(world, "POST", "/views", { key: secret });
    await call(world, "DELETE", `/tokens/${id}`, { as: owner });
  }
  const { events } = await auditOf(world, owner, "?limit=500&result=refused");
  expect(events.filter(({ action }) => action === "view.created")).toHaveLength(mostRefusals);
});

test("OUT01 R23 a token outlives its maker, and no token lists, makes, changes or rotates tokens", async () => {
  const root = await signUp(world, {}, ["SUPER_ADMIN"]);
  const [maker, colleague] = [await signUp(world), await signUp(world)];
  await join(world, colleague, maker);
  const { secret, id } = await createToken(world, maker);
  expect((await call(world, "DELETE", `/accounts/${maker.accountId}`, { as: root })).status).toBe(204);
  expect((await get(secret)).status).toBe(200);
  for (const [method, path] of [
    ["GET", "/tokens"],
    ["POST", "/tokens"],
    ["PUT", `/tokens/${id}`],
    ["POST", `/tokens/${id}/rotate`],
    ["DELETE", `/tokens/${id}`],
  ] as const)
    expect(await (await call(world, method, path, { key: secret })).json()).toMatchObject({
      code: "NO_TOKEN",
    });
});
