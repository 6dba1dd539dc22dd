import { credentialKey } from "@shardwatch/core/agent-key/agent-key.keys";
import { accountKey } from "@shardwatch/core/account/account.keys";
import { create } from "@shardwatch/core/agent-key/agent-key";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { keyOfPulse, pulseKind } from "@shardwatch/core/deployment/rows/pulse.table";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { createButton, createByForm, keyRow, nameField, newKey, report } from "./keys.ts";
import { callsOf, count, openAs, scrollsSideways, typefacesInUse } from "./place.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterEach(() => product.api.start());
test.afterAll(() => product.stop());

const openTab = (page: Page) => openAs(page, "admin@example.com", "/integrations/agent-keys", product);

test("KEY21 KEY22 KEY23 KEY24 ERR44 R5 revoking says what depends on the key, and the next report with it is refused", async ({
  page,
}) => {
  const { compositeKey } = await create(product.people.admin, "Fed by it");
  expect(await report(product, compositeKey, ["fed-1", "fed-2", "fed-3", "fed-4"])).toBe(202);
  await openTab(page);
  const calls = callsOf(page, product);
  await keyRow(page, "Fed by it").getByRole("button", { name: "Revoke" }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke agent key" });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(dialog).toContainText("Fed by it");
  await expect(dialog).toContainText(/4 deployments use this key: fed-\d, fed-\d, fed-\d and 1 more\./);
  await expect(dialog).toContainText(/Last used (just now|\d+ seconds? ago)/);
  await expect(dialog).toContainText(
    "A deleted deployment reappears if its API key is still active or an agent is still running.",
  );
  await expectAccessible(page, "revoking");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  expect(count(calls, "GET /access-key")).toBeLessThanOrEqual(1);
  expect(calls.filter((call) => call.startsWith("DELETE"))).toEqual([]);

  await keyRow(page, "Fed by it").getByRole("button", { name: "Revoke" }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(keyRow(page, "Fed by it")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Create agent key" })).toBeFocused();
  expect(await report(product, compositeKey, ["fed-1"])).toBe(401);
});

test(
  "a key that feeds more than ten deployments is revoked only when its name is typed",
  { tag: "@all" },
  async ({ page }) => {
    const { compositeKey } = await create(product.people.admin, "Feeds many");
    const names = Array.from({ length: 11 }, (_, index) => `many-${index}`);
    expect(await report(product, compositeKey, names)).toBe(202);
    await openTab(page);
    await keyRow(page, "Feeds many").getByRole("button", { name: "Revoke" }).click();
    const revoke = page.getByRole("dialog").getByRole("button", { name: "Revoke" });
    await expect(revoke).toBeDisabled();
    await page.getByRole("dialog").getByRole("textbox").fill("Feeds many");
    await revoke.click();
    await expect(keyRow(page, "Feeds many")).toHaveCount(0);
  },
);

test("ERR20 ERR21 ERR22 loading, creating and revoking say what has failed, keep what was typed, and can be tried again", async ({
  page,
}) => {
  await create(product.people.admin, "Hard to revoke");
  await openAs(page, "admin@example.com", "/integrations/redis-cloud", product);
  await expect(page.getByRole("heading", { level: 1, name: "Integrations" })).toBeVisible();
  await product.api.stop();
  await page.getByRole("link", { name: "Agent Keys" }).click();
  await expect(page.getByRole("alert").getByText("Failed to fetch tokens", { exact: true })).toBeVisible();
  await product.api.start();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(keyRow(page, "Hard to revoke")).toBeVisible();

  await page.getByRole("button", { name: "Create agent key" }).click();
  await nameField(page).fill("Typed with care");
  await product.api.stop();
  await createButton(page).click();
  await expect(page.getByRole("alert").getByText("Failed to create token", { exact: true })).toBeVisible();
  await expect(nameField(page)).toHaveValue("Typed with care");
  await keyRow(page, "Hard to revoke")
    .getByRole("button", { name: /^Revoke/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Revoke agent key" });
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(dialog.getByRole("alert").getByText("Failed to revoke token", { exact: true })).toBeVisible();
  await product.api.start();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(keyRow(page, "Hard to revoke")).toHaveCount(0);
  await createButton(page).click();
  await expect(newKey(page)).toBeVisible();
});

test("ERR21 the server's reason stands below the headline", { tag: "@all" }, async ({ page }) => {
  await openAs(page, "super@example.com", "/integrations", product);
  await page.getByRole("link", { name: "Show Shardwatch Operations" }).click();
  await expect(page.getByText("No agent keys yet")).toBeVisible();
  const headers = { origin: product.webUrl };
  for (let number = 0; number < 100; number += 1) {
    const data = { name: `Key number ${number}` };
    const answer = await page.request.post(`${product.apiUrl}/access-key`, { headers, data });
    expect(answer.status()).toBe(201);
  }
  await page.getByRole("button", { name: "Create agent key" }).click();
  await nameField(page).fill("One too many");
  await createButton(page).click();
  const problem = page.getByRole("form", { name: "Create agent key" }).getByRole("alert");
  await expect(problem).toHaveText(
    "Failed to create tokenAn organization can have up to 100 agent keys. Revoke one first.",
  );
});

test(
  "KEY21 a row's button is where it was pressed while the create form finds a fault",
  { tag: "@all" },
  async ({ page }) => {
    await create(product.people.admin, "Stays in place");
    await openTab(page);
    await typefacesInUse(page);
    const revoke = keyRow(page, "Stays in place").getByRole("button", { name: "Revoke" });
    for (const name of ["", "ab"]) {
      await page.getByRole("button", { name: "Create agent key" }).click();
      await nameField(page).fill(name);
      const button = await revoke.boundingBox();
      await page.mouse.move((button?.x ?? 0) + 4, (button?.y ?? 0) + 4);
      await page.mouse.down();
      await expect(nameField(page)).toHaveAttribute("aria-invalid", "true");
      expect(await revoke.boundingBox()).toEqual(button);
      await page.mouse.up();
      const dialog = page.getByRole("dialog", { name: "Revoke agent key" });
      await expect(dialog).toContainText("Stays in place");
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Cancel" }).click();
    }
  },
);

test(
  "R17 a key tells which deployments are left out of its reports, and what to do",
  { tag: "@all" },
  async ({ page }) => {
    const owners = await create(product.people.admin, "Owns it");
    expect(await report(product, owners.compositeKey, ["left-out"])).toBe(202);
    const { keyId, compositeKey } = await create(product.people.admin, "Reports it too");
    await product.services.table.update(credentialKey(keyId), {
      set: { createdBy: "acc_somebody", byManager: false },
    });
    expect(await report(product, compositeKey, ["left-out"], { id: "otheragent000001" })).toBe(202);
    await openTab(page);
    const row = keyRow(page, "Reports it too");
    await expect(row).toContainText("1 deployment left out");
    await row.getByRole("button", { name: "Agents of Reports it too" }).click();
    await expect(page.getByText("that another person’s key reports")).toBeVisible();
    await expect(page.getByRole("link", { name: "left-out" })).toBeVisible();
    await expectAccessible(page, "a key of which something is left out");
  },
);

test(
  "each key tells which agents report with it, how they are, and which have fallen silent",
  { tag: "@all" },
  async ({ page }) => {
    const { keyId, compositeKey } = await create(product.people.admin, "With agents");
    const troubled = {
      id: "troubledagent001",
      platform: "linux-arm64",
      startedAt: new Date(Date.now() - 7_200_000).toISOString(),
      clockSkewMs: -3_500,
      lastError: "orders: the connection was refused",
    };
    expect(await report(product, compositeKey, ["agents-1", "agents-2"], troubled)).toBe(202);
    expect(
      await report(product, compositeKey, ["agents-3"], { id: "silentagent00001", version: "0.9.0" }),
    ).toBe(202);
    const source = { kind: "agent", id: keyId, instance: "silentagent00001" } as const;
    const silent = pulseKind.changes({ receivedAt: Date.now() - 360_000 });
    await product.services.table.update(keyOfPulse(product.people.organization, source, 0), { set: silent });
    await openTab(page);
    const row = keyRow(page, "With agents");
    await expect(row).toContainText("1 of 2 agents reporting");
    await row.getByRole("button", { name: "Agents of With agents" }).press("Enter");
    const agent = (id: string) => page.getByRole("listitem").filter({ hasText: id });
    for (const text of [
      "1.2.3",
      "linux-arm64",
      "2 hours ago",
      "3.5 s behind",
      "connection was refused",
      "Active",
    ])
      await expect(agent("troubledagent001")).toContainText(new RegExp(text, "i"));
    for (const text of ["0.9.0", "6 minutes ago", "Silent"])
      await expect(agent("silentagent00001")).toContainText(new RegExp(text, "i"));
    await expect(agent("silentagent00001")).not.toContainText("Clock");
    await page.getByRole("button", { name: "Create agent key" }).click();
    await nameField(page).press("Enter");
    await expectAccessible(page, "agents of a key, and a name that is missing");
    for (const width of [1_440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => scrollsSideways(page), `${width} px`).toBe(false);
    }
  },
);

test(
  "ROL29 ROL30 AMD02 a viewer creates keys and revokes their own, and reads why not those of others; somebody without organization reads why there are none",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "viewer@example.com", "/integrations", product);
    await createByForm(page, "Made by a viewer");
    await newKey(page).getByRole("button", { name: "Done" }).click();
    await newKey(page).getByRole("button", { name: "Done without copying" }).click();
    await keyRow(page, "Made by a viewer").getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await expect(keyRow(page, "Made by a viewer")).toHaveCount(0);
    const others = keyRow(page, "Production agent").getByRole("button", { name: "Revoke" });
    await expect(others).toHaveAttribute("aria-disabled", "true");
    await expect(others).toHaveAccessibleDescription(/^Someone else created this\./);
    await others.focus();
    await expect(page.getByRole("tooltip")).toContainText("Only they and organization admins");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectAccessible(page, "keys of others");

    const { accountId } = product.people.admin.actor;
    const account = accountKey(accountId);
    await product.services.table.update(account, { remove: ["organizationId"] });
    try {
      await page.context().clearCookies();
      await openTab(page);
      await page.evaluate("sessionStorage.clear()");
      // The former page may still request the keys of a person with an organization.
      const address = page.url();
      await page.goto("about:blank");
      const calls = callsOf(page, product);
      await page.goto(address);
      await expect(page.getByText("You are not currently a member of any organization.")).toBeVisible();
      await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
      expect(count(calls, "GET /access-key")).toBe(0);
    } finally {
      const { organization: organizationId } = product.people;
      await product.services.table.update(account, { set: { organizationId } });
    }
  },
);
