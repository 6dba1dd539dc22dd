import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createProviderSimulator } from "./app.ts";
import { sessionSeconds } from "./sessions.ts";

const webOrigin = "http://localhost:5173";
let folder: string;
let now: number;
let provider: ReturnType<typeof createProviderSimulator>;

function restart() {
  provider = createProviderSimulator({ webOrigin, folder, now: () => now });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shardwatch-provider-"));
  now = Date.parse("2026-01-05T10:00:00Z");
  restart();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const json = { "content-type": "application/json", origin: webOrigin };

async function login(username: string, password = "shardwatch-demo") {
  const body = JSON.stringify({ username, password, auth_mode: "direct", origin: webOrigin });
  return await provider.request("/api/v1/login", { method: "POST", headers: json, body });
}

/** The cookie header and CSRF token of a new session. */
async function session(username: string) {
  const cookies = (await login(username)).headers.getSetCookie().map((text) => text.split(";")[0]);
  const cookie = cookies.join("; ");
  const csrf = await provider.request("/api/v1/csrf", { headers: { cookie } });
  const { csrfToken } = (await csrf.json()) as { csrfToken: { csrf_token: string } };
  return { cookie, "x-csrf-token": csrfToken.csrf_token };
}

async function me(headers: Record<string, string>) {
  return await provider.request("/api/v1/users/me", { headers });
}

async function control(state: Record<string, unknown>) {
  const answer = await provider.request("/control/state", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(state),
  });
  expect(answer.status).toBe(200);
}

test("LGN21 a login sets the session cookie for the whole site, and browsers of the web origin may read the answer", async () => {
  const answer = await login("admin@example.com");
  expect(answer.status).toBe(200);
  const cookie = answer.headers.getSetCookie().find((text) => text.startsWith("JSESSIONID="));
  expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(cookie).not.toContain("Domain");
  expect(answer.headers.get("access-control-allow-origin")).toBe(webOrigin);
  expect(answer.headers.get("access-control-allow-credentials")).toBe("true");
});

test("another origin is not allowed to read an answer", async () => {
  const answer = await provider.request("/api/v1/csrf", { headers: { origin: "http://elsewhere.example" } });
  expect(answer.headers.get("access-control-allow-origin")).not.toBe("http://elsewhere.example");
});

test.each([
  ["a wrong password", "admin@example.com", "wrong"],
  ["an unknown person", "admin@elsewhere.example", "shardwatch-demo"],
])("%s is refused with the provider's error object and without a session", async (_, name, password) => {
  const answer = await login(name, password);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({ errors: { status: 401, code: "invalid-credentials" } });
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test("the current user has the ids in the types that the provider sends", async () => {
  const answer = await me(await session("admin@example.com"));
  expect(await answer.json()).toMatchObject({
    id: expect.stringMatching(/^\d{8}$/),
    current_account_id: expect.stringMatching(/^\d{8}$/),
    user_id: expect.any(Number),
    name: "Marco Reyes",
    email: "admin@example.com",
    role: "owner",
    product_type: "unifiedrc",
  });
});

test("the accounts have number ids; admin and viewer share one", async () => {
  const accounts = async (email: string) => {
    const answer = await provider.request("/api/v1/accounts", { headers: await session(email) });
    return ((await answer.json()) as { accounts: { id: number; name: string }[] }).accounts;
  };
  const [own] = await accounts("admin@example.com");
  expect(own).toMatchObject({ id: expect.any(Number), name: "Acme Data" });
  expect(await accounts("viewer@example.com")).toEqual([own]);
  expect(await accounts("super@example.com")).not.toEqual([own]);
});

test("anybody at example.com or example.org is a new person with an id of their own", async () => {
  const first = (await (await me(await session("Jane.Doe@example.org"))).json()) as { id: string };
  expect(first).toMatchObject({ name: "Jane Doe", email: "jane.doe@example.org" });
  const again = (await (await me(await session("jane.doe@example.org"))).json()) as { id: string };
  const other = (await (await me(await session("john.doe@example.org"))).json()) as { id: string };
  expect(again.id).toBe(first.id);
  expect(other.id).not.toBe(first.id);
});

test("without a cookie the current user is 401, without its CSRF token 403", async () => {
  const { cookie, ...token } = await session("admin@example.com");
  expect((await me(token)).status).toBe(401);
  expect((await me({ cookie })).status).toBe(403);
  expect((await me({ cookie, "x-csrf-token": "made up" })).status).toBe(403);
});

test("a session survives a restart, and a forged one is none", async () => {
  const headers = await session("admin@example.com");
  restart();
  expect((await me(headers)).status).toBe(200);
  const forged = headers.cookie.replace(/JSESSIONID=[^.]*/, `JSESSIONID=${btoa("super@example.com")}`);
  expect((await me({ ...headers, cookie: forged })).status).toBe(401);
});

test("SES19 a signed-out session is over, also after a restart, and others go on", async () => {
  const mine = await session("admin@example.com");
  const other = await session("admin@example.com");
  await provider.request("/api/v1/logout", { method: "POST", headers: mine });
  restart();
  expect((await me(mine)).status).toBe(401);
  expect((await me(other)).status).toBe(200);
});

test("a session expires", async () => {
  const headers = await session("admin@example.com");
  now += sessionSeconds * 1_000 + 1;
  expect((await me(headers)).status).toBe(401);
});

test("OPS11 a control ends all sessions; a new one can begin", async () => {
  const headers = await session("admin@example.com");
  await provider.request("/control/end-sessions", { method: "POST" });
  expect((await me(headers)).status).toBe(401);
  now += 1;
  expect((await me(await session("admin@example.com"))).status).toBe(200);
});

test("OPS11 the provider can be told to refuse, to fail, to limit and to send a page", async () => {
  const headers = await session("admin@example.com");
  await control({ mode: "wrong-password" });
  expect((await login("admin@example.com")).status).toBe(401);
  expect((await me(headers)).status).toBe(200);
  await control({ mode: "server-error" });
  expect((await me(headers)).status).toBe(500);
  await control({ mode: "rate-limited" });
  expect((await me(headers)).status).toBe(429);
  await control({ mode: "damaged" });
  await expect((await me(headers)).json()).rejects.toThrow("JSON");
  await control({ mode: "normal" });
  expect((await me(headers)).status).toBe(200);
});

test("OPS11 the provider can be told to be late, and to hang until the caller gives up", async () => {
  const headers = await session("admin@example.com");
  const answered: string[] = [];
  await control({ mode: "slow", delayMs: 1_000 });
  const slow = me(headers).then(({ status }) => answered.push(`slow ${status}`));
  await control({ mode: "hanging" });
  const aborter = new AbortController();
  const request = new Request("http://provider/api/v1/users/me", { headers, signal: aborter.signal });
  const answer = Promise.resolve(provider.request(request)).then(() => answered.push("hanging"));
  await control({ mode: "normal" });
  await me(headers).then(({ status }) => answered.push(`normal ${status}`));
  await slow;
  expect(answered).toEqual(["normal 200", "slow 200"]);
  aborter.abort();
  await answer;
});
