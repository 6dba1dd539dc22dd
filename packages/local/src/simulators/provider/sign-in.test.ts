import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { contentOf, openBrowser } from "./test-browser.ts";

const totp = { mfa_code: "123456", mfa_type: "Totp" };

test("a second factor is asked for by a 401 with its code, and with a cookie that is no session yet", async () => {
  const browser = openBrowser();
  const answer = await browser.login("mfa@example.com");
  expect(answer.status).toBe(401);
  const { errors } = (await contentOf(answer)) as { errors: { params: string } };
  expect(errors).toEqual({ status: 401, code: "user-mfa-required", params: expect.any(String) });
  expect(JSON.parse(errors.params)).toMatchObject({ totpFactorAvailable: true });
  expect(browser.jar.get("JSESSIONID")).toBeDefined();
  expect(browser.jar.get("csrf_token")).toBeUndefined();
  expect((await browser.get("/api/v1/csrf")).status).toBe(401);
  expect((await browser.me()).status).toBe(401);
});

test("the same call with the code and the same cookie makes it a session, also after a restart", async () => {
  const folder = mkdtempSync(`${tmpdir()}/shardwatch-provider-`);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const browser = openBrowser({ folder });
  await browser.login("mfa@example.com");
  const challenge = browser.jar.get("JSESSIONID");
  expect((await browser.login("mfa@example.com", undefined, totp)).status).toBe(200);
  expect(browser.jar.get("JSESSIONID")).toBe(challenge);
  expect((await browser.me()).status).toBe(200);
  const restarted = openBrowser({ folder });
  for (const [name, value] of browser.jar) restarted.jar.set(name, value);
  expect((await restarted.me()).status).toBe(200);
});

test("a challenge that nobody answered is no session after a restart either", async () => {
  const folder = mkdtempSync(`${tmpdir()}/shardwatch-provider-`);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const browser = openBrowser({ folder });
  await browser.login("mfa@example.com");
  const restarted = openBrowser({ folder });
  for (const [name, value] of browser.jar) restarted.jar.set(name, value);
  expect((await restarted.get("/api/v1/csrf")).status).toBe(401);
});

test("a code without the challenge's cookie, or with another person's, opens nothing", async () => {
  const browser = openBrowser();
  expect((await browser.login("mfa@example.com", undefined, totp)).status).toBe(401);
  await browser.control({ mode: "mfa-required" });
  await browser.login("viewer@example.com");
  const answer = await browser.login("mfa@example.com", undefined, totp);
  expect(await contentOf(answer)).toMatchObject({ errors: { code: "user-mfa-required" } });
  expect((await browser.get("/api/v1/csrf")).status).toBe(401);
});

test("wrong codes have a code of their own, an unknown factor too, and after five it is enough", async () => {
  const browser = openBrowser();
  await browser.login("mfa@example.com");
  const attempt = async (more: object) => {
    const answer = await browser.login("mfa@example.com", undefined, more);
    return [answer.status, ((await contentOf(answer)) as { errors: { code: string } }).errors.code];
  };
  expect(await attempt({ mfa_code: "123456", mfa_type: "totp" })).toEqual([400, "mfa-invalid-type"]);
  const wrong = { mfa_code: "000000", mfa_type: "Totp" };
  for (let tries = 0; tries < 5; tries += 1) expect(await attempt(wrong)).toEqual([401, "mfa-invalid-code"]);
  expect(await attempt(totp)).toEqual([429, "mfa-quota-exceeded"]);
});

test.each([
  ["mfa-required", "user-mfa-required"],
  ["not-activated", "user-not-activated"],
  ["wrong-password", "invalid-credentials"],
])("OPS11 sign-ins can be told to be answered %s, for everybody or for one person", async (mode, code) => {
  const browser = openBrowser();
  await browser.control({ mode });
  const refused = await browser.login("admin@example.com");
  expect(refused.status).toBe(401);
  expect(await contentOf(refused)).toMatchObject({ errors: { status: 401, code } });
  await browser.control({ email: " Viewer@Example.com" });
  expect((await browser.login("admin@example.com")).status).toBe(200);
  expect((await browser.login("viewer@example.com")).status).toBe(401);
});

test("OPS11 a provider that is told so accepts the password and then knows no session", async () => {
  const browser = openBrowser();
  await browser.control({ mode: "session-gone" });
  expect((await browser.login("admin@example.com")).status).toBe(200);
  expect((await browser.get("/api/v1/csrf")).status).toBe(401);
  expect((await browser.me()).status).toBe(401);
  await browser.control({ mode: "normal" });
  expect((await browser.me()).status).toBe(200);
});

test("a login without one of the fields of its payload is refused", async () => {
  const browser = openBrowser();
  for (const missing of ["username", "password", "auth_mode"]) {
    const answer = await browser.login("admin@example.com", undefined, { [missing]: undefined });
    expect(answer.status).toBe(400);
    expect(await contentOf(answer)).toEqual({ errors: { status: 400, code: "invalid-request" } });
  }
});

test("the CSRF token is in a readable cookie, whose name can be chosen", async () => {
  const browser = openBrowser({ csrfCookie: "XSRF-TOKEN" });
  const token = (cookie: string | undefined) =>
    /^XSRF-TOKEN=([^;]+); Path=\/; SameSite=Lax$/.exec(cookie ?? "");
  const login = await browser.login("admin@example.com");
  expect(token(login.headers.getSetCookie()[1])).toBeTruthy();
  const csrf = await browser.get("/api/v1/csrf");
  const [, value] = token(csrf.headers.getSetCookie()[0]) ?? [];
  expect(await contentOf(csrf)).toEqual({ csrfToken: { csrf_token: value }, csrf_enabled: true, errors: [] });
});

test("a page of another site cannot sign anybody in or out", async () => {
  const { send } = openBrowser();
  for (const path of ["/api/v1/login", "/api/v1/logout", "/marketing/api/proxy/signup"])
    expect((await send(path, { method: "POST", body: "{}" }, { origin: "http://evil.example" })).status).toBe(
      403,
    );
});
