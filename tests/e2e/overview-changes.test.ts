import { expect, type Page, test } from "@playwright/test";
import { createByForm, newKey } from "./keys.ts";
import { demoPassword, openAs } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterEach(() => product.api.open());
test.afterAll(() => product.stop());

const section = (page: Page, name: string) => page.getByRole("region", { name });
const refresh = (page: Page) => page.getByRole("button", { name: "Refresh" }).click();

test(
  "OVR02 the figures of one organization never stand under the name of the next person",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "admin@example.com", "/overview", product);
    await expect(section(page, "Needs attention").getByText("rate-limiter")).toBeVisible();
    // Somebody else signs in at the provider, in the same browser.
    const data = {
      username: "globex@example.com",
      password: demoPassword,
      auth_mode: "direct",
      origin: product.webUrl,
    };
    const signedIn = await page.request.post(`${product.providerUrl}/api/v1/login`, {
      headers: { origin: product.webUrl },
      data,
    });
    expect(signedIn.ok()).toBe(true);
    await page.context().clearCookies({ name: "shardwatch_session" });
    const [refused, next] = [product.api.hold("GET /deployments"), product.api.hold("GET /deployments")];
    await refresh(page);
    await refused.arrived;
    refused.release();
    await next.arrived;
    await expect(page.getByRole("main")).toContainText("Globex Corporation");
    expect(await page.getByRole("main").getByText("rate-limiter").count()).toBe(0);
    expect(await page.getByRole("list", { name: "Figures" }).getByText("14", { exact: true }).count()).toBe(
      0,
    );
    next.release();
    await expect(section(page, "Needs attention").getByRole("listitem")).not.toHaveCount(0);
  },
);

test("OVR06 a new key is among the sources of the overview at once", { tag: "@all" }, async ({ page }) => {
  await openAs(page, "admin@example.com", "/overview", product);
  const sources = section(page, "Sources");
  await expect(sources.getByRole("listitem")).not.toHaveCount(0);
  await page.getByRole("link", { name: "Sources", exact: true }).click();
  await createByForm(page, "made meanwhile");
  await newKey(page).getByRole("button", { name: "Done" }).click();
  await newKey(page).getByRole("button", { name: "Done without copying" }).click();
  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await expect(sources.getByText("made meanwhile")).toBeVisible();
});
