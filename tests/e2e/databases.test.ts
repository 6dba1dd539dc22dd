import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { ownOrganization } from "@shardwatch/core/access/scope";
import { signInAccount } from "@shardwatch/core/account/sign-in";
import { type Database } from "@shardwatch/core/contract/deployment/deployment";
import { as } from "@shardwatch/local/seed/people";
import { parse } from "csv-parse/sync";
import { expectAccessible } from "./axe.ts";
import { seen } from "./deployments.ts";
import { choicesIn, choose, filterLine, openFacet } from "./filters.ts";
import { callsOf, count, openAs } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

test.describe("list", () => {
  const gib = 1024 ** 3;
  const database = (id: number, fields: Partial<Database> = {}): Database => ({
    id: String(id),
    name: `zeta-${String(id).padStart(2, "0")}`,
    status: "active",
    version: "7.4.2",
    memoryUsed: String(id * gib),
    memoryLimit: String(32 * gib),
    tlsEnabled: true,
    engine: "redis",
    evictionPolicy: "noeviction",
    ...fields,
  });

  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
    await seen(product, { kind: "agent", id: "key", instance: "zeta" }, [
      {
        name: "zeta-cluster",
        databases: [
          ...Array.from({ length: 10 }, (_, index) => database(index + 1)),
          database(11, { memoryUsed: String(31 * gib) }),
          database(12, { name: null, memoryLimit: "0", version: null, tlsEnabled: null }),
        ],
      },
      {
        name: "zeta-other",
        databases: [database(20, { engine: "valkey", version: "8.0.1", status: "error" })],
      },
    ]);
  });
  test.afterAll(() => product.stop());

  const open = (page: Page, query = "", who = "viewer@example.com") =>
    openAs(page, who, `/databases${query}`, product);
  const address = (query: string) => `${product.webUrl}/databases${query}`;
  const links = (page: Page) => page.locator("[data-row-link]");
  const namesOf = (page: Page) => links(page).allTextContents();
  const sortButton = (page: Page, name: string) =>
    page.getByRole("columnheader").getByRole("button", { name, exact: true });
  const rowOf = (page: Page, name: string) =>
    page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

  test("DBS01 LSX08 every database is found, sorted, paged and exported by the API, with the state in the address", async ({
    page,
  }) => {
    await open(page);
    await expect(page).toHaveTitle("Databases - Shardwatch");
    await expect(page.getByRole("banner").getByRole("link", { name: "Databases" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(links(page)).toHaveCount(10);
    await page.keyboard.press("/");
    await page.keyboard.type("ZETA");
    await expect(page).toHaveURL(address("?search=ZETA"));
    await expect(page.getByText("13 databases", { exact: true })).toBeVisible();
    await expect(page.getByText("2 deployments", { exact: true })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "13 databases found" })).toHaveCount(1);
    await expect(page.getByText("Showing 10 of 13 databases")).toBeVisible();

    await sortButton(page, "Memory").click();
    await expect(page).toHaveURL(address("?search=ZETA&sort=utilization&order=desc"));
    await expect
      .poll(async () => (await namesOf(page)).slice(0, 3))
      .toEqual(["zeta-11", "zeta-20", "zeta-10"]);
    await expect(rowOf(page, "zeta-11")).toContainText(
      /zeta-cluster.*Full.*31\.00 \/ 32\.00 GiB.*96\.9%.*Redis 7\.4\.2noevictionYes/,
    );
    await expect(page.getByText(/13 databases.*384\.00 GiB limit.*1 unlimited/)).toBeVisible();
    await expectAccessible(page, "list of databases");
    const started = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/^databases-\d{4}-\d{2}-\d{2}\.csv$/);
    const text = await readFile(await download.path(), "utf8");
    expect(text.startsWith("\ufeffdeploymentId,")).toBe(true);
    const records = parse<Record<string, string>>(text, { columns: true, bom: true });
    expect(records).toHaveLength(13);
    expect(records.slice(0, 10).map((record) => record["name"])).toEqual(await namesOf(page));

    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page).toHaveURL(address("?search=ZETA&sort=utilization&order=desc&page=2"));
    await expect.poll(() => namesOf(page)).toEqual(["zeta-02", "zeta-01", "db 12"]);
    const bare = rowOf(page, "db 12");
    await expect(bare).toContainText("No limit set");
    await expect(bare.getByTitle("Agent reports no region.")).toBeVisible();
    await page.reload();
    await expect.poll(() => namesOf(page)).toEqual(["zeta-02", "zeta-01", "db 12"]);
    await page.goBack();
    await expect.poll(async () => (await namesOf(page))[0]).toBe("zeta-11");

    await page.goto(address("?search=zeta&sort=size&util=much&page=99&keep=1"));
    await expect(page).toHaveURL(address("?keep=1&search=zeta&page=2"));
    await expect(page.getByText("Page 2 of 2")).toBeVisible();
    await expect.poll(() => links(page).count()).toBe(3);
  });

  test(
    "DBS01 SCR05 facets and chips filter databases, a row leads to its database and back",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "?search=zeta");
      await expect(links(page)).toHaveCount(10);
      const engine = await openFacet(page, "Version");
      const holes = ["Critical", "High", "Medium", "Patched by the distribution", "None known"];
      expect(await choicesIn(engine)).toEqual(["Redis", "Valkey", "7.4", "Before 7.2", ...holes]);
      await page.keyboard.press("Escape");
      await choose(page, "Version", "Valkey");
      await expect(page).toHaveURL(address("?search=zeta&engine=valkey"));
      await expect.poll(() => namesOf(page)).toEqual(["zeta-20"]);
      await expect(rowOf(page, "zeta-20")).toContainText("Valkey 8.0.1");
      await expect(rowOf(page, "zeta-20")).toContainText(/error/i);
      await page.getByRole("button", { name: "Remove filter Engine: Valkey" }).click();
      const memory = await openFacet(page, "Memory");
      await memory
        .getByRole("group", { name: "Memory utilization" })
        .getByRole("checkbox", { name: "No limit set" })
        .check();
      await page.keyboard.press("Escape");
      await expect(page).toHaveURL(address("?search=zeta&util=none"));
      await expect.poll(() => namesOf(page)).toEqual(["db 12"]);
      await page.getByRole("button", { name: "Clear all" }).click();
      await expect(page).toHaveURL(address(""));

      await page.goto(address("?search=zeta&sort=memory&page=1"));
      const used = page.getByRole("columnheader", { name: "Memory used" });
      await expect(used).toHaveAttribute("aria-sort", "ascending");
      await links(page).first().click();
      await expect(page.getByRole("heading", { level: 1, name: "zeta-01" })).toBeFocused();
      await page.getByRole("link", { name: "Back to Databases" }).click();
      await expect(page).toHaveURL(address("?search=zeta&sort=memory"));
      await rowOf(page, "zeta-01").getByRole("link", { name: "zeta-cluster" }).click();
      const databases = page.getByRole("table", { name: "Databases" });
      await expect(databases.getByRole("rowheader")).toHaveCount(12);
    },
  );

  test(
    "FIL10 DBS01 databases have views, and a column that the whole fleet leaves empty is off until it is chosen",
    { tag: "@all" },
    async ({ page }) => {
      await open(page);
      const tabs = page.getByRole("navigation", { name: "Views" });
      const current = tabs.locator("[aria-current=page]");
      await expect(tabs.getByRole("link")).toHaveText(["All", "Nearly full", "No TLS", "No limit"]);
      await expect(current).toHaveText("All");
      await tabs.getByRole("link", { name: "No limit" }).click();
      await expect(page).toHaveURL(address("?maxmemory=none&sort=memory&order=desc"));
      await expect.poll(() => namesOf(page)).toContain("db 12");
      await tabs.getByRole("link", { name: "Nearly full" }).click();
      await expect(page).toHaveURL(address("?util=90..&sort=utilization&order=desc"));
      await expect(current).toHaveText("Nearly full");
      await expectAccessible(page, "views of databases");

      const nodeType = page.getByRole("columnheader", { name: "Node type" });
      await expect(page.getByRole("columnheader", { name: "Region" })).toBeVisible();
      await expect(nodeType).toHaveCount(0);
      await page.getByRole("button", { name: "Show columns" }).click();
      const choice = page.getByRole("checkbox", { name: "Node type" });
      await expect(choice).not.toBeChecked();
      await choice.check();
      await page.keyboard.press("Escape");
      await expect(nodeType).toBeVisible();
      await page.reload();
      await expect(nodeType).toBeVisible();

      await filterLine(page).fill("zeta tls:yes");
      await expect(page).toHaveURL(address("?search=zeta&tls=yes&sort=utilization&order=desc"));
      await page.getByRole("button", { name: "Save view" }).click();
      const dialog = page.getByRole("dialog", { name: "Save view" });
      await dialog.getByLabel("Name").fill("Encrypted");
      await page.keyboard.press("Enter");
      await expect(current).toHaveText("Encrypted");
      await expect(page).toHaveURL(/\?search=zeta&tls=yes&sort=utilization&order=desc&view=viw_\w{26}$/);
      await page.goto(`${product.webUrl}/deployments`);
      await expect(tabs.getByRole("link", { name: "Licenses" })).toBeVisible();
      await expect(tabs.getByRole("link", { name: "Encrypted" })).toHaveCount(0);
      await page.goto(address(""));
      await tabs.getByRole("link", { name: "Encrypted" }).click();
      await expect.poll(async () => (await namesOf(page))[0]).toBe("zeta-11");
    },
  );

  test(
    "DBS01 rows keep their place while others load or fail, and nothing found says so",
    { tag: "@all" },
    async ({ page }) => {
      const first = product.api.hold("GET /databases");
      // The views come after the rows.
      const views = Promise.withResolvers<void>();
      await page.route(/\/assets\/DatabaseViews-/, async (route) => {
        await views.promise;
        await route.continue();
      });
      await open(page, "?search=zeta");
      await first.arrived;
      const topOfRows = async () => (await page.locator("tbody").boundingBox())?.y;
      const placeholders = await topOfRows();
      first.release();
      await expect(links(page)).toHaveCount(10);
      expect(await topOfRows()).toBe(placeholders);
      views.resolve();
      await expect(page.getByRole("navigation", { name: "Views" })).toBeVisible();
      expect(await topOfRows()).toBe(placeholders);
      const loading = product.api.hold("GET /databases");
      await page.getByRole("button", { name: "Next page" }).click();
      await loading.arrived;
      await expect(page.getByRole("progressbar", { name: "Loading databases" })).toBeVisible();
      await expect(links(page)).toHaveCount(10);
      loading.release();
      await expect(links(page)).toHaveCount(3);
      await expect(page.getByRole("progressbar")).toHaveCount(0);

      await product.api.stop();
      await page.getByRole("button", { name: "Refresh" }).click();
      const notice = page.getByRole("status").filter({ hasText: "Unable to load databases" });
      await expect(notice).toContainText(/Shown as of \d+:\d\d – retrying/);
      await expect(links(page)).toHaveCount(3);
      await sortButton(page, "Memory").click();
      const alert = page.getByRole("alert").filter({ hasText: "Unable to Load Databases" });
      await expect(alert).toContainText("Please try again later.");
      await product.api.start();
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(links(page)).toHaveCount(10);
      await expect(alert).toHaveCount(0);

      await page.goto(address("?search=zeta&version=3&pageSize=25"));
      await expect(page.getByText("No databases found matching the selected filters.")).toBeVisible();
      await expect(page.getByText("Search: zeta, Version: 3", { exact: true })).toBeVisible();
      await expectAccessible(page, "databases filtered to nothing");
      await page.getByRole("button", { name: "Clear filters" }).click();
      await expect(page).toHaveURL(address("?pageSize=25"));

      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(address("?search=recommendations"));
      const card = page.getByRole("listitem").filter({ hasText: /active-change-pending/i });
      await expect(card).toContainText("recommendations");
      const inside = await card.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        const meter = element.querySelector("[role=meter]")?.getBoundingClientRect();
        return meter !== undefined && meter.left - left === right - meter.right;
      });
      expect(inside, "a long status beside a long name keeps the padding of the card").toBe(true);
    },
  );

  test(
    "DBS01 a visit asks for one page once, and again after the chosen interval",
    { tag: "@all" },
    async ({ page }) => {
      await page.clock.install();
      const calls = callsOf(page, product);
      const asked = () => count(calls, "GET /databases");
      await open(page, "?search=zeta");
      await expect(links(page)).toHaveCount(10);
      expect(asked()).toBe(1);
      await page.clock.fastForward(61_000);
      await expect.poll(asked).toBe(2);
      await page.getByLabel("Auto refresh").selectOption("Auto off");
      await page.clock.fastForward(600_000);
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect.poll(asked).toBe(3);
    },
  );

  test(
    "DBS01 ROL05 a super admin chooses an organization, and a refusal of the API is shown",
    { tag: "@all" },
    async ({ page }) => {
      const account = await signInAccount(product.services, {
        redisCloudId: "77",
        email: "empty@example.org",
        firstName: "",
        lastName: "",
        company: "Empty Ltd",
      });
      const empty = ownOrganization(as(product.services, account).actor);
      await open(page, "", "super@example.com");
      await expect(page.getByText("Select an organization to view databases")).toBeVisible();
      const organizations = page.getByRole("combobox", { name: "Organization" });
      await expect(organizations.getByRole("option").first()).toHaveText("Select an organization");
      await page.setViewportSize({ width: 360, height: 740 });
      await expect(organizations).toBeVisible();
      await page.setViewportSize({ width: 1280, height: 720 });
      await organizations.selectOption(empty ?? "");
      await expect(page.getByText("No databases found for the organization")).toBeVisible();
      await organizations.selectOption(product.people.organization);
      await filterLine(page).fill("zeta");
      const whose = `org=${product.people.organization}`;
      await expect(page).toHaveURL(address(`?search=zeta&${whose}`));
      await expect(page.getByText("Showing 10 of 13 databases")).toBeVisible();
      await links(page).first().click();
      await expect(page.getByRole("heading", { level: 1, name: "db 12" })).toBeVisible();
      await page.getByRole("link", { name: "Back to Databases" }).click();
      await expect(page).toHaveURL(address(`?search=zeta&${whose}`));
      await page.getByRole("button", { name: "Clear all" }).click();
      await expect(page).toHaveURL(address(`?${whose}`));

      await page.goto(address("?org=nobody"));
      await expect(page.getByRole("alert").filter({ hasText: "Unable to Load Databases" })).toContainText(
        'organizationId: must be the id of an organization, which starts with "org_"',
      );
    },
  );
});

test.describe("look", () => {
  const memoryOf = (page: Page, name: string) => page.getByRole("meter", { name: `Memory of ${name}` });
  /** The used part of a bar. */
  const used = (bar: Locator) => bar.locator("span").first();
  /** In the light theme. */
  const grey = "oklch(0.52 0.016 225)";

  test(
    "DBS01 old figures of a silent source are grey, and a database is as full in its deployment as in the list",
    { tag: "@all" },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 768, height: 1024 });
      await openAs(page, "viewer@example.com", "/databases?pageSize=100");
      const live = memoryOf(page, "basket");
      await expect(used(memoryOf(page, "staging-cluster"))).toHaveCSS("background-color", grey);
      await expect(used(live)).not.toHaveCSS("background-color", grey);
      const { x = 0, width = 0 } = (await live.boundingBox()) ?? {};
      const frame = await page.getByRole("table").locator("..").boundingBox();
      expect(x + width, "the whole bar is in a window of 768 pixels").toBeLessThan(
        (frame?.x ?? 0) + (frame?.width ?? 0),
      );

      await page.getByRole("link", { name: "staging-cluster", exact: true }).first().click();
      const inDeployment = page.getByRole("meter");
      await expect(inDeployment).toHaveCount(2);
      for (const bar of await inDeployment.all()) await expect(used(bar)).toHaveCSS("background-color", grey);

      await page.getByRole("link", { name: "Back to Databases" }).click();
      await filterLine(page).fill("webhooks");
      await expect(page.getByText("Showing 1 of 1 database", { exact: true })).toBeVisible();
      const row = page.getByRole("row").filter({ hasText: "webhooks" });
      await expect(row).toContainText("Nearly full");
      await row.getByRole("link").last().click();
      await expect(page.getByRole("row").filter({ hasText: "webhooks" })).toContainText("Nearly full");
      await page.getByRole("link", { name: "webhooks", exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: "webhooks" })).toBeVisible();
      await expect(page.getByRole("main").getByText("Nearly full")).toBeVisible();
    },
  );

  test(
    "DBS01 on a phone the button of an empty list is as high as a finger needs",
    { tag: "@all" },
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await openAs(page, "viewer@example.com", "/databases?search=no-such-database");
      const clear = page.getByRole("button", { name: "Clear filters" });
      await expect(clear).toBeVisible();
      expect((await clear.boundingBox())?.height).toBe(44);
    },
  );
});
