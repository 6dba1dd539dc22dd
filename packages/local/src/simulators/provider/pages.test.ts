import { expect, test } from "vitest";
import { openBrowser, webOrigin } from "./test-browser.ts";

const back = `${webOrigin}/?returnTo=%2Fdeployments%3Fpage%3D2`;
const at = (path: string, more: Record<string, string> = {}) =>
  `${path}?${new URLSearchParams({ ...more, redirectTo: back }).toString()}`;

test.each([
  ["google", "Google"],
  ["github", "GitHub"],
  ["saml", "SSO"],
])("signing in with %s lists the demo people and leads back signed in", async (loginMethod, name) => {
  const browser = openBrowser();
  const page = await (await browser.get(at("/login", { loginMethod }))).text();
  expect(page).toContain(`<h1>Sign in with ${name} (simulated)</h1>`);
  for (const email of ["super", "admin", "viewer", "mfa"])
    expect(page).toContain(`value="${email}@example.com"`);
  expect(page).toContain('type="email" name="email"');
  const fields = { loginMethod, redirectTo: back, email: "admin@example.com" };
  const answer = await browser.submit("/login/vouched", fields);
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(back);
  expect(await (await browser.me()).json()).toMatchObject({ email: "admin@example.com" });
});

test("an email that nobody has is told on the same page", async () => {
  const browser = openBrowser();
  const fields = { loginMethod: "github", redirectTo: back, email: "who@elsewhere.example" };
  const answer = await browser.submit("/login/vouched", fields);
  expect(answer.status).toBe(401);
  expect(await answer.text()).toMatch(/Sign in with GitHub[^]*role="alert">Only addresses/);
  expect(browser.jar.size).toBe(0);
});

test("the sign-in with a password leads back signed in, and says what was wrong", async () => {
  const browser = openBrowser();
  const fields = { redirectTo: back, email: "viewer@example.com", password: "wrong" };
  expect(await (await browser.get(at("/login"))).text()).toContain('type="password"');
  const wrong = await browser.submit("/login", fields);
  expect(wrong.status).toBe(401);
  expect(await wrong.text()).toMatch(/role="alert">Email or password is wrong[^]*value="viewer@example.com"/);
  const answer = await browser.submit("/login", { ...fields, password: "shardwatch-demo" });
  expect(answer.headers.get("location")).toBe(back);
  expect((await browser.me()).status).toBe(200);
});

test("whoever needs a second factor is asked for it and comes back signed in", async () => {
  const browser = openBrowser();
  const fields = { redirectTo: back, email: "mfa@example.com", password: "shardwatch-demo" };
  expect(await (await browser.submit("/login", fields)).text()).toContain("Two-step verification");
  expect((await browser.get("/api/v1/csrf")).status).toBe(401);
  const wrong = await browser.submit("/login/code", { redirectTo: back, code: "654321" });
  expect(await wrong.text()).toMatch(/role="alert">This code is wrong[^]*name="code"/);
  const answer = await browser.submit("/login/code", { redirectTo: back, code: "123456" });
  expect(answer.headers.get("location")).toBe(back);
  expect((await browser.me()).status).toBe(200);
});

test("a code without a challenge signs nobody in", async () => {
  const browser = openBrowser();
  expect((await browser.submit("/login/code", { redirectTo: back, code: "123456" })).status).toBe(401);
  expect(browser.jar.size).toBe(0);
});

test("signing up with Google makes a person, signed in, whose name and company the API tells", async () => {
  const browser = openBrowser();
  const page = await (await browser.get(at("/sign-up", { loginMethod: "google" }))).text();
  expect(page).toContain("<h1>Sign up with Google (simulated)</h1>");
  expect(page).not.toContain('type="password"');
  const person = { email: "Nia@Startup.example", firstName: "Nia", lastName: "Mensah", company: "Startup" };
  const answer = await browser.submit("/sign-up", { loginMethod: "google", redirectTo: back, ...person });
  expect(answer.headers.get("location")).toBe(back);
  expect(await (await browser.me()).json()).toMatchObject({
    email: "nia@startup.example",
    first_name: "Nia",
    last_name: "Mensah",
    company: "Startup",
  });
  expect((await browser.login("nia@startup.example", "")).status).toBe(401);
  const again = await browser.submit("/sign-up", { loginMethod: "google", redirectTo: back, ...person });
  expect(await again.text()).toContain("This email has an account.");
});

test("a forgotten password is a form that says that a mail was sent, with a way back", async () => {
  const browser = openBrowser();
  const link = `href="${back}"`;
  expect(await (await browser.get(at("/forgot-password", { loginMethod: "direct" }))).text()).toContain(link);
  const answer = await browser.submit("/forgot-password", { redirectTo: back, email: "admin@example.com" });
  const sent = await answer.text();
  expect(sent).toContain("a mail was sent");
  expect(sent).toContain(link);
});

const foreign = [
  "http://evil.example/",
  "http://localhost:5173.evil.example/",
  "http://localhost:5173@evil.example/",
  "//evil.example",
  "javascript:alert(1)",
  "/relative",
];
test.each(foreign)("nobody is led to another site: %s", async (redirectTo) => {
  const browser = openBrowser();
  const query = new URLSearchParams({ redirectTo }).toString();
  for (const path of ["/login", "/sign-up", "/forgot-password"]) {
    const page = await browser.get(`${path}?${query}`);
    expect(page.status).toBe(400);
    expect(await page.text()).toContain("belongs to another site");
  }
  const fields = { redirectTo, email: "admin@example.com", password: "shardwatch-demo", code: "123456" };
  for (const path of ["/login", "/login/vouched", "/login/code", "/sign-up", "/forgot-password"])
    expect((await browser.submit(path, fields)).status).toBe(400);
  expect(browser.jar.size).toBe(0);
});

test("without an address to return to a sign-in leads to the start page", async () => {
  const answer = await openBrowser().submit("/login/vouched", { email: "admin@example.com" });
  expect(answer.headers.get("location")).toBe(`${webOrigin}/`);
});

test.each(["/login", "/login/vouched", "/login/code", "/sign-up"])(
  "a page of another site cannot send the form of %s",
  async (path) => {
    const browser = openBrowser();
    const fields = { email: "admin@example.com", password: "shardwatch-demo" };
    for (const origin of ["http://evil.example", webOrigin, "null"])
      expect((await browser.submit(path, fields, { origin })).status).toBe(403);
    expect(browser.jar.size).toBe(0);
  },
);

test("the feedback form shows what it was given, and only the web application may frame it", async () => {
  const browser = openBrowser();
  const given = { email: "a@b.example", firstName: "A&B", lastName: '"C#' };
  const answer = await browser.get(`/feedback?${new URLSearchParams(given).toString()}`);
  expect(answer.headers.get("content-security-policy")).toBe(`frame-ancestors ${webOrigin}`);
  const page = await answer.text();
  for (const value of ["a@b.example", "A&amp;B", "&quot;C#"]) expect(page).toContain(`value="${value}"`);
  expect((await browser.get("/login")).headers.get("content-security-policy")).toBe("frame-ancestors 'none'");
});

test("a page shows what was asked for as text, never as markup", async () => {
  const browser = openBrowser();
  for (const path of ["/terms/%3Cscript%3E<b>", "/login?loginMethod=<b>", `${at("/login")}"><b>`])
    expect(await (await browser.get(path)).text()).not.toContain("<b>");
  const wrong = await browser.submit("/login", { email: '"><b>', password: "x" });
  expect(await wrong.text()).not.toContain("<b>");
});
