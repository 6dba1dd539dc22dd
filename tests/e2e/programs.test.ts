import { expect, type Page, test } from "@playwright/test";
import type { GrantedSession, StartedDeviceLogin } from "@shardwatch/core/contract/people/device-login";
import type { ApiToken } from "@shardwatch/core/contract/token/token";
import { expectAccessible } from "./axe.ts";
import { memoryOf } from "./memory.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { said, tab } from "./profile.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

const path = "/profile/programs";
const section = (page: Page) => page.getByRole("region", { name: "API tokens" });
const prometheus = (page: Page) => page.getByRole("region", { name: "Prometheus" });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const row = (page: Page, name: string) => section(page).getByRole("row", { name });

/** Makes a program's request. Returns the status of the answer. */
async function call(secret: string, from = "/deployments"): Promise<number> {
  const headers = { authorization: `Bearer ${secret}`, "user-agent": "nightly/1.0" };
  return (await fetch(`${product.apiUrl}${from}`, { headers })).status;
}

/** Chooses an action of the token with this name. */
async function act(page: Page, token: string, action: string | RegExp): Promise<void> {
  await section(page)
    .getByRole("button", { name: `Actions for ${token}` })
    .click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** The whole token that a dialog shows, which closes then. */
async function taken(page: Page, title: string): Promise<string> {
  const shown = dialog(page, title);
  const secret = await shown.getByLabel("Token", { exact: true }).inputValue();
  await shown.getByRole("button", { name: "Copy the token" }).click();
  await shown.getByRole("button", { name: "Done", exact: true }).click();
  await expect(shown).toHaveCount(0);
  return secret;
}

test("OUT01 an admin creates a token for a program, sees it once, and finds the job for Prometheus", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: product.webUrl });
  const counting = product.api.hold("GET /metrics/parts");
  await openAs(page, "admin@example.com", path, product);
  await expect(section(page)).toContainText("A token lets a script");
  const job = prometheus(page).getByRole("figure", { name: "Prometheus job" });
  await expect(job).toContainText(`- url: ${product.apiUrl}/metrics/parts`);
  await expect(prometheus(page)).toContainText("There's none yet: create one above.");
  await expect(prometheus(page)).not.toContainText("It finds");
  counting.release();
  await expect(prometheus(page)).toContainText("It finds 1 part now");
  await section(page).getByRole("button", { name: "Create token" }).click();
  const form = dialog(page, "Create token");
  await expect(form.getByRole("textbox", { name: "Name" })).toBeFocused();
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await expect(form.getByText("Name is required")).toBeVisible();
  await expect(form.getByText("Choose at least one")).toBeVisible();
  await form.getByRole("textbox", { name: "Name" }).fill("Smoke");
  await form.getByRole("checkbox", { name: /^Read/ }).check();
  await form.getByRole("button", { name: "Create", exact: true }).click();
  const secret = await taken(page, "Token created");
  expect(secret).toMatch(/^sw_tok_[0-9a-z]{26}_[0-9A-Za-z]{49}$/);
  expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(secret);
  await expect(row(page, "Smoke")).toContainText(/Read\s*Anywhere.*Never used.*in (2|3) months/);
  expect(await call(secret)).toBe(200);
  await expect(prometheus(page)).not.toContainText("There's none yet");
  expect(await memoryOf(page)).not.toContain(secret.slice(-20));
});

test(
  "OUT14 a person compares the code of a command line, allows it, sees it under You, and ends it",
  { tag: "@all" },
  async ({ page }) => {
    const begin = async () => {
      const body = JSON.stringify({ client: "shardwatch on <laptop>", scopes: ["read", "channels"] });
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${product.apiUrl}/device-logins`, { method: "POST", headers, body });
      return (await answer.json()) as StartedDeviceLogin;
    };
    const collect = async ({ deviceCode }: StartedDeviceLogin) => {
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify({ deviceCode }) };
      const answer = await fetch(`${product.apiUrl}/device-logins/token`, init);
      return (await answer.json()) as Partial<GrantedSession> & { code?: string };
    };
    const [first, second] = [await begin(), await begin()];
    await openAs(page, "viewer@example.com", `/device#${first.userCode}`, product);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByTestId("user-code")).toHaveText(first.userCode);
    const decision = page.getByRole("region", { name: "Allow this command line?" });
    await expect(decision).toContainText("shardwatch on <laptop>");
    await expect(decision.getByRole("checkbox", { name: /^Read/ })).toBeChecked();
    await expect(decision.getByRole("checkbox", { name: /^Channels/ })).not.toBeChecked();
    await expectAccessible(page, "device");
    await decision.getByRole("button", { name: "Allow" }).click();
    await expect(page.getByRole("status")).toContainText("Go back to your terminal");
    const { secret = "" } = await collect(first);
    expect(await call(secret)).toBe(200);

    // What is no code is for the person to mend.
    await page.goto(`${product.webUrl}/device#%`);
    await page.getByRole("textbox", { name: "Code" }).fill("BBBB BBBB");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("alert")).toContainText("No terminal waits with this code");
    await page.getByRole("textbox", { name: "Code" }).fill(second.userCode.toLowerCase());
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Refuse" }).click();
    await expect(page.getByRole("status")).toContainText("Refused");
    expect(await collect(second)).toMatchObject({ code: "ACCESS_DENIED" });

    await page.goto(`${product.webUrl}/profile/personal`);
    const lines = page.getByRole("region", { name: "Command lines" });
    await expect(lines.getByRole("row", { name: /shardwatch on <laptop>/ })).toContainText(
      /Read.*seconds? ago/,
    );
    await expectAccessible(page, "command lines");
    await lines.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "End" }).click();
    await dialog(page, "End session").getByRole("button", { name: "End" }).click();
    await expect(lines).toContainText("None is signed in");
    expect(await call(secret)).toBe(401);
  },
);

// The last one: it holds the clock.
test(
  "OUT01 a token is limited, edited, rotated, revoked, and read about in the audit",
  { tag: "@all" },
  async ({ page, context, browser }) => {
    await context.grantPermissions(["clipboard-write"], { origin: product.webUrl });
    await openAs(page, "admin@example.com", "/profile/personal", product);
    await tab(page, "Programs").click();
    await section(page).getByRole("button", { name: "Create token" }).click();
    const form = dialog(page, "Create token");
    await form.getByRole("textbox", { name: "Name" }).fill("Nightly report");
    await form.getByRole("checkbox", { name: /^Read/ }).check();
    await form.getByRole("checkbox", { name: /^Audit/ }).check();
    const networks = form.getByRole("textbox", { name: /^Networks/ });
    await networks.fill("127.0.0.0/8, here");
    await form.getByLabel("Expires").selectOption("In 7 days");
    await form.getByRole("button", { name: "Create", exact: true }).click();
    await expect(form.getByRole("alert")).toContainText("A network must be like 192.0.2.4");
    await expectAccessible(page, "create token", { within: "dialog" });
    await networks.fill("127.0.0.0/8 ::1\n192.0.2.0/24,198.51.100.7");
    await form.getByRole("button", { name: "Create", exact: true }).click();
    const shown = dialog(page, "Token created");
    const first = await shown.getByLabel("Token", { exact: true }).inputValue();
    await expect(shown.getByRole("figure", { name: "Try it" })).toContainText(
      `curl -H "Authorization: Bearer $SHARDWATCH_TOKEN" ${product.apiUrl}/deployments`,
    );
    await expectAccessible(page, "token created", { within: "dialog" });
    await page.keyboard.press("Escape");
    await shown.getByRole("button", { name: "Done" }).click();
    await expect(shown.getByRole("alert")).toContainText("You haven't copied the token");
    await shown.getByRole("button", { name: "Done without copying" }).click();
    await expect(row(page, "Nightly report")).toContainText(/Read, Audit.*and 1 more.*in (6|7) days/);
    expect(await call(first)).toBe(200);

    await act(page, "Nightly report", "Edit");
    const edit = dialog(page, "Edit token");
    await expectAccessible(page, "edit token", { within: "dialog" });
    const headers = { origin: product.webUrl };
    const list = await page.request.get(`${product.apiUrl}/tokens`);
    const { tokens } = (await list.json()) as { tokens: ApiToken[] };
    const { id = "" } = tokens.find(({ name }) => name === "Nightly report") ?? {};
    const data = { name: "Nightly report", scopes: ["read"], networks: [] };
    expect((await page.request.put(`${product.apiUrl}/tokens/${id}`, { headers, data })).status()).toBe(200);
    await edit.getByRole("textbox", { name: "Name" }).fill("Daily report");
    await edit.getByRole("button", { name: "Save" }).click();
    await expect(edit.getByRole("alert")).toContainText("This was changed since you have read it.");
    await edit.getByRole("button", { name: "Cancel" }).click();
    await expect(row(page, "Nightly report")).toContainText("Anywhere");
    await act(page, "Nightly report", "Edit");
    await expect(edit.getByRole("checkbox", { name: /^Audit/ })).not.toBeChecked();
    await edit.getByRole("textbox", { name: "Name" }).fill("Daily report");
    await edit.getByRole("button", { name: "Save" }).press("Enter");
    await expect(said(page, "Token changed")).toBeVisible();
    const daily = row(page, "Daily report");
    await expect(daily).toContainText("nightly/1.0");
    expect(await call(first, "/audit")).toBe(403);

    await act(page, "Daily report", "Rotate");
    await expectAccessible(page, "rotate token", { within: "dialog" });
    await dialog(page, "Rotate token").getByRole("button", { name: "Rotate", exact: true }).click();
    await expect(dialog(page, "Token rotated")).toContainText(/The old one ends in (23 hours|1 day)/);
    const second = await taken(page, "Token rotated");
    await expect(daily).toContainText("Old secret ends");
    product.holdTime(Date.now() + 2 * 3_600_000);
    expect([await call(first), await call(second)]).toEqual([200, 200]);
    await page.reload();
    await expect(daily).toContainText("With the old secret");
    await prometheus(page).getByText("Targets for redis_exporter").click();
    const targets = prometheus(page).getByRole("figure", { name: "Target list for redis_exporter" });
    await expect(targets).toContainText(`- url: ${product.apiUrl}/metrics/targets`);
    await expectAccessible(page, "tokens");
    await act(page, "Daily report", "End old secret");
    await expectAccessible(page, "end old secret", { within: "dialog" });
    await dialog(page, "End old secret").getByRole("button", { name: "End now" }).click();
    await expect(daily).not.toContainText("Old secret ends");
    expect([await call(first), await call(second)]).toEqual([401, 200]);

    await page.setViewportSize({ width: 360, height: 740 });
    await expect(section(page).getByText("Daily report").first()).toBeVisible();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await act(page, "Daily report", "Revoke");
    await expectAccessible(page, "revoke token", { within: "dialog" });
    await dialog(page, "Revoke token").getByRole("button", { name: "Revoke" }).click();
    await expect(section(page).getByText("Daily report")).toHaveCount(0);
    expect(await call(second)).toBe(401);

    await page.setViewportSize({ width: 1440, height: 900 });
    await tab(page, "Audit").click();
    await page.getByRole("combobox", { name: "Action" }).selectOption("Tokens: all");
    const event = (text: string) => page.getByRole("row").filter({ hasText: text });
    for (const what of ["Revoke", "End old secret of", "Rotate", "Change"])
      await expect(event(`${what} token`).first()).toContainText("report");
    await page.getByRole("combobox", { name: "Action" }).selectOption("Use token for the first time");
    await expect(event("Use token for the first time").first()).toContainText("Nightly report");
    await page.getByRole("combobox", { name: "Action" }).selectOption("Create token");
    await page.getByRole("button", { name: "Details of Create token" }).first().click();
    await expect(page.getByRole("table")).toContainText("none → Read, Audit");

    for (const name of ["One", "Two"])
      await page.request.post(`${product.apiUrl}/tokens`, { headers, data: { name, scopes: ["read"] } });
    await page.goto(`${product.webUrl}${path}`);
    await expect(row(page, "One")).toContainText(/By \w/);
    await act(page, "One", /^Revoke all by/);
    const all = dialog(page, /^Revoke \d tokens$/);
    await expect(all.getByRole("listitem").filter({ hasText: /^(One|Two)$/ })).toHaveCount(2);
    await expectAccessible(page, "revoke all tokens", { within: "dialog" });
    await all.getByRole("button", { name: "Revoke all" }).click();
    await expect(section(page).getByText("No tokens yet")).toBeVisible();

    const viewer = await browser.newPage();
    await openAs(viewer, "viewer@example.com", path, product);
    await expect(viewer.getByRole("region", { name: "Command line" })).toBeVisible();
    for (const name of ["API tokens", "Prometheus"])
      await expect(viewer.getByRole("region", { name })).toHaveCount(0);
    await viewer.close();
  },
);
