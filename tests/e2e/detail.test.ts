import { expect, type Locator, type Page, test } from "@playwright/test";
import { emptyLicense, factOf, seen } from "./deployments.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

test.describe("facts", () => {
  const longName = "Analytics (Redis on flash, Frankfurt data center, second room)";
  let product: TestProduct;

  test.beforeAll(async () => {
    product = await startTestProduct();
  });
  test.afterAll(() => product.stop());

  const databases = (page: Page) => page.getByRole("table", { name: "Databases" });
  const databaseRow = (page: Page, name: string) =>
    databases(page)
      .getByRole("row")
      .filter({ has: page.getByRole("button", { name: `Details of ${name}`, exact: true }) });
  const section = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });

  /** The facts of a deployment's only database. */
  const only = (page: Page) =>
    page
      .locator("section")
      .filter({ has: page.getByRole("heading", { level: 2, name: "Database", exact: true }) });

  /** Opens a deployment from the list and waits for its databases. */
  async function open(page: Page, name: string): Promise<void> {
    await openAs(page, "viewer@example.com", "/deployments?pageSize=25", product);
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
    await expect(databases(page).getByRole("rowheader").first().or(only(page))).toBeVisible();
  }

  async function shows(where: Page | Locator, facts: Record<string, string | RegExp>): Promise<void> {
    for (const [name, value] of Object.entries(facts)) await expect(factOf(where, name)).toHaveText(value);
  }

  test("DET02 DET03 DET04 DET05 AMD01 DET06 DET08 DET10 DET12 ENT27 ENT28 ENT29 NAV05 a cluster is shown with its licence and all its databases", async ({
    page,
  }) => {
    await open(page, longName);
    await shows(page, { Type: "Enterprise", Databases: "2", Active: "2" });
    await expect(section(page, "Subscription")).toHaveCount(0);
    const license = section(page, "License Information");
    await expect(license).toHaveAttribute("aria-expanded", "false");
    await expect(license).toHaveText(
      /expires in 13 days \(\w{3} \d{1,2}, 20\d\d\), RAM shards at 91\.7%, Flash shards at 95\.0%$/,
    );
    await expect(page.getByText("Owner")).toBeHidden();
    await license.click();
    const day = /^\w{3} \d{1,2}, 20\d\d$/;
    await shows(page, {
      "Activation date": day,
      "Expiration date": day,
      "Cluster name": "analytics.acme.example",
      Owner: "Acme Data",
      "RAM shards": "11 of 12 (91.7%)",
      "Flash shards": "19 of 20 (95.0%)",
      "Total shard limit": "32",
      Features: "bigstore",
    });
    for (const name of ["RAM shards", "Flash shards"])
      await expect(page.getByRole("meter", { name: `${name} in use` })).toBeVisible();
    await expect(page.getByText("After that you can't create or change databases")).toBeVisible();
    await license.click();
    await expect(page.getByText("Owner")).toBeHidden();

    await page.getByRole("link", { name: "Back to Deployments" }).click();
    await page.getByRole("link", { name: "Payments", exact: true }).click();
    await expect(databases(page).getByRole("rowheader")).toHaveCount(14);
    for (const name of ["ledger", "webhooks", "card-tokens"])
      await expect(databaseRow(page, name)).toBeVisible();
  });

  test("DET05 AMD01 DET07 DET09 DET11 DET13 DET14 DET15 DET16 DET21 AMD06 ENT26 ENT33 LIM12 LIM14 a cloud subscription is shown, and what is known of each database", async ({
    page,
  }) => {
    await open(page, "Storefront");
    await shows(page, { Type: "Cloud", Databases: "3", Active: "2 of 3" });
    await expect(section(page, "License Information")).toHaveCount(0);
    await section(page, "Subscription").click();
    await shows(page, {
      "Subscription type": "Pro",
      Provider: "AWS",
      Regions: "eu-central-1, us-east-1",
    });
    const link = factOf(page, "Link").getByRole("link");
    await expect(link).toHaveAttribute(
      "href",
      "https://cloud.redis.io/#/subscriptions/subscription/100200/bdb",
    );

    const row = databaseRow(page, "recommendations");
    for (const text of [
      /^active-change-pending$/i,
      "7.2",
      "8.00 GiB",
      /^\d\.\d\d GiB$/,
      /^\d\d\.\d%$/,
      "Yes",
    ])
      await expect(row.getByRole("cell").filter({ hasText: text })).not.toHaveCount(0);
    const details = row.getByRole("button", { name: "Details of recommendations" });
    await expect(details).toHaveAttribute("aria-expanded", "false");
    await details.click();
    await expect(details).toHaveAttribute("aria-expanded", "true");
    const more = databases(page)
      .getByRole("row")
      .filter({ has: page.getByRole("term") });
    await shows(more, {
      Name: "recommendations",
      Status: "active-change-pending",
      Version: "7.2",
      "Memory used": /^\d\.\d\d GiB \(\d,\d{3},\d{3},\d{3} bytes\)$/,
      "Memory limit": "8.00 GiB (8,589,934,592 bytes)",
      "Memory utilization": /^\d\d\.\d%$/,
      TLS: "Yes",
    });
    const starts = async (name: string) => (await factOf(more, name).locator("> *").boundingBox())?.x ?? 0;
    const edge = (await more.locator("dt", { hasText: "Memory utilization" }).boundingBox())?.x ?? 0;
    expect(Math.abs((await starts("Memory utilization")) - edge)).toBeLessThan(1);
    await details.click();
    await expect(more).toHaveCount(0);

    await page.getByRole("link", { name: "Back to Deployments" }).click();
    await page.getByRole("link", { name: "Mobile backend" }).click();
    await expect(factOf(only(page), "TLS")).toHaveText("—Unknown");
  });

  test("DET16 DET17 ENT22 a database without name and limit says so instead of a percentage", async ({
    page,
  }) => {
    await open(page, "search-suggestions");
    const utilization = factOf(only(page), "Memory utilization");
    await expect(utilization).toHaveText("Memory utilization data not available");
    await expect(factOf(only(page), "Memory limit")).toHaveText("No limit set");
    await expect(only(page)).not.toContainText("%");
  });

  test("DET18 DET19 a deployment that does not exist, or is not ours, is not found", async ({ page }) => {
    await openAs(page, "viewer@example.com", "/deployments/dep_0000000000000000?page=2", product);
    await expect(page.getByRole("heading", { level: 1, name: "Deployment not found" })).toBeVisible();
    await expect(page.getByText("The deployment you're looking for could not be found.")).toBeVisible();
    await expect(page).toHaveTitle("Deployment not found - Shardwatch");
    await page.getByRole("link", { name: "View all deployments" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/deployments?page=2`);
    const ours = await page.getByRole("link", { name: "staging-cache" }).getAttribute("href");
    await openAs(page, "somebody.new@example.org", ours ?? "", product);
    await expect(page.getByRole("heading", { level: 1, name: "Deployment not found" })).toBeVisible();
  });

  test(
    "DET20 a deployment that cannot be loaded is an error, and Retry shows it",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "orders-cache");
      const url = page.url();
      const path = new URL(url).pathname;
      const loading = product.api.hold(`GET ${path}`);
      await page.reload();
      await loading.arrived;
      await product.api.stop();
      await expect(page.getByRole("alert")).toContainText("Unable to Load Deployment");
      await expect(page.getByText("Deployment not found")).toHaveCount(0);
      await product.api.start();
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "orders-cache" })).toBeVisible();
    },
  );

  test("DET24 sections and rows open by keyboard, and a small window has room for everything", async ({
    page,
  }) => {
    await open(page, longName);
    const license = section(page, "License Information");
    await license.focus();
    await page.keyboard.press("Enter");
    await expect(license).toHaveAttribute("aria-expanded", "true");
    await expect(factOf(page, "Owner")).toBeVisible();
    const details = page.getByRole("button", { name: "Details of events" });
    await details.focus();
    await page.keyboard.press("Space");
    await expect(details).toHaveAttribute("aria-expanded", "true");
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(databases(page)).toHaveCount(0);
    const card = page
      .getByRole("list", { name: "Databases" })
      .getByRole("listitem")
      .filter({ hasText: "events" });
    const onCard = card.getByRole("button", { name: "Details of events" });
    await expect(onCard).toHaveAttribute("aria-expanded", "true");
    await expect(factOf(card, "ID")).toBeVisible();
    await onCard.focus();
    await page.keyboard.press("Enter");
    await expect(onCard).toHaveAttribute("aria-expanded", "false");
    await shows(card, { Version: "7.2.4", "Memory limit": "96.00 GiB", TLS: "Yes" });
    await expect.poll(() => scrollsSideways(page)).toBe(false);
  });

  test(
    "ENT59 what a source leaves out or gets wrong is never shown as a broken figure",
    { tag: "@all" },
    async ({ page }) => {
      const nothing = { name: null, version: null, memoryUsed: null, memoryLimit: null, tlsEnabled: null };
      await seen(product, { kind: "agent", id: "demo-gaps", instance: "demo" }, [
        {
          name: "full-of-gaps",
          type: "ENTERPRISE",
          databases: [{ id: "7", status: "active", ...nothing }],
          license: { ...emptyLicense, activationDate: "soon", expirationDate: "" },
          cloudSubscription: { subscriptionType: "", provider: null, regions: [], link: null },
        },
      ]);
      const broken = /Invalid Date|NaN|undefined|null/;
      await open(page, "full-of-gaps");
      for (const name of ["License Information", "Subscription"]) await section(page, name).click();
      await expect(factOf(page, "Owner")).toHaveText("—Unknown");
      await expect(factOf(page, "Activation date")).toHaveText("soon");
      await expect(only(page)).toContainText("Memory utilization data not available");
      await expect(page.locator("main")).not.toContainText(broken);
      await page.getByRole("link", { name: "Back to Deployments" }).click();
      await expect(page.getByRole("link", { name: "full-of-gaps" })).toBeVisible();
      await expect(page.locator("main")).not.toContainText(broken);
    },
  );
});

test.describe("databases", () => {
  let product: TestProduct;
  const tebibyte = 2n ** 40n;
  const database = (id: string, fields: object = {}) => ({
    id,
    name: id,
    status: "active",
    version: "7.4.2",
    memoryUsed: null,
    memoryLimit: null,
    tlsEnabled: null,
    ...fields,
  });
  const count = 1_500;
  // The two largest differ by one byte beyond 2^53.
  const enormous = 2n ** 60n;
  const tenants = Array.from({ length: count }, (_, index) =>
    database(`tenant-${index + 1}`, {
      status: index % 250 === 249 ? "degraded" : "active",
      memoryUsed: String(index < 2 ? enormous + BigInt(index) : BigInt(index)),
      memoryLimit: String(8n * tebibyte),
    }),
  );

  test.beforeAll(async () => {
    product = await startTestProduct();
    const agent = { kind: "agent", id: "many", instance: "demo" } as const;
    await seen(product, agent, [{ name: "tenants", type: "ENTERPRISE", databases: tenants }]);
    const gap = "The user may not run CONFIG GET: the memory limit is not known. Grant it: +config|get";
    await seen(product, { kind: "agent", id: "rights", instance: "demo" }, [
      {
        name: "no-rights",
        databases: [database("unreadable"), database("unlimited", { memoryLimit: "0" })],
        gaps: [gap],
      },
      { name: "no-limit", databases: [database("untold")] },
    ]);
  });
  test.afterAll(() => product.stop());

  const table = (page: Page) => page.getByRole("table", { name: "Databases" });
  const names = (page: Page) => table(page).getByRole("rowheader");
  const header = (page: Page, name: string) => table(page).getByRole("columnheader", { name });

  async function open(page: Page, name: string): Promise<void> {
    await openAs(page, "viewer@example.com", `/deployments?search=${name}`, product);
    await page.getByRole("link", { name, exact: true }).click();
    await expect(names(page).first()).toBeVisible();
  }

  test(
    "DET01 DET12 AMD06 AMD15 ENT23 ENT25 NAV26 of 1,500 databases a page is shown, and search, order and page stand in the address",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "tenants");
      await expect(names(page)).toHaveCount(50);
      await expect(page.getByText("Showing 50 of 1,500 databases")).toBeVisible();
      const sum = (2n * enormous + 1n + (1_499n * 1_500n) / 2n - 1n) / 2n ** 30n;
      const pebibytes = (Number(sum) / 2 ** 20).toFixed(2);
      await expect(page.getByText(`${pebibytes} PiB used of 11.72 PiB, 1,494 of 1,500 active`)).toBeVisible();

      await expect(header(page, "Name")).toHaveAttribute("aria-sort", "ascending");
      const used = header(page, "Memory used").getByRole("button");
      await used.press("Enter");
      await expect(header(page, "Memory used")).toHaveAttribute("aria-sort", "descending");
      await used.press("Enter");
      await expect(names(page).first()).toContainText("tenant-3");
      await used.press("Enter");
      await expect(header(page, "Name")).not.toHaveAttribute("aria-sort");
      await expect(names(page).first()).toContainText("tenant-2");
      await expect(names(page).nth(1)).toContainText("tenant-1");
      await page.getByRole("button", { name: "Last page" }).click();
      await expect(names(page).last()).toContainText("tenant-3");
      await expect(page).toHaveURL(/\?search=tenants&dbSort=memoryUsed&dbOrder=desc&dbPage=30$/);
      await page.reload();
      await expect(names(page).last()).toContainText("tenant-3");
      await page.goBack();
      await expect(page.getByText("Page 1 of 30")).toBeVisible();

      const search = page.getByRole("searchbox", { name: "Search by name" });
      await search.fill("TENANT-150");
      await expect(names(page)).toHaveCount(2);
      await expect(page.getByRole("status").filter({ hasText: "2 databases found" })).toBeAttached();
      await search.fill("nothing like that");
      await expect(page.getByText("No databases found matching the search.")).toBeVisible();
      await page.getByRole("button", { name: "Clear search" }).click();
      await page.getByRole("button", { name: "Inactive" }).click();
      await expect(names(page)).toHaveCount(6);
      await page.getByRole("link", { name: "Back to Deployments" }).click();
      await expect(page).toHaveURL(`${product.webUrl}/deployments?search=tenants`);
    },
  );

  test(
    "DET14 DET16 DET17 ENT24 ENT26 no limit, a limit that is not known and one that may not be read are told apart",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "no-rights");
      const row = (name: string) => table(page).getByRole("row").filter({ hasText: name });
      await expect(row("unlimited")).toContainText("No limit set");
      await expect(row("unreadable")).toContainText("No permission to read");
      await expect(row("unreadable").getByRole("cell").last()).toHaveText("—Unknown");
      await expect(row("unreadable")).toContainText("Memory utilization data not available");
      const gaps = page.getByRole("region", { name: "What the agent couldn't read" });
      await expect(gaps.getByRole("listitem")).toHaveText(
        /^The user may not run CONFIG GET: .*\+config\|get$/,
      );
      await row("unreadable").getByRole("link", { name: "No permission to read" }).click();
      await expect(page).toHaveURL(/#gaps$/);
      await openAs(page, "viewer@example.com", "/deployments?search=no-limit", product);
      await page.getByRole("link", { name: "no-limit", exact: true }).click();
      await expect(factOf(page, "Memory limit")).toHaveText("—Unknown");
      await expect(page.getByText("What the agent couldn't read")).toHaveCount(0);
    },
  );

  test(
    "DET24 in a small window the databases are sorted by a choice, and nothing is wider than the window",
    { tag: "@all" },
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await openAs(page, "viewer@example.com", "/deployments?search=tenants", product);
      await page.getByRole("link", { name: "tenants" }).click();
      const cards = page.getByRole("list", { name: "Databases" }).locator("> li");
      await expect(cards).toHaveCount(50);
      await page.getByLabel("Sort by").selectOption("Memory used, most first");
      await expect(cards.first()).toContainText("tenant-2");
      await expect.poll(() => scrollsSideways(page)).toBe(false);
    },
  );
});
