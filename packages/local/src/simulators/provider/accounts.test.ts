import { expect, test } from "vitest";
import { contentOf, openBrowser } from "./test-browser.ts";

interface Account {
  id: number;
  name: string;
  api_access_key?: string | null;
}

async function signedIn(email: string, state: Record<string, unknown> = {}) {
  const browser = openBrowser();
  await browser.login(email);
  await browser.control(state);
  const { id } = (await contentOf(await browser.me())) as { id: string };
  const accounts = async () =>
    ((await contentOf(await browser.get("/api/v1/accounts"))) as { accounts: Account[] }).accounts;
  const current = async () =>
    ((await contentOf(await browser.me())) as { current_account_id: string }).current_account_id;
  const create = (name = "shardwatch-redis-cloud", more: object = {}) =>
    browser.post("/api/v1/accounts/cloud-api/cloudApiKeys", {
      cloudApiKey: { name, user_account: Number(id), ip_whitelist: [], secret_key: null, ...more },
    });
  return { ...browser, accounts, current, create };
}

test("the accounts have a number id, a name and a key of the cloud API", async () => {
  const { accounts } = await signedIn("admin@example.com");
  expect(await accounts()).toEqual([
    {
      id: expect.any(Number),
      name: "Acme Data",
      api_access_key: expect.stringMatching(/^A\w{24}$/),
      has_paid: true,
    },
  ]);
});

test.each([
  ["access-null", { api_access_key: null }],
  ["access-empty", { api_access_key: "" }],
])("OPS11 API access can be switched off (%s), and then no key is made", async (mode, account) => {
  const { accounts, create } = await signedIn("admin@example.com", { accounts: mode });
  expect(await accounts()).toEqual([expect.objectContaining(account)]);
  expect((await create()).status).toBe(403);
});

test("OPS11 API access can be missing altogether", async () => {
  const { accounts } = await signedIn("admin@example.com", { accounts: "access-missing" });
  expect(Object.keys((await accounts())[0] ?? {})).toEqual(["id", "name", "has_paid"]);
});

test("OPS11 the list can be empty, and it alone can fail", async () => {
  const { accounts, control, get, me } = await signedIn("admin@example.com", { accounts: "none" });
  expect(await accounts()).toEqual([]);
  await control({ accounts: "failing" });
  expect((await get("/api/v1/accounts")).status).toBe(500);
  expect((await me()).status).toBe(200);
});

test("one of several accounts can be made current, and a key belongs to it", async () => {
  const { accounts, current, post, create } = await signedIn("admin@example.com", { accounts: "several" });
  const list = await accounts();
  expect(list.map(({ api_access_key }) => Boolean(api_access_key))).toEqual([false, true, true]);
  const own = list.find(({ name }) => name === "Acme Data");
  expect(await current()).toBe(String(own?.id));
  expect((await create("same-name-twice")).status).toBe(200);
  expect((await post(`/api/v1/accounts/setcurrent/${list[1]?.id}`, {})).status).toBe(200);
  expect(await current()).toBe(String(list[1]?.id));
  expect((await create("same-name-twice")).status).toBe(200);
  expect((await post(`/api/v1/accounts/setcurrent/${list[0]?.id}`, {})).status).toBe(200);
  expect((await create("without-access")).status).toBe(403);
});

test("somebody else's account cannot be made current", async () => {
  const { current, post } = await signedIn("super@example.com");
  const before = await current();
  const other = await signedIn("admin@example.com");
  const answer = await post(`/api/v1/accounts/setcurrent/${await other.current()}`, {});
  expect(answer.status).toBe(404);
  expect(await current()).toBe(before);
});

test("a key is answered wrapped or flat, with its secret and an empty list of errors", async () => {
  const { create, control, current } = await signedIn("admin@example.com");
  const key = {
    id: expect.any(Number),
    name: "first-wizard-key",
    secret_key: expect.stringMatching(/^S\w{40}$/),
  };
  const wrapped = (await contentOf(await create("first-wizard-key"))) as { cloudApiKey: object };
  expect(wrapped).toEqual({ cloudApiKey: { ...key, user_account: expect.any(Number) }, errors: [] });
  await control({ keyAnswer: "flat" });
  const flat = await contentOf(await create("second-wizard-key"));
  expect(flat).toMatchObject({ ...key, name: "second-wizard-key", ip_whitelist: [], errors: [] });
  expect(flat).not.toHaveProperty("cloudApiKey");
  const user_account = Number(await current());
  expect((await create("for-another-user", { user_account })).status).toBe(400);
  expect((await create("for-a-text-user", { user_account: "1" })).status).toBe(400);
});

test("without its CSRF token no key is made", async () => {
  const { create, jar } = await signedIn("admin@example.com");
  jar.delete("csrf_token");
  expect((await create()).status).toBe(403);
});

test.each([
  ["admin@example.com", "too short", 400, "secret_key_name_illegal"],
  ["admin@example.com", "taken-already", 400, "secret_key_already_exists"],
  ["viewer@example.com", "by-a-viewer", 403, "insufficient-permission"],
])("what is really wrong with a key has its code: %s, %s", async (email, name, status, code) => {
  const { create } = await signedIn(email);
  await create("taken-already");
  const answer = await create(name);
  expect(answer.status).toBe(status);
  expect(await contentOf(answer)).toEqual({ errors: { status, code } });
});

const params = [{ key: "user", value: "simulated" }];
test.each([
  ["object", "secret_key_name_illegal", 400, { status: 400, code: "secret_key_name_illegal" }],
  ["object", "insufficient-permission", 403, { status: 403, code: "insufficient-permission" }],
  ["object", "anything-else", 400, { status: 400, code: "anything-else" }],
  ["object", "without-code", 400, { status: 400 }],
  [
    "json-string",
    "forbidden_request",
    403,
    JSON.stringify([{ field_name: "name", error_code: "forbidden_request", params }]),
  ],
  ["array", "quota-exceeded", 200, [{ field_name: "name", error_code: "quota-exceeded", params: [] }]],
  ["array-of-text", "quota-exceeded", 200, ["quota-exceeded"]],
])("OPS11 errors of a key can be had as %s: %s", async (keyErrorShape, keyError, status, errors) => {
  const { create } = await signedIn("admin@example.com", { keyError, keyErrorShape });
  const answer = await create();
  expect(answer.status).toBe(status);
  expect(await contentOf(answer)).toEqual({ errors });
});
