import { expect, type Page, test } from "@playwright/test";
import { ownOrganization } from "@shardwatch/core/access/scope";
import { signInAccount } from "@shardwatch/core/account/sign-in";
import { as } from "@shardwatch/local/seed/people";
import { rowOf, seen } from "./deployments.ts";
import { filterLine } from "./filters.ts";
import { callsOf, count, openAs } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

test.describe("new data", () => {
  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
  });
  test.afterAll(() => product.stop());

  let agents = 0;
  /** A report of a new agent: one agent may not report twice within a second. */
  async function appear(name: string): Promise<void> {
    agents += 1;
    await seen(product, { kind: "agent", id: `live-${agents}`, instance: "demo" }, [{ name }]);
  }

  /** Opens the list with a clock that the test advances. */
  async function open(page: Page): Promise<string[]> {
    await page.clock.install();
    const calls = callsOf(page, product);
    await openAs(page, "viewer@example.com", "/deployments", product);
    await expect(page.locator("[data-row-link]")).toHaveCount(10);
    return calls;
  }

  const first = (page: Page) => page.locator("[data-row-link]").first();
  const loads = (calls: readonly string[]) => count(calls, "GET /deployments");

  test(
    "the list loads again every minute and when its tab is looked at again, unless that is switched off",
    { tag: "@all" },
    async ({ page }) => {
      const calls = await open(page);
      const showPage = () => page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
      await appear("a-minute-later");
      await page.clock.fastForward(61_000);
      await expect(first(page)).toHaveText("a-minute-later");
      await appear("a-look-later");
      await page.clock.fastForward(15_000);
      await showPage();
      await expect(first(page)).toHaveText("a-look-later");

      const interval = page.getByLabel("Auto refresh");
      await expect(interval.getByRole("option")).toHaveText(["Auto off", "Auto 1 min", "Auto 5 min"]);
      await interval.selectOption("Auto off");
      await page.reload();
      await expect(interval).toHaveValue("0");
      await expect(page.locator("[data-row-link]")).toHaveCount(10);
      const before = loads(calls);
      await page.clock.fastForward(600_000);
      await showPage();
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect.poll(() => loads(calls)).toBe(before + 1);
      await expect(page.getByRole("button", { name: "Refresh" })).toBeEnabled();
      expect(loads(calls)).toBe(before + 1);
    },
  );

  test(
    "a memory figure that changes at a refresh flashes once; it does not when another row comes to its place",
    { tag: "@all" },
    async ({ page }) => {
      const report = (name: string, memoryUsed: string) =>
        seen(product, { kind: "agent", id: name, instance: "demo" }, [
          {
            name,
            databases: [
              {
                id: "1",
                name: null,
                status: "active",
                version: null,
                memoryUsed,
                memoryLimit: "1073741824",
                tlsEnabled: null,
              },
            ],
          },
        ]);
      await report("aa-growing", "104857600");
      await report("ab-resting", "104857600");
      const flashed: string[] = [];
      await page.exposeFunction("noteFlash", (text: string) => flashed.push(text));
      await page.addInitScript(`
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      noteFlash(this.textContent);
      return animate.apply(this, how);
    };
  `);
      await open(page);
      await page.getByRole("button", { name: /^Name/ }).click();
      await page.getByRole("button", { name: /^Name/ }).click();
      await expect(rowOf(page, "aa-growing")).toContainText("100.00 MiB");
      await report("aa-growing", "209715200");
      await page.clock.fastForward(61_000);
      await expect(rowOf(page, "aa-growing")).toContainText("200.00 MiB");
      await expect.poll(() => flashed).toEqual(["200.00 MiB / 1.00 GiB"]);
    },
  );

  test(
    "a row does not move away under the pointer or the focus; the new order counts when they leave",
    { tag: "@all" },
    async ({ page }) => {
      await open(page);
      const before = await page.locator("[data-row-link]").allTextContents();
      const total = page.getByText(/Showing 10 of/);
      const many = Number(/of (\d+)/.exec((await total.textContent()) ?? "")?.[1]);
      await page.getByRole("row").nth(5).hover();
      await appear("aa-under-pointer");
      await page.clock.fastForward(61_000);
      await expect(total).toHaveText(`Showing 10 of ${many + 1} deployments`);
      expect(await page.locator("[data-row-link]").allTextContents()).toEqual(before);
      await page.getByRole("heading", { level: 1 }).hover();
      await expect(rowOf(page, "aa-under-pointer")).toBeVisible();

      const now = await page.locator("[data-row-link]").allTextContents();
      await page.locator("[data-row-link]").nth(3).focus();
      await appear("aa-under-focus");
      await page.clock.fastForward(61_000);
      await expect(total).toHaveText(`Showing 10 of ${many + 2} deployments`);
      expect(await page.locator("[data-row-link]").allTextContents()).toEqual(now);
      await filterLine(page).focus();
      await expect(rowOf(page, "aa-under-focus")).toBeVisible();
    },
  );

  test("LSX09 rows stay under a resting pointer when a key changes the view, and no open menu or tooltip passes to another row", async ({
    page,
  }) => {
    const many = Array.from({ length: 12 }, (_, index) => ({ name: `many-${index + 10}` }));
    await seen(product, { kind: "agent", id: "many", instance: "demo" }, many);
    await page.clock.install();
    await openAs(page, "admin@example.com", "/deployments?search=many-2", product);
    const names = () => page.locator("[data-row-link]").allTextContents();
    const heading = page.getByRole("heading", { level: 1 });
    const fewer = ["many-20", "many-21"];
    await expect.poll(names).toEqual(fewer);
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect.poll(async () => (await names()).length).toBe(10);
    // The focused row goes with the view. Once the pointer has left, nothing is held.
    await page.locator("[data-row-link]").last().focus();
    await page.evaluate("history.back()");
    await expect.poll(names).toEqual(fewer);
    await page.locator("[data-row-link]").first().hover();
    await heading.hover();
    await appear("aa-many-2");
    await page.clock.fastForward(61_000);
    await expect.poll(names).toEqual(["aa-many-2", ...fewer]);

    await page.locator("[data-row-link]").first().hover();
    await filterLine(page).fill("many");
    await page.clock.fastForward(400);
    const shown = ["aa-many-2", ...many.slice(0, 9).map(({ name }) => name)];
    await expect.poll(names).toEqual(shown);
    await appear("aa-many-1");
    await page.clock.fastForward(61_000);
    await expect(page.getByText("Showing 10 of 14 deployments")).toBeVisible();
    expect(await names()).toEqual(shown);

    // The search must not begin before the menu is open, however long that takes.
    await page.clock.pauseAt((await page.evaluate<number>("Date.now()")) + 1_000);
    await filterLine(page).fill("cache");
    await page.getByRole("button", { name: "Actions for many-10" }).click();
    await expect(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
    await page.clock.resume();
    await page.clock.fastForward(400);
    await expect(first(page)).toHaveText(/cache/);
    await expect(page.getByRole("menu")).toHaveCount(0);

    await filterLine(page).fill("many-1");
    await page.clock.fastForward(400);
    await expect(first(page)).toHaveText("aa-many-1");
    await rowOf(page, "aa-many-1").getByRole("button").first().hover();
    await page.clock.fastForward(400);
    await expect(page.getByRole("tooltip")).toBeVisible();
    await filterLine(page).fill("cache");
    await page.clock.fastForward(400);
    await expect(first(page)).toHaveText(/cache/);
    await expect(page.getByRole("tooltip")).toHaveCount(0);
  });

  test(
    "LSX07 a deletion that ends after its dialog was closed is told once, and leaves the next dialog open",
    { tag: "@all" },
    async ({ page }) => {
      const drop = Array.from({ length: 7 }, (_, at) => ({ name: `drop-${at}` }));
      await seen(product, { kind: "agent", id: "drop", instance: "demo" }, drop);
      await openAs(page, "admin@example.com", "/deployments?search=drop-", product);
      const links = page.locator("[data-row-link]");
      await expect(links).toHaveCount(7);
      const idOf = async (name: string) =>
        /dep_\w+/.exec(
          (await page.getByRole("link", { name, exact: true }).getAttribute("href")) ?? "",
        )?.[0] ?? "";
      const hold = async (name: string) => product.api.hold(`DELETE /deployments/${await idOf(name)}`);
      const held = await Promise.all(drop.slice(0, 5).map(({ name }) => hold(name)));
      const dialog = page.getByRole("dialog");
      const bar = page.getByRole("toolbar", { name: "Selected deployments" });
      await page.getByRole("checkbox", { name: "Select all on this page" }).check();
      await bar.getByRole("button", { name: "Delete" }).click();
      await dialog.getByRole("button", { name: "Delete 7" }).dblclick();
      await held[0]?.arrived;
      held[0]?.release();
      await Promise.all(held.map((each) => each.arrived));
      await expect(dialog.getByRole("status")).toHaveText("1 of 7");
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      const deleted = page.getByRole("status").filter({ hasText: /deployments? deleted$/ });
      expect(await deleted.count()).toBe(0);

      await page.getByRole("button", { name: "Actions for drop-6" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      const next = page.getByRole("dialog", { name: "Delete deployment" });
      await expect(next).toContainText("drop-6");
      for (const each of held) each.release();
      await expect(deleted).toHaveText(["5 deployments deleted"]);
      await expect(links).toHaveText(["drop-5", "drop-6"]);
      const last = await hold("drop-6");
      await next.getByRole("button", { name: "Delete" }).click();
      await last.arrived;
      await page.keyboard.press("Escape");
      await bar.getByRole("button", { name: "Delete" }).click();
      last.release();
      await expect(links).toHaveText(["drop-5"]);
      await expect(page.getByRole("dialog", { name: "Delete 2 deployments" })).toBeVisible();
    },
  );
});

test.describe("failures", () => {
  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
  });
  test.afterEach(async () => {
    product.api.open();
    await product.api.start();
  });
  test.afterAll(() => product.stop());

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

  test("ERR18 a list that cannot be loaded again stays, and says how old it is", async ({ page }) => {
    await openAs(page, "viewer@example.com", "/deployments", product);
    await expect(page.getByRole("link", { name: "orders-cache" })).toBeVisible();
    await product.api.stop();
    await page.getByRole("button", { name: "Refresh" }).click();
    const notice = page.getByRole("status").filter({ hasText: "Unable to load deployments" });
    await expect(notice).toContainText(/Shown as of \d+:\d\d – retrying/);
    await expect(page.getByRole("link", { name: "orders-cache" })).toBeVisible();
    await product.api.start();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(notice).toHaveCount(0);
  });

  /** Organizations with one deployment each: the API lists ten organizations to a page. */
  async function newcomers(names: string[]): Promise<void> {
    for (const [index, name] of names.entries()) {
      const identity = {
        redisCloudId: `9${index}`,
        email: `${name}@example.org`,
        firstName: "",
        lastName: "",
      };
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

  // It stops the database for good, so it comes last.
  test(
    "LST79 LST80 the same when our storage is down, with what to quote when asking for help",
    { tag: "@all" },
    async ({ page }) => {
      const loading = product.api.hold("GET /deployments");
      await openAs(page, "viewer@example.com", "/deployments", product);
      await loading.arrived;
      await expect(page.getByRole("heading", { name: "Deployments" })).toBeVisible();
      await product.database.stop();
      loading.release();
      const alert = page.getByRole("alert").filter({ hasText: "Unable" });
      await expect(alert).toContainText("Unable to Load Deployments");
      await expect(alert).toContainText(/Request \S+/);
    },
  );
});
