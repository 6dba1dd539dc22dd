import { create } from "@shardwatch/core/agent-key/agent-key";
import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { keyRow, report } from "./keys.ts";
import { openAs } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

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
    await dialog.getByLabel("The former secret keeps working for").selectOption("7 days");
    await expectAccessible(page, "rotating a key");
    await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
    const shown = page.getByRole("dialog", { name: "Agent key rotated" });
    const key = await shown.getByLabel("Agent key", { exact: true }).inputValue();
    expect(key).toContain(`sw_${former.keyId}_`);
    expect(key).not.toBe(former.compositeKey);
    await shown.getByRole("button", { name: "Done" }).click();
    await shown.getByRole("button", { name: "Done without copying" }).click();
    await expect(row).toContainText(/0 of 2 agents moved, former secret ends in (6|7) days/);
    await expect(row.getByRole("button", { name: "Rotate Rotated by hand", exact: true })).toHaveAttribute(
      "aria-disabled",
      "true",
    );

    await expect.poll(() => report(product, key, ["rotated-1"], one), { timeout: 8_000 }).toBe(202);
    await page.reload();
    await expect(row).toContainText("1 of 2 agents moved");
    await row.getByRole("button", { name: /^Agents/ }).click();
    const agents = page.getByRole("listitem").filter({ hasText: /agent0000000000/ });
    await expect(agents.first()).toContainText(/rack 7agent00000000002.*still uses the former secret/);
    await expect(agents.last()).not.toContainText("former secret");
    await expectAccessible(page, "a key with two secrets");

    await row.getByRole("button", { name: "End former secret now Rotated by hand" }).click();
    const end = page.getByRole("dialog", { name: "End former secret" });
    await expect(end).toContainText("1 agent of 2 still uses the former secret and will stop reporting.");
    await end.getByRole("button", { name: "End now" }).click();
    await expect(end).toHaveCount(0);
    await expect(row).not.toContainText("former secret");
    expect(await report(product, former.compositeKey, ["rotated-2"], two)).toBe(401);
    await row.getByRole("button", { name: "Rotate Rotated by hand", exact: true }).click();
    await dialog.getByLabel("The former secret keeps working for").selectOption("no time: it stops at once");
    await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
    await expect(shown).toBeVisible();
    expect(await report(product, key, ["rotated-1"], one)).toBe(401);
  },
);
