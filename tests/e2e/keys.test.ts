import { expect, type Page, test } from "@playwright/test";
import { create } from "@shardwatch/core/agent-key/agent-key";
import { expectAccessible } from "./axe.ts";
import { createButton, createByForm, keyRow, nameField, newKey, report } from "./keys.ts";
import { memoryOf } from "./memory.ts";
import { callsOf, count, openAs } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

test.describe("list and creation", () => {
  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
  });
  test.afterAll(() => product.stop());

  const openTab = (page: Page) => openAs(page, "admin@example.com", "/integrations/agent-keys", product);

  test("KEY06 KEY07 KEY08 KEY09 KEY10 KEY11 KEY12 KEY13 KEY14 the form opens on demand and says what is wrong with a name", async ({
    page,
  }) => {
    await openTab(page);
    const calls = callsOf(page, product);
    await expect(nameField(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Create agent key" }).click();
    await expect(nameField(page)).toBeFocused();
    await expect(nameField(page)).toHaveAccessibleDescription(/5-50 characters/);
    await expect(createButton(page)).toBeDisabled();

    const faults: [name: string, message: string | undefined, enabled: boolean][] = [
      ["", "API key name is required", false],
      ["   ", "API key name is required", false],
      [" abcd ", "API key name must be at least 5 characters long", false],
      ["a".repeat(51), "API key name must be no more than 50 characters long", true],
      ["prod-key", "API key name can only contain letters, numbers, and spaces", true],
      ["a".repeat(50), undefined, true],
      ["abcde", undefined, true],
    ];
    for (const [name, message, enabled] of faults) {
      await nameField(page).fill(name);
      await nameField(page).blur();
      if (message) await expect(page.getByRole("alert").getByText(message, { exact: true })).toBeVisible();
      else await expect(nameField(page)).not.toHaveAttribute("aria-invalid");
      await expect(createButton(page)).toBeEnabled({ enabled });
    }

    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(nameField(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Create agent key" }).click();
    await expect(nameField(page)).not.toHaveAttribute("aria-invalid");
    await nameField(page).fill("abcd");
    await nameField(page).press("Enter");
    await expect(page.getByText("API key name must be at least 5 characters long")).toBeVisible();
    expect(count(calls, "POST /access-key")).toBe(0);
  });

  test("KEY03 KEY04 KEY15 KEY17 KEY18 KEY19 KEY20 KEY29 ERR39 LIM11 a new key is shown whole, copied, and listed after Done", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: product.webUrl });
    await page.clock.install();
    await openTab(page);
    await expect(page.getByRole("table", { name: "Agent keys" })).toBeVisible();
    const key = await createByForm(page, "  Copied key ");
    expect(key).toMatch(/^sw_key_[0-9a-z]{26}_[0-9A-Za-z]{49}$/);
    await expect(newKey(page).getByText("API key created successfully!")).toBeVisible();

    const clipboard = () => page.evaluate<string>("navigator.clipboard.readText()");
    await page.clock.pauseAt(Date.now() + 10_000);
    await newKey(page).getByRole("button", { name: "Copy the key" }).click();
    const copied = newKey(page).getByRole("button", { name: "Copied! the key" });
    await expect(copied).toBeVisible();
    await expect(newKey(page).getByRole("status").getByText("Copied the key")).toBeAttached();
    expect(await clipboard()).toBe(key);
    await page.clock.runFor(1_999);
    await expect(copied).toBeVisible();
    await page.clock.runFor(1);
    await expect(copied).toHaveCount(0);
    await page.clock.resume();

    await newKey(page).getByRole("button", { name: "Copy agent.yaml" }).click();
    expect(await clipboard()).toContain(`api: ${product.apiUrl}\nkey: ${key}\n`);
    await expectAccessible(page, "a new key");

    await newKey(page).getByRole("button", { name: "Done" }).click();
    await expect(newKey(page)).toHaveCount(0);
    const row = keyRow(page, "Copied key");
    await expect(row).not.toContainText("Expires");
    await expect(row).toContainText(/just now|seconds? ago/);
    await expect(row).toContainText("Never used");
    await expect(row).toContainText("by you");
    expect(await report(product, key, ["fed-one", "fed-two"], { version: "9.8.7" })).toBe(202);
    await page.reload();
    await expect(row).toContainText("9.8.7");
    await expect(row.getByRole("cell", { name: "2", exact: true })).toBeVisible();
    await expect(row).toContainText(/sw_key_\w{4}…\w{6}_…/);
    await expect(page.getByRole("columnheader")).toHaveText([
      "Name",
      "Key",
      "Created",
      "Last used",
      "Deployments",
      "Agents",
      "Actions",
    ]);
  });

  test("KEY26 a key may have an end, which the list shows", { tag: "@all" }, async ({ page }) => {
    await openTab(page);
    await page.getByRole("button", { name: "Create agent key" }).click();
    await nameField(page).fill("Key of a year");
    await page.getByLabel("Expires").selectOption("In a year");
    await createButton(page).click();
    await newKey(page).getByRole("button", { name: "Done" }).click();
    const ends = keyRow(page, "Key of a year").getByText(/^Expires in \d+ months$/);
    expect(await ends.evaluate((text) => text.getClientRects().length), "on one line").toBe(1);
    await newKey(page).getByRole("button", { name: "Done without copying" }).click();
    const row = keyRow(page, "Key of a year");
    await expect(row.locator("time")).toHaveCount(2);
    await expect(row.locator("time[tabindex]"), "no stops of the Tab key in the row").toHaveCount(0);
    await row.getByRole("button", { name: "Agents of Key of a year" }).click();
    const details = page.getByRole("row").filter({ has: page.getByText("Expires", { exact: true }) });
    await details.locator("time").last().focus();
    await expect(page.getByRole("tooltip")).toContainText("UTC");
  });

  test(
    "KEY05 KEY16 SES22 once the screen is left, nothing on the page or in the browser knows the key any more",
    { tag: "@all" },
    async ({ page }) => {
      await openTab(page);
      const secretOf = (key: string) => key.split("_").at(-1) ?? "";
      const done = secretOf(await createByForm(page, "Left by Done"));
      expect(await memoryOf(page), "the check can see it").toContain(done);
      await newKey(page).getByRole("button", { name: "Done" }).click();
      await newKey(page).getByRole("button", { name: "Done without copying" }).click();
      await expect(keyRow(page, "Left by Done")).toBeVisible();
      const remembered = await memoryOf(page);
      expect(remembered).toContain("Left by Done");
      expect(remembered).not.toContain(done.slice(0, 8));

      const reloaded = secretOf(await createByForm(page, "Left by reload"));
      await page.reload();
      await expect(keyRow(page, "Left by reload")).toBeVisible();
      await expect(newKey(page)).toHaveCount(0);
      expect(await memoryOf(page)).not.toContain(reloaded.slice(0, 8));

      await page.getByRole("link", { name: "Redis Cloud" }).click();
      await expect(page).toHaveURL(/redis-cloud$/);
      await page.getByRole("link", { name: "Agent Keys" }).click();
      const left = secretOf(await createByForm(page, "Left by Back"));
      await page.goBack();
      await expect(page).toHaveURL(/redis-cloud$/);
      await page.goForward();
      await expect(keyRow(page, "Left by Back")).toBeVisible();
      await expect(newKey(page)).toHaveCount(0);
      expect(await memoryOf(page)).not.toContain(left.slice(0, 8));
    },
  );

  test("ERR23 neither Escape nor a click beside closes the new key, Done asks once, and a refused clipboard selects the key", async ({
    page,
    context,
  }) => {
    await openTab(page);
    const devtools = await context.newCDPSession(page);
    const { browserContextId = "" } = (await devtools.send("Target.getTargetInfo")).targetInfo;
    await devtools.send("Browser.setPermission", {
      origin: product.webUrl,
      permission: { name: "clipboard-write" },
      setting: "denied",
      browserContextId,
    });
    const key = await createByForm(page, "Stubborn key");
    for (let times = 0; times < 3; times += 1) await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    await expect(newKey(page)).toBeVisible();

    await newKey(page).getByRole("button", { name: "Copy the key" }).click();
    await expect(
      newKey(page).getByRole("alert").getByText("Failed to copy token to clipboard"),
    ).toBeVisible();
    expect(await page.evaluate<string>("getSelection().toString()")).toBe(key);

    await newKey(page).getByRole("button", { name: "Done" }).click();
    await expect(newKey(page).getByText("You haven't copied the key")).toBeVisible();
    // Copied by hand after all, so no confirmation is needed.
    await newKey(page).getByLabel("Agent key", { exact: true }).focus();
    await page.keyboard.press("Control+c");
    await expect(newKey(page).getByText("You haven't copied the key")).toHaveCount(0);
    await newKey(page).getByRole("button", { name: "Done", exact: true }).press("Enter");
    await expect(newKey(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Create agent key" })).toBeFocused();
  });
});

test.describe("rotation", () => {
  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
  });
  test.afterAll(() => product.stop());

  test(
    "KEY15 KEY26 a key is rotated with an overlap, and the list counts the agents that have moved",
    { tag: "@all" },
    async ({ page }) => {
      const former = await create(product.people.admin, "Rotated by hand");
      const [one, two] = [{ id: "agent00000000001" }, { id: "agent00000000002", name: "rack 7" }];
      expect(await report(product, former.compositeKey, ["rotated-1"], one)).toBe(202);
      expect(await report(product, former.compositeKey, ["rotated-2"], two)).toBe(202);
      await openAs(page, "admin@example.com", "/integrations/agent-keys", product);
      const row = keyRow(page, "Rotated by hand");
      await row.getByRole("button", { name: "Rotate Rotated by hand", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Rotate agent key" });
      await dialog.getByLabel("Keep the old key valid for").selectOption("7 days");
      await expectAccessible(page, "rotating a key");
      await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
      const shown = page.getByRole("dialog", { name: "Agent key rotated" });
      const key = await shown.getByLabel("Agent key", { exact: true }).inputValue();
      expect(key).toContain(`sw_${former.keyId}_`);
      expect(key).not.toBe(former.compositeKey);
      await shown.getByRole("button", { name: "Done" }).click();
      await shown.getByRole("button", { name: "Done without copying" }).click();
      await expect(row).toContainText(/Old key expires in (6|7) days; 0 of 2 agents switched/);
      await expect(row.getByRole("button", { name: "Rotate Rotated by hand", exact: true })).toHaveAttribute(
        "aria-disabled",
        "true",
      );

      await expect.poll(() => report(product, key, ["rotated-1"], one)).toBe(202);
      await page.reload();
      await expect(row).toContainText("1 of 2 agents switched");
      await row.getByRole("button", { name: /^Agents/ }).click();
      const agents = page.getByRole("listitem").filter({ hasText: /agent0000000000/ });
      await expect(agents.first()).toContainText(/rack 7agent00000000002.*still uses the old key/);
      await expect(agents.last()).not.toContainText("old key");
      await expectAccessible(page, "a key with two secrets");

      await row.getByRole("button", { name: "Revoke old key now Rotated by hand" }).click();
      const end = page.getByRole("dialog", { name: "Revoke old key" });
      await expect(end).toContainText("1 agent of 2 still uses the old key and will stop reporting.");
      await end.getByRole("button", { name: "Revoke now" }).click();
      await expect(end).toHaveCount(0);
      await expect(row).not.toContainText("Old key");
      expect(await report(product, former.compositeKey, ["rotated-2"], two)).toBe(401);
      await row.getByRole("button", { name: "Rotate Rotated by hand", exact: true }).click();
      await dialog.getByLabel("Keep the old key valid for").selectOption("Revoke immediately");
      await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
      await expect(shown).toBeVisible();
      expect(await report(product, key, ["rotated-1"], one)).toBe(401);
    },
  );
});
