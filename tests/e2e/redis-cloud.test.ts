import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { openAs } from "./place.ts";
import { setProvider } from "./provider.ts";
import {
  controlCloud,
  dialog,
  expectBlankSendsNothing,
  expectNoSideways,
  fill,
  form,
  go,
  nameOfKey,
  openForm,
  openWizard,
  refusals,
  rows,
  states,
  steps,
  usualProvider,
} from "./redis-cloud.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterEach(async () => {
  await setCloud({ every: "works", delayMs: 0 });
  await setProvider(product, usualProvider);
});
test.afterAll(() => product.stop());

const setCloud = (settings: object) => controlCloud(product, settings);
const openTab = (page: Page, email = "rita.cloud@example.com") =>
  openAs(page, email, "/integrations/redis-cloud", product);

test("CLD03 CLD04 CLD05 CLD06 CLD07 CLD08 CLD09 CLD10 CLD11 CLD12 CLD13 CLD14 CLD15 CLD16 SYN04 an account is connected, read at once, shown without its keys, and deleted after a question", async ({
  page,
}) => {
  await openTab(page);
  await expect(page.getByText("No Redis Cloud accounts yet")).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  await openForm(page);
  const [key, secret] = [form(page).getByLabel("API key"), form(page).getByLabel("API secret")];
  await expect(form(page).getByLabel("Name")).toBeFocused();
  await expect(secret).toHaveAttribute("type", "password");
  for (const field of [key, secret]) await expect(field).toHaveAttribute("autocomplete", "new-password");
  await form(page).getByRole("button", { name: "Connect", exact: true }).click();
  await expect(form(page).getByText("API key is required", { exact: true })).toBeVisible();
  await expect(form(page).getByText("API secret is required", { exact: true })).toBeVisible();
  await expectAccessible(page, "the form");

  await fill(page, "Production", "demo-api-key", "wrong-secret");
  await form(page).getByRole("button", { name: "Connect", exact: true }).click();
  const alert = form(page).getByRole("alert");
  await expect(alert.getByText("Failed to create Redis Cloud integration", { exact: true })).toBeVisible();
  await expect(alert.getByText("Redis Cloud rejected these keys.")).toBeVisible();
  await expect(key).toHaveValue("demo-api-key");

  await fill(page, "Production");
  await form(page).getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Redis Cloud account connected" })).toBeFocused();
  await expect(form(page)).toHaveCount(0);
  await expect(page.getByText("appear within 5 minutes")).toBeVisible();
  await expect(page.getByText("Found: 5 subscriptions, 14 databases.")).toBeVisible();
  await expectAccessible(page, "an account is connected");
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Connect account" })).toBeFocused();
  await expect(rows(page)).toHaveText([
    /Name.*Status.*Found.*Last used.*Last sync/,
    /Production.*4711.*Connected.*5 subscriptions, 14 databases.* ago.* ago.*Delete/,
  ]);
  await expect(rows(page).getByRole("button", { name: /Edit/ })).toHaveCount(0);
  expect(await page.content()).not.toMatch(/demo-api-(key|secret)/);
  await openForm(page);
  for (const label of ["API key", "API secret"]) await expect(form(page).getByLabel(label)).toHaveValue("");
  await fill(page, "Twice");
  await form(page).getByRole("button", { name: "Connect", exact: true }).click();
  await expect(form(page).getByText('already connected, as "Production"')).toBeVisible();
  await form(page).getByRole("button", { name: "Cancel" }).click();
  await expectNoSideways(page);
  await page.setViewportSize({ width: 1_280, height: 800 });

  await page.getByRole("button", { name: "Delete Production" }).click();
  await expect(dialog(page)).toContainText("Its 5 deployments will be removed");
  await expect(dialog(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog(page).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("No Redis Cloud accounts yet")).toBeVisible();
});

test("ERR28 ERR29 ERR30 what cannot be loaded, created or deleted is said, and can be tried again", async ({
  page,
}) => {
  await openTab(page);
  await openForm(page);
  await fill(page, "Ours");
  await setCloud({ every: "server-error" });
  await form(page).getByRole("button", { name: "Connect", exact: true }).click();
  await expect(
    form(page).getByText("Failed to create Redis Cloud integration", { exact: true }),
  ).toBeVisible();
  await expect(form(page).getByText("Couldn't reach Redis Cloud: Redis Cloud answered 500.")).toBeVisible();
  await setCloud({ every: "works" });
  await form(page).getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Delete Ours" }).click();
  const remove = dialog(page).getByRole("button", { name: "Delete", exact: true });
  const tabs = page.getByRole("navigation", { name: "Integrations" }).getByRole("link");
  await product.api.stop();
  try {
    await remove.click();
    await expect(
      dialog(page).getByText("Failed to delete Redis Cloud integration", { exact: true }),
    ).toBeVisible();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("Failed to load Redis Cloud integrations", { exact: true })).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
  } finally {
    await product.api.start();
  }
  await tabs.first().click();
  await tabs.nth(1).click();
  await page.getByRole("button", { name: "Delete Ours" }).click();
  await remove.click();
  await expect(page.getByText("No Redis Cloud accounts yet")).toBeVisible();
});

test("CLD18 CLD19 CLD20 CLD21 CLD22 CLD23 CLD24 CLD25 CLD26 CLD27 CLD29 CLD30 CLD31 CLD32 ENT46 EXT07 EXT08 EXT09 EXT10 the wizard creates the keys at Redis Cloud and connects the account with them", async ({
  page,
}) => {
  const printed: string[] = [];
  page.on("console", (message) => printed.push(message.text()));
  await openTab(page);
  await openWizard(page);
  await expect(nameOfKey(page)).toHaveValue("shardwatch-redis-cloud");
  await expect(nameOfKey(page)).toHaveAccessibleDescription(/10-50 characters/);
  await expect(steps(page)).toHaveText([
    /^Fetching Account Information\s*\(pending\)$/,
    /^Creating API Key\s*\(pending\)$/,
  ]);
  await expectAccessible(page, "the wizard", "dialog");
  await expectBlankSendsNothing(page);
  const asking = product.provider.hold("GET /api/v1/accounts");
  const creating = product.provider.hold("POST /api/v1/accounts/cloud-api/cloudApiKeys");
  await nameOfKey(page).fill("abc");
  await go(page, "Create key");
  await expect(steps(page).first()).toHaveAttribute("data-state", "loading");
  expect(await states(page)).toEqual(["loading", "pending"]);
  await asking.arrived;
  asking.release();
  await expect(steps(page).last()).toHaveAttribute("data-state", "loading");
  await creating.arrived;
  creating.release();
  await expect(dialog(page).getByRole("button", { name: "Retry" })).toBeVisible();
  // Names of any length are sent; the provider decides.
  for (const name of ["abc", "a".repeat(60)]) {
    const sent = page.waitForRequest((request) => request.url().endsWith("/cloud-api/cloudApiKeys"));
    await nameOfKey(page).fill(name);
    await nameOfKey(page).press("Enter");
    expect((await sent).postDataJSON()).toMatchObject({ cloudApiKey: { name } });
    await expect(dialog(page).getByText("The API key name is illegal.", { exact: true })).toBeVisible();
    expect(await states(page)).toEqual(["completed", "error"]);
  }

  await nameOfKey(page).fill("made-by-the-wizard");
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.url().endsWith("/cloud-api/cloudApiKeys")),
    go(page, "Retry"),
  ]);
  const { cloudApiKey } = request.postDataJSON() as { cloudApiKey: Record<string, unknown> };
  expect(cloudApiKey).toEqual({
    name: "made-by-the-wizard",
    user_account: expect.any(Number) as unknown,
    ip_whitelist: [],
    secret_key: null,
  });
  const cookies = await page.context().cookies(product.providerUrl);
  const token = cookies.find(({ name }) => name === "csrf_token")?.value;
  expect(token).toMatch(/^[\w-]{8,}$/);
  expect(request.headers()["x-csrf-token"]).toBe(token);
  const answer = (await (await request.response())?.json()) as { cloudApiKey: { secret_key: string } };
  await expect(page.getByRole("heading", { name: "Redis Cloud account connected" })).toBeFocused();
  await expect(page.getByText("Found: 5 subscriptions")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Delete made-by-the-wizard" })).toBeVisible();
  const kept = await page.evaluate<string>("JSON.stringify([sessionStorage, localStorage, document.cookie])");
  const { secret_key: secret } = answer.cloudApiKey;
  for (const place of [kept, await page.content(), printed.join()]) expect(place).not.toContain(secret);

  // The same account again: the wizard's keys stay filled in when they cannot be saved.
  await setProvider(product, { keyAnswer: "flat" });
  await openWizard(page, "Typed by hand");
  await nameOfKey(page).fill("another-one");
  await go(page, "Create key");
  await expect(form(page).getByText(/already connected/)).toBeVisible();
  await expect(form(page).getByLabel("API secret")).toHaveValue(/^S[0-9a-f]{40}$/);
  await expect(form(page).getByLabel("Name")).toHaveValue("Typed by hand");
});

test("CLD28 ERR46 ERR47 ERR48 ERR49 ERR50 ERR51 ERR52 ERR53 ERR54 ERR55 ERR56 ROL33 each failure has its words, and a retry goes on from where it failed", async ({
  page,
}) => {
  await openTab(page, "admin@example.com");
  await expect(page.getByRole("main").getByText("Acme Data", { exact: true })).toBeVisible();
  await openWizard(page);
  await page.context().clearCookies({ name: "csrf_token" });
  await go(page, "Create key");
  const says = (sentence: string) =>
    expect(dialog(page).getByRole("alert").getByText(sentence, { exact: true })).toBeVisible();
  await says("CSRF token not found. Please ensure you are authenticated with Redis Cloud.");
  expect(await states(page)).toEqual(["error", "pending"]);
  await page.evaluate(`fetch("${product.providerUrl}/api/v1/csrf", { credentials: "include" })`);
  const noAccess = "No accounts with API access found. Please enable API access in Redis Cloud console.";
  for (const [accounts, sentence] of [
    ["failing", "Failed to fetch accounts: 500 Internal Server Error"],
    ["none", "No Redis Cloud accounts found"],
    ["access-null", noAccess],
    ["access-missing", noAccess],
  ] as const) {
    await setProvider(product, { accounts });
    await go(page, "Retry");
    await says(sentence);
    expect(await states(page)).toEqual(["error", "pending"]);
  }
  await setProvider(product, { accounts: "with-access", keyError: "secret_key_name_illegal" });
  await go(page, "Retry");
  await says("The API key name is illegal.");
  const listed: string[] = [];
  page.on("request", (request) => request.url().endsWith("/accounts") && listed.push(request.method()));
  for (const [keyError, keyErrorShape, sentence] of refusals) {
    await setProvider(product, { keyError, keyErrorShape });
    await go(page, "Retry");
    await says(sentence);
    expect(await states(page)).toEqual(["completed", "error"]);
  }
  await expectAccessible(page, "a step failed", "dialog");
  // With several accounts the person chooses one. It becomes the current one before the key is created.
  expect(listed).toEqual([]);
  await go(page, "Cancel");
  await setProvider(product, { accounts: "several", keyError: "" });
  await form(page).getByRole("button", { name: "Create keys automatically" }).click();
  await go(page, "Create key");
  await expect(dialog(page).getByRole("radio")).toHaveCount(2);
  expect(await states(page)).toEqual(["completed", "pending"]);
  await dialog(page)
    .getByRole("radio", { name: /Acme Data Europe/ })
    .check();
  const chosen = page.waitForRequest((request) => request.url().includes("/accounts/setcurrent/"));
  await nameOfKey(page).fill("key-of-another-account");
  await go(page, "Continue");
  await chosen;
  await expect(page.getByRole("heading", { name: "Redis Cloud account connected" })).toBeVisible();
});
