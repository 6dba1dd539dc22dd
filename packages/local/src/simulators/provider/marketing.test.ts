import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { countries } from "./marketing.ts";
import { contentOf, openBrowser, webOrigin } from "./test-browser.ts";

type Browser = ReturnType<typeof openBrowser>;

async function nonceFrom({ get }: Browser): Promise<string> {
  return ((await contentOf(await get("/marketing/api/proxy/nonce"))) as { nonce: string }).nonce;
}

const payload = {
  first_name: "Lena",
  last_name: "Berg",
  email: "lena@startup.example",
  company: "Startup",
  country: "Norway",
  password: "her own secret",
  utm_source: "",
  utm_medium: "",
  utm_campaign: "spring",
  utm_term: "",
  utm_content: "",
  country_code: "NO",
  state_code: "",
  state: "",
  agreement: true,
  promotional_emails: false,
  marketo_params: [{ name: "utm_campaign", value: "spring" }],
  time_stamp: "2026-01-05T10:00:00.000Z",
  product_type: "unifiedrc",
};

async function signUp(browser: Browser, change: object = {}): Promise<Response> {
  const nonce = await nonceFrom(browser);
  return await browser.post("/marketing/api/proxy/signup", { ...payload, nonce, ...change });
}

interface Mail {
  to: string;
  link: string;
  activated: boolean;
}
const mailsOf = async ({ get }: Browser) =>
  ((await contentOf(await get("/inbox.json"))) as { mails: Mail[] }).mails;

test("the countries are those of ISO 3166, each with name and code, readable by the web application", async () => {
  const { send } = openBrowser();
  const answer = await send("/marketing/api/countries", {}, { origin: webOrigin });
  expect(answer.headers.get("access-control-allow-origin")).toBe(webOrigin);
  expect(answer.headers.get("access-control-allow-credentials")).toBe("true");
  expect(await contentOf(answer)).toEqual({ countries });
  expect(countries).toHaveLength(249);
  expect(new Set(countries.map(({ name }) => name)).size).toBe(249);
  const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  for (const { code } of countries) {
    expect(code).toMatch(/^[A-Z]{2}$/);
    expect(regions.of(code)).toBeDefined();
  }
  expect(countries).toContainEqual({ name: "Côte d'Ivoire", code: "CI" });
});

test("a sign-up sends a mail; the button behind its link activates the account, the link alone does not, and the chosen password then opens it", async () => {
  const browser = openBrowser();
  expect((await signUp(browser)).status).toBe(200);
  const refused = await browser.login("lena@startup.example", "her own secret");
  expect(refused.status).toBe(401);
  expect(await contentOf(refused)).toEqual({ errors: { status: 401, code: "user-not-activated" } });
  expect(await contentOf(await browser.login("lena@startup.example", "guessed"))).toMatchObject({
    errors: { code: "invalid-credentials" },
  });
  const [mail] = await mailsOf(browser);
  expect(mail).toMatchObject({ to: "lena@startup.example", activated: false });
  const { pathname } = new URL(mail?.link ?? "");
  expect(await (await browser.get("/inbox")).text()).toContain(`href="${pathname}"`);
  expect(await (await browser.get(pathname)).text()).toContain("<button>Activate the account</button>");
  expect((await browser.submit(pathname, {}, { origin: "https://evil.example" })).status).toBe(403);
  expect(await mailsOf(browser)).toEqual([mail]);
  expect((await browser.submit(pathname, {})).status).toBe(303);
  expect(await (await browser.get(pathname)).text()).toContain(`href="${webOrigin}/"`);
  expect(await mailsOf(browser)).toEqual([{ ...mail, activated: true }]);
  expect((await browser.login("Lena@Startup.example", "her own secret")).status).toBe(200);
  expect(await contentOf(await browser.me())).toMatchObject({
    id: expect.stringMatching(/^\d{8}$/),
    first_name: "Lena",
    last_name: "Berg",
    name: "Lena Berg",
    email: "lena@startup.example",
    company: "Startup",
    role: "owner",
  });
});

test("a person who signed up is known after a restart, and their password is not kept as text", async () => {
  const folder = mkdtempSync(`${tmpdir()}/shardwatch-provider-`);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const first = openBrowser({ folder });
  await signUp(first);
  const second = openBrowser({ folder });
  const [mail] = await mailsOf(second);
  await second.submit(new URL(mail?.link ?? "").pathname, {});
  expect((await second.login(payload.email, payload.password)).status).toBe(200);
  expect(readFileSync(`${folder}/provider-people.json`, "utf8")).not.toContain(payload.password);
});

test("the inbox shows the newest mail first, whoever sent it", async () => {
  const folder = mkdtempSync(`${tmpdir()}/shardwatch-provider-`);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const mail = { from: "Shardwatch", to: payload.email, text: "", html: "", headers: {} };
  const mails = [
    { ...mail, id: "2", subject: "An incident of today", sentAt: "2026-11-03T00:00:00.000Z" },
    { ...mail, id: "1", subject: "An incident of yesterday", sentAt: "2026-11-01T00:00:00.000Z" },
  ];
  writeFileSync(`${folder}/mails.json`, JSON.stringify({ count: 2, mails }));
  const browser = openBrowser({ folder, now: () => Date.parse("2026-11-02T00:00:00Z") });
  await signUp(browser);
  const page = await (await browser.get("/inbox")).text();
  expect([...page.matchAll(/<h2>([^<]*)/g)].map(([, subject]) => subject)).toEqual([
    "An incident of today",
    "Activate your account",
    "An incident of yesterday",
  ]);
});

test("whoever signs up again before activating gets a new link, and the old one is not valid", async () => {
  const browser = openBrowser();
  await signUp(browser);
  const [old] = await mailsOf(browser);
  expect((await signUp(browser, { password: "another secret" })).status).toBe(200);
  const mails = await mailsOf(browser);
  expect(mails).toHaveLength(1);
  const oldPath = new URL(old?.link ?? "").pathname;
  expect((await browser.get(oldPath)).status).toBe(404);
  await browser.submit(oldPath, {});
  expect(await mailsOf(browser)).toEqual(mails);
  await browser.submit(new URL(mails[0]?.link ?? "").pathname, {});
  expect((await browser.login(payload.email, payload.password)).status).toBe(401);
  expect((await browser.login(payload.email, "another secret")).status).toBe(200);
});

test.each(["admin@example.com", "mfa@example.com"])("%s cannot be taken by a sign-up", async (email) => {
  const browser = openBrowser();
  expect((await signUp(browser, { email: email.toUpperCase() })).status).toBe(409);
  expect(await mailsOf(browser)).toEqual([]);
});

test("an account in use cannot be taken by a second sign-up", async () => {
  const browser = openBrowser();
  await signUp(browser);
  const [mail] = await mailsOf(browser);
  await browser.submit(new URL(mail?.link ?? "").pathname, {});
  expect((await signUp(browser, { password: "a thief's" })).status).toBe(409);
  expect((await browser.login(payload.email, payload.password)).status).toBe(200);
});

test("a company's name does not lead into somebody else's cloud account", async () => {
  const browser = openBrowser();
  await signUp(browser, { company: "Acme Data" });
  const [mail] = await mailsOf(browser);
  await browser.submit(new URL(mail?.link ?? "").pathname, {});
  const current = async (email: string, password?: string) => {
    await browser.login(email, password);
    return ((await contentOf(await browser.me())) as { current_account_id: string }).current_account_id;
  };
  const own = await current(payload.email, payload.password);
  expect(own).not.toBe(await current("admin@example.com"));
});

const wrongValues: [string, unknown][] = [
  ...["first_name", "last_name", "company", "country", "password"].map((field): [string, string] => [
    field,
    "",
  ]),
  ["email", "nobody"],
  ["utm_source", undefined],
  ["utm_medium", null],
  ["utm_campaign", 1],
  ["utm_term", undefined],
  ["utm_content", undefined],
  ["country_code", "SE"],
  ["country_code", "no"],
  ["country", "Atlantis"],
  ["state_code", undefined],
  ["state", null],
  ["agreement", false],
  ["agreement", "true"],
  ["promotional_emails", true],
  ["marketo_params", {}],
  ["marketo_params", [{ name: "utm_source" }]],
  ["time_stamp", "yesterday"],
  ["time_stamp", "2026-01-05 10:00"],
  ["nonce", ""],
  ["nonce", "made up"],
  ["product_type", "rc"],
  ["firstname", "Lena"],
];
test.each(wrongValues)("%s a sign-up is refused with a wrong %s: %j", async (field, value) => {
  const browser = openBrowser();
  const answer = await signUp(browser, { [field]: value });
  expect(answer.status).toBe(400);
  expect(await mailsOf(browser)).toEqual([]);
});

test("a refusal names the fields that are wrong", async () => {
  const answer = await signUp(openBrowser(), { email: "nobody", state: null });
  expect(await contentOf(answer)).toEqual({
    errors: { status: 400, code: "invalid-request", message: expect.stringMatching(/^email: .*; state: /) },
  });
});

test("a nonce is good for one attempt, and for ten minutes", async () => {
  let now = Date.parse("2026-01-05T10:00:00Z");
  const browser = openBrowser({ now: () => now });
  const nonce = await nonceFrom(browser);
  await browser.control({ signUp: "failing" });
  expect((await signUp(browser, { nonce })).status).toBe(500);
  await browser.control({ signUp: "works" });
  expect((await signUp(browser, { nonce })).status).toBe(400);
  const late = await nonceFrom(browser);
  now += 10 * 60_000;
  const answer = await browser.post("/marketing/api/proxy/signup", { ...payload, nonce: late });
  expect(await contentOf(answer)).toEqual({ errors: { status: 400, code: "invalid-nonce" } });
});

test("OPS11 each call of a sign-up can be told to fail", async () => {
  const browser = openBrowser();
  await browser.control({ signUp: "refused" });
  expect((await signUp(browser)).status).toBe(400);
  await browser.control({ signUp: "nonce-failing" });
  expect((await browser.get("/marketing/api/proxy/nonce")).status).toBe(500);
  await browser.control({ countries: "failing" });
  expect((await browser.get("/marketing/api/countries")).status).toBe(500);
  await browser.control({ countries: "damaged" });
  expect(await (await browser.get("/marketing/api/countries")).text()).toContain("<!doctype html>");
  await browser.control({ countries: "empty" });
  expect(await contentOf(await browser.get("/marketing/api/countries"))).toEqual({ countries: [] });
  await browser.control({ countries: "works", signUp: "works", mode: "rate-limited" });
  for (const path of ["/marketing/api/countries", "/marketing/api/proxy/nonce"])
    expect((await browser.get(path)).status).toBe(429);
  expect(await mailsOf(browser)).toEqual([]);
});
