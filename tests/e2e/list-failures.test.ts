import { expect, test } from "@playwright/test";
import { signInAccount } from "@shardwatch/core/account/sign-in";
import { ownOrganization } from "@shardwatch/core/access/scope";
import { as } from "@shardwatch/local/seed/people";
import { seen } from "./deployments.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { callsOf, count, openAs } from "./place.ts";

let product: TestProduct;
test.beforeEach(async () => {
  product = await startTestProduct();
});
test.afterEach(() => product.stop());

test("LST79 LST80 LST81 a list that cannot be loaded is an error with a way to try again, never an empty list", async ({
  page,
}) => {
  const loading = product.api.hold("GET /deployments");
  await openAs(page, "viewer@example.com", "/deployments", product);
  await loading.arrived;
  await expect(page.locator("[aria-busy=true]")).toBeVisible();
  await expect(page.getByText("No deployments found")).toHaveCount(0);
  await product.api.stop();
  const alert = page.getByRole("alert").filter({ hasText: "Unable" });
  await expect(alert).toContainText("Unable to Load Deployments");
  await expect(alert).toContainText(
    "There has been an error and we are investigating. Please try again later.",
  );
  await expect(page.getByText("No deployments found")).toHaveCount(0);
  await product.api.start();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("link", { name: "orders-cache" })).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test(
  "LST81 a list that is long in coming says so, can be given up, and be asked for again",
  { tag: "@all" },
  async ({ page }) => {
    await page.clock.install();
    const loading = product.api.hold("GET /deployments");
    await openAs(page, "viewer@example.com", "/deployments", product);
    await loading.arrived;
    const busy = page.locator("[aria-busy=true]");
    const said = page.getByRole("status").filter({ hasText: "Still loading" });
    await expect(busy).toBeVisible();
    await page.clock.fastForward(8_000);
    await expect(said).toHaveCount(0);
    await page.clock.fastForward(3_000);
    await expect(said).toBeVisible();
    await expect(busy).toBeVisible();
    await said.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("Loading was cancelled")).toBeVisible();
    await expect(said).toHaveCount(0);
    await expect(busy).toHaveCount(0);
    await page.getByRole("button", { name: "Load deployments" }).click();
    await expect(page.getByRole("link", { name: "orders-cache" })).toBeVisible();
  },
);

test("LST79 LST80 the same when our storage is down, with what to quote when asking for help", async ({
  page,
}) => {
  const loading = product.api.hold("GET /deployments");
  await openAs(page, "viewer@example.com", "/deployments", product);
  await loading.arrived;
  await expect(page.getByRole("heading", { name: "Deployments" })).toBeVisible();
  await product.database.stop();
  loading.release();
  const alert = page.getByRole("alert").filter({ hasText: "Unable" });
  await expect(alert).toContainText("Unable to Load Deployments");
  await expect(alert).toContainText(/Request \S+/);
});

test("ERR18 a list that cannot be loaded again stays, and says how old it is", async ({ page }) => {
  await openAs(page, "viewer@example.com", "/deployments", product);
  await expect(page.getByRole("link", { name: "orders-cache" })).toBeVisible();
  await product.api.stop();
  await page.getByRole("button", { name: "Refresh" }).click();
  const notice = page.getByRole("status").filter({ hasText: "Unable to load deployments" });
  await expect(notice).toContainText(/Shown as of \d+:\d\d [AP]M – retrying/);
  await expect(page.getByRole("link", { name: "orders-cache" })).toBeVisible();
  await product.api.start();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(notice).toHaveCount(0);
});

/** Organizations with one deployment each: the API lists ten organizations to a page. */
async function newcomers(names: string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    const identity = { redisCloudId: `9${index}`, email: `${name}@example.org`, firstName: "", lastName: "" };
    const account = await signInAccount(product.services, { ...identity, company: name });
    const organization = ownOrganization(as(product.services, account).actor);
    if (!organization) throw new Error(`${name} has no organization`);
    await seen(product, { kind: "agent", id: "key", instance: "demo" }, [{ name }], organization);
  }
}

test(
  "LST82 LSX08 rows appear as their pages arrive, a failure on the way keeps them, nothing is exported before all are there, and order and counts cover all in the end",
  { tag: "@all" },
  async ({ page }) => {
    await newcomers(Array.from({ length: 12 }, (_, index) => `aaa-${String(index).padStart(2, "0")}`));
    const calls = callsOf(page, product);
    const first = product.api.hold("GET /deployments");
    const second = product.api.hold("GET /deployments");
    await openAs(page, "super@example.com", "/deployments?search=aaa", product);
    await first.arrived;
    first.release();
    await second.arrived;
    const total = page.getByText(/Showing \d+ of \d+ deployments/);
    await expect(page.getByText("loading more…")).toBeVisible();
    await expect(page.getByRole("link", { name: "aaa-00" })).toBeVisible();
    await expect(page.getByRole("link", { name: "aaa-11" })).toHaveCount(0);
    const before = await total.textContent();
    const exporting = page.getByRole("button", { name: "Export CSV" });
    await expect(exporting).toBeDisabled();
    await exporting.focus();
    await expect(exporting).toHaveAccessibleDescription("Deployments are still loading");

    await product.api.stop();
    second.release();
    const rest = page.getByRole("alert").filter({ hasText: "Couldn't load the rest." });
    await expect(rest).toBeVisible();
    await expect(page.getByRole("link", { name: "aaa-00" })).toBeVisible();
    await expect(total).toHaveText(before ?? "");
    await expect(exporting).toHaveAccessibleDescription("Couldn't load some deployments");
    await product.api.start();
    await rest.getByRole("button", { name: "Retry" }).click();
    await expect(total).toHaveText("Showing 10 of 12 deployments");
    await expect(rest).toHaveCount(0);
    await expect(exporting).toBeEnabled();
    expect(count(calls, "GET /deployments")).toBeGreaterThan(2);
    const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
    expect(await rows.getByRole("link").allTextContents()).toEqual(
      Array.from({ length: 10 }, (_, index) => `aaa-0${index}`),
    );
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page.getByRole("link", { name: "aaa-11" })).toBeVisible();
  },
);
