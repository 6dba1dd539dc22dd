import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

const roleArn = "arn:aws:iam::111122223333:role/ShardwatchReadOnly";
const table = (page: Page) => page.getByRole("table", { name: "ElastiCache integrations" });
const row = (page: Page) => table(page).getByRole("row").nth(1);

/** Connects the simulated account, and opens the details of its row. */
async function connectAccount(page: Page): Promise<void> {
  await openAs(page, "admin@example.com", "/integrations/aws", product);
  const id = page.getByRole("figure", { name: "External ID" }).getByRole("code");
  await expect(id).toBeVisible();
  const externalId = (await id.textContent()) ?? "";
  const form = { name: "ShardwatchReadOnly", externalId };
  await page.request.post(`${product.providerUrl}/aws/console/roles`, { form });
  const data = { roleArn, externalId };
  const headers = { origin: product.webUrl };
  const answer = await page.request.post(`${product.apiUrl}/api/elasticache`, { headers, data });
  expect(answer.status()).toBe(201);
  await page.reload();
  await expect(row(page)).toContainText(/4 caches/, { timeout: 15_000 });
  await row(page).getByRole("button", { name: "Last reading of 111122223333" }).click();
}

test(
  "HIS15 HIS02 detailed history is off, shows its price before it is switched on, and brings live figures",
  { tag: "@all" },
  async ({ page }) => {
    await connectAccount(page);
    const on = page.getByRole("button", { name: "Switch on… detailed history of 111122223333" });
    await on.click();
    const dialog = page.getByRole("dialog", { name: "Switch on detailed history" });
    // Six nodes in cluster mode, two others, and a serverless cache with four metrics.
    await expect(dialog).toContainText("CloudWatch will charge AWS account 111122223333 about $0.32 a month");
    await expect(dialog).toContainText("44 metrics each hour");
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await expectAccessible(page, "the dialog");
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await scrollsSideways(page), `${width} px`).toBe(false);
    }
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(on).toBeFocused();

    await on.click();
    await dialog.getByRole("button", { name: "Switch on" }).click();
    await expect(page.getByText("Detailed history switched on", { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(row(page)).toContainText("Detailed history, about $0.32 a month");
    const details = table(page).getByRole("row").nth(2);
    await expect(details).toContainText("On, about $0.32 a month");
    await expect(details).toContainText("Read detailed history", { timeout: 15_000 });
    await expectAccessible(page, "the details");

    await row(page).getByRole("link", { name: "111122223333" }).click();
    const live = page.getByRole("region", { name: "Live figures" });
    await expect(live).toContainText("Up to an hour old: values until");
    await expect(live).toContainText(/Clients\s*\d/);
    await expect(live).toContainText("3 of 4 databases");
    await expect(live).not.toContainText("Fragmentation");
    await expectAccessible(page, "the live figures");
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await scrollsSideways(page), `${width} px`).toBe(false);
    }

    await page.goBack();
    await row(page).getByRole("button", { name: "Last reading of 111122223333" }).click();
    await page.getByRole("button", { name: "Switch off detailed history of 111122223333" }).click();
    const off = page.getByRole("dialog", { name: "Switch off detailed history" });
    await expect(off).toContainText("What is stored stays in the charts.");
    await off.getByRole("button", { name: "Switch off" }).click();
    await expect(row(page)).not.toContainText("Detailed history");
    await expect(on).toBeVisible();
  },
);
