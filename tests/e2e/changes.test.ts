import { expect, type Page, test } from "@playwright/test";
import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { expectAccessible } from "./axe.ts";
import { seen } from "./deployments.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

const database = (id: number, fields: Partial<Database> = {}): Database => ({
  id: String(id),
  name: `cache-${id}`,
  status: "active",
  version: "7.2.4",
  memoryUsed: "1024",
  memoryLimit: String(1024 ** 3),
  tlsEnabled: true,
  ...fields,
});

let product: TestProduct;
let now = 0;
const source = { kind: "agent", id: "key", instance: "zeta" } as const;
const hostile = "<img src=x onerror=alert(1)>";

/** What two servers report first, then after an upgrade of three databases, and with another status. */
test.beforeAll(async () => {
  ({ product, now } = await startAtMidday());
  // A report counts only if it is later than the one before.
  const later = () => (now = product.holdTime(now + 2_000));
  const first = [database(1), database(2)];
  const upgraded = [database(1, { version: "7.4.1" }), database(2, { version: "7.4.1" })];
  const other = database(3, { version: "7.4.1", memoryLimit: "0" });
  await seen(product, source, [
    { name: "zeta", databases: first },
    { name: "zeta-other", databases: [database(3)] },
  ]);
  later();
  await seen(product, source, [
    { name: "zeta", databases: upgraded },
    { name: "zeta-other", databases: [other] },
  ]);
  later();
  await seen(product, source, [
    { name: "zeta", databases: upgraded, status: "rebalancing", statusMessage: hostile },
    { name: "zeta-other", databases: [other] },
  ]);
});
test.beforeEach(({ page }) => page.clock.setFixedTime(now));
test.afterAll(() => product.stop());

const open = (page: Page, query = "", who = "viewer@example.com") =>
  openAs(page, who, `/changes${query}`, product);
const idOf = (name: string) => deploymentId(product.people.organization, "agent", name);
const status = (page: Page) =>
  today(page).getByRole("listitem").filter({ hasText: "zeta: status went from active to rebalancing" });
const today = (page: Page) => page.getByRole("region", { name: "Today" });
const choose = (page: Page, label: string) =>
  page.getByRole("search", { name: "Changes" }).getByRole("combobox", { name: label });

test("CHG02 the changes of a day, the same one of several databases as one line", async ({ page }) => {
  await open(page);
  await expect(page.getByRole("heading", { level: 1, name: "Changes" })).toBeVisible();
  const same = today(page).getByRole("listitem").filter({ hasText: "3 databases" });
  await expect(same).toContainText("3 databases: version went from 7.2.4 to 7.4.1");
  await same.getByText("Show them").click();
  await expect(same.getByRole("listitem")).toHaveCount(3);
  await expect(same.getByRole("listitem").first()).toContainText("/ cache-");
  await expect(today(page)).toContainText(
    "zeta-other / cache-3: memory limit went from 1.00 GiB to no limit",
  );
  await expect(today(page)).toContainText("zeta: status went from active to rebalancing");
  // Texts of other machines are shown as text, in the line of what they are about.
  await expect(today(page)).toContainText(`to rebalancing. ${hostile}`);
  await expect(page.locator("main img")).toHaveCount(0);
  await expectAccessible(page, "changes");
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  const kind = page.getByRole("group", { name: "Kind of change" }).getByRole("button", { name: /^Versions/ });
  await expect(kind).toHaveText("Versions1");
  await kind.click();
  await expect(page).toHaveURL(/kind=version$/);
  await expect(today(page).getByRole("listitem").filter({ hasText: "databases" })).toHaveCount(1);
  await expect(status(page)).toHaveCount(0);
  expect(calls).not.toContain("/changes");
  await kind.click();
  await page.getByRole("button", { name: "Yesterday" }).click();
  await expect(page).toHaveURL(/since=(\d{4}-\d\d-\d\d)&until=\1$/);
  await expect(page.getByText(/^No changes found on \w{3} \d+, \d{4}$/)).toBeVisible();
  await page.getByRole("button", { name: "7 days" }).click();
  await expect(status(page)).toBeVisible();
});

test(
  "CHG02 field, deployment and source are in the address, and Back undoes a choice",
  { tag: "@all" },
  async ({ page }) => {
    await open(page);
    await choose(page, "What changed").selectOption("databases.memoryLimit");
    await expect(page).toHaveURL(/field=databases\.memoryLimit$/);
    await expect(status(page)).toHaveCount(0);
    await expect(today(page).getByRole("listitem")).toHaveCount(1);
    await page.goBack();
    await expect(status(page)).toBeVisible();
    await choose(page, "Deployment").selectOption({ label: "zeta-other" });
    await expect(page).toHaveURL(new RegExp(`deployment=${idOf("zeta-other")}$`));
    await expect(status(page)).toHaveCount(0);
    await open(page, `?deployment=${idOf("zeta")}&field=status`);
    await expect(status(page)).toBeVisible();
    await expect(today(page).getByText("appeared")).toHaveCount(0);
    await choose(page, "Source").selectOption("key");
    await expect(page).toHaveURL(/source=key$/);
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect(page).toHaveURL(/\/changes$/);
  },
);

test(
  "CHG02 nothing found says so and offers to clear the filters, and a wrong address is repaired",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "?field=nothing");
    await expect(page.getByText("No changes found")).toBeVisible();
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await expect(status(page)).toBeVisible();
    await open(page, "?deployment=x&since=yesterday");
    await expect(status(page)).toBeVisible();
  },
);

test(
  "CHG02 while changes load their place is kept, and a failure says so and can be retried",
  { tag: "@all" },
  async ({ page }) => {
    const loading = product.api.hold("GET /changes");
    await open(page);
    await loading.arrived;
    await expect(page.getByRole("status", { name: "Loading changes" })).toBeVisible();
    await product.api.stop();
    const alert = page.getByRole("alert").filter({ hasText: "Unable" });
    await expect(alert).toContainText("Unable to Load Changes");
    await product.api.start();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(status(page)).toBeVisible();
    await expect(alert).toHaveCount(0);
  },
);

test(
  "CHG02 the deployment's page shows its own changes when asked, and links to the filters",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "viewer@example.com", `/deployments/${idOf("zeta")}`, product);
    await page.getByRole("button", { name: /^Changes/ }).click();
    await expect(today(page)).toContainText("status went from active to rebalancing");
    await expect(today(page)).toContainText("2 databases: version went from 7.2.4 to 7.4.1");
    await expect(today(page)).toContainText("zeta appeared");
    await expectAccessible(page, "changes of a deployment");
    await page.getByRole("link", { name: "Filter these changes" }).click();
    await expect(page).toHaveURL(new RegExp(`/changes\\?deployment=${idOf("zeta")}$`));
  },
);

test("CHG02 a super admin chooses the organization", { tag: "@all" }, async ({ page }) => {
  await open(page, `?org=${product.people.organization}`, "super@example.com");
  await expect(status(page)).toBeVisible();
  await today(page).getByRole("link", { name: "zeta", exact: true }).first().click();
  await expect(page).toHaveURL(
    new RegExp(`/deployments/${idOf("zeta")}\\?.*org=${product.people.organization}`),
  );
});

test("CHG02 the feed fits a large window, a small one and a phone's", { tag: "@all" }, async ({ page }) => {
  await open(page);
  await expect(status(page)).toBeVisible();
  for (const width of [1_440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await today(page)
      .getByText(/^(Show|Hide) them$/)
      .first()
      .click();
    await expect.poll(() => scrollsSideways(page), `${width} px`).toBe(false);
  }
});
