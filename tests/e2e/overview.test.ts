import { expect, type Locator, type Page, test } from "@playwright/test";
import { founder } from "@shardwatch/local/seed/people";
import { expectAccessible } from "./axe.ts";
import { seen } from "./deployments.ts";
import { createByForm, newKey } from "./keys.ts";
import { minuteOf, noteLook, pass } from "./passes.ts";
import {
  answered,
  arrive,
  callsOf,
  demoPassword,
  openAs,
  scrollsSideways,
  submitLogin,
  typefacesInUse,
} from "./place.ts";
import { startAtMidday, startTestProduct, type TestProduct } from "./test-product.ts";

test.describe("tiles", () => {
  let product: TestProduct;
  let now = 0;
  test.beforeAll(async () => {
    ({ product, now } = await startAtMidday());
    await seen(
      product,
      { kind: "agent", id: "key", instance: "paris" },
      ["first", "second", "third"].map((name) => ({ name: `away-${name}`, status: "unreachable" })),
    );
    // More incidents than the overview shows at first.
    const database = { id: "1", name: "main", status: "active", version: "7.2.4", tlsEnabled: true };
    await seen(
      product,
      { kind: "agent", id: "key", instance: "lyon" },
      ["one", "two", "three"].map((name) => ({
        name: `nearly-${name}`,
        databases: [{ ...database, memoryUsed: "92", memoryLimit: "100" }],
      })),
    );
    await pass(product, product.people.organization, minuteOf(now));
    await noteLook(product, minuteOf(now));
  });
  // The next minute does not begin while these tests run.
  test.beforeEach(({ page }) => page.clock.install({ time: now }));
  test.afterEach(() => product.api.start());
  test.afterAll(() => product.stop());

  const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "Overview" });
  const figures = (page: Page) => page.getByRole("list", { name: "Figures" }).getByRole("link");
  const section = (page: Page, name: string) => page.getByRole("region", { name });

  test(
    "OVR08 the overview makes one request more than the list, GET /sources, and one when its sections are there",
    { tag: "@all" },
    async ({ page }) => {
      await arrive(page, "viewer@example.com", product);
      // What a list does after its rows comes a moment after them.
      const opens = (...more: string[]) =>
        answered(page, product, "/deployments/changed", "/notifications", ...more);
      // The first page of a session loads the user.
      const first = opens("/me", "/views");
      await page.goto(`${product.webUrl}/deployments`);
      await first;
      const calls = callsOf(page, product);
      const list = opens("/views");
      await page.reload();
      await list;
      const ofList = calls.splice(0);
      expect(ofList).toContain("GET /deployments");
      const overview = opens("/sources", "/outlook");
      await page.goto(`${product.webUrl}/overview`);
      await expect(section(page, "Sources").getByRole("listitem")).not.toHaveCount(0);
      await overview;
      expect(calls.toSorted()).toEqual([...ofList, "GET /sources", "GET /outlook"].toSorted());
    },
  );

  test(
    "OVR01 OVR02 OVR03 OVR04 OVR05 every number leads to as many deployments",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "viewer@example.com", "/overview", product);
      await expect(heading(page)).toBeVisible();
      await expect(figures(page)).toHaveCount(6);

      const attention = section(page, "Needs attention");
      const away = attention.getByRole("listitem").filter({ hasText: "Agent paris can't reach 3 servers" });
      await expect(away).toContainText(
        /Critical.*3 deployments.*away-\w+.* and 2 more.*Since.* minutes? ago/,
      );

      const links = page.getByRole("main").getByRole("link");
      const counted = (await links.all()).map(async (link) => {
        const text = (await link.getAttribute("aria-label")) ?? (await link.textContent()) ?? "";
        const [, count] = /([\d,]+) deployments?\b/.exec(text) ?? [];
        const to = await link.getAttribute("href");
        return count === undefined || !to?.startsWith("/deployments") ? [] : [{ count, to }];
      });
      const all = (await Promise.all(counted)).flat();
      // One of each kind is enough here: a property test compares all of them.
      const sample = [...new Map(all.map((each) => [each.to.replace(/=[^&]*/g, ""), each])).values()];
      const kinds = ["source=", "engine=", "shards=", "id=", "tls=", "maxmemory="];
      for (const kind of kinds)
        expect(
          sample.filter(({ to }) => to.includes(kind)),
          kind,
        ).not.toEqual([]);
      const by = section(page, "Memory used").getByLabel("Memory used by", { exact: true });
      const countOf = async (link: Locator) =>
        /([\d,]+) deployment/.exec((await link.textContent()) ?? "")?.[1];
      for (const { count, to } of sample)
        await leadsToAsMany(page, page.getByRole("main").locator(`a[href="${to}"]`).first(), count);
      for (const dimension of ["Type", "Region", "Version"]) {
        await by.selectOption(dimension);
        const bar = section(page, "Memory used").getByRole("link").first();
        await expect(bar).toHaveAttribute("href", new RegExp(`[?]${dimension.toLowerCase()}=`));
        await leadsToAsMany(page, bar, await countOf(bar));
      }
    },
  );

  /** Follows the link to the list, which says how many it found, and returns. */
  async function leadsToAsMany(page: Page, link: Locator, count: string | undefined): Promise<void> {
    const to = (await link.getAttribute("href")) ?? "";
    await link.click();
    await expect(page.getByRole("heading", { level: 1, name: "Deployments" })).toBeVisible();
    const found = new RegExp(`^${count} deployments? found$`);
    await expect(page.getByRole("status").filter({ hasText: found }), to).toHaveCount(1);
    await page.goBack();
    await expect(figures(page)).toHaveCount(6);
  }

  test(
    "OVR02 the sums are those of the list, and the databases those of their list",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "viewer@example.com", "/overview", product);
      const textOf = async (label: string) =>
        (await figures(page).filter({ hasText: label }).textContent()) ?? "";
      const [, used, limit] = /([\d.]+ \wiB).*of ([\d.]+ \wiB)/.exec(await textOf("Memory used")) ?? [];
      const [, databases] = /Databases ([\d,]+)/.exec(await textOf("Databases")) ?? [];
      await figures(page).filter({ hasText: "Memory used" }).click();
      await expect(page.getByText(`${used} used`)).toBeVisible();
      await expect(page.getByText(`${limit} limit`)).toBeVisible();
      await page.goBack();
      await figures(page).filter({ hasText: "Databases" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Databases" })).toBeVisible();
      await expect(page.getByRole("status").filter({ hasText: `${databases} databases found` })).toHaveCount(
        1,
      );
    },
  );

  test("OVR02 OVR10 the figures are texts and links, in both themes and on a phone", async ({ page }) => {
    await openAs(page, "viewer@example.com", "/overview", product);
    const unhealthy = figures(page).filter({ hasText: "Unhealthy" });
    const [, count] = /Unhealthy (\d+)/.exec((await unhealthy.textContent()) ?? "") ?? [];
    await expect(section(page, "Memory used").getByRole("meter").first()).toBeVisible();
    await expectAccessible(page, "overview");
    await page.setViewportSize({ width: 320, height: 740 });
    await expect(figures(page)).toHaveCount(6);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
    await unhealthy.click();
    await expect(page).toHaveURL(`${product.webUrl}/deployments?severity=critical,warning`);
    await expect(page.getByRole("status").filter({ hasText: `${count} deployments found` })).toHaveCount(1);
  });

  test(
    "OVR09 super admins see all organizations, or one with its sources",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "super@example.com", "/overview", product);
      await expect(figures(page)).toHaveCount(6);
      await expect(section(page, "Sources")).toContainText("Select an organization to see its sources.");
      const before = await figures(page).first().textContent();
      await page.getByRole("combobox", { name: "Organization" }).selectOption("Acme Data");
      await expect(page).toHaveURL(/\/overview\?org=org_/);
      await expect(figures(page).first()).not.toHaveText(before ?? "");
      await expect(figures(page).first()).toHaveAttribute("href", /^\/deployments\?org=org_/);
    },
  );

  test(
    "OVR03 OVR09 super admins see in which organizations something is wrong, and the incidents of the one they select",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "super@example.com", "/overview", product);
      const attention = section(page, "Needs attention");
      const rows = attention.getByRole("listitem");
      // Incidents are those of one organization. Of all, it is shown where something is wrong.
      await expect(rows.filter({ hasText: "Globex Corporation" })).toContainText(/\d critical|\d warning/);
      await expect(attention).toContainText("Select an organization to see its incidents.");
      await expectAccessible(page, "overview of all organizations");
      await attention.getByRole("link", { name: "Acme Data" }).click();
      await expect(page).toHaveURL(/\/overview\?org=org_/);
      await expect(rows).toHaveCount(10);
      const more = attention.getByRole("button", { name: /^Show \d+ more$/ });
      const hidden = (await more.textContent())?.replace(/\D/g, "");
      await more.click();
      await expect(rows.nth(10).getByRole("link").first()).toBeFocused();
      await expect(rows).toHaveCount(10 + Number(hidden));
      const away = rows.filter({ hasText: "Agent paris can't reach 3 servers" });
      for (const link of await away.getByRole("link").all())
        await expect(link).toHaveAttribute("href", /[?&]org=org_/);
      // The pages of sources show those of one's own organization.
      await expect(page.getByRole("link", { name: "Staging agent" })).toHaveCount(0);
    },
  );

  test(
    "OVR03 the deployments behind a refused account are one row with its reason",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "viewer@example.com", "/overview", product);
      const refused = section(page, "Needs attention")
        .getByRole("listitem")
        .filter({ hasText: "Acme marketing" });
      await expect(refused).toHaveCount(1);
      await expect(refused).toContainText("Redis Cloud rejected the API key");
      await expect(refused.getByRole("link", { name: "Campaigns 2024" })).toBeVisible();
    },
  );

  test(
    "OVR03 OVR06 nothing moves when the sources come after the list, and they are not waited for longer than two seconds",
    { tag: "@all" },
    async ({ page }) => {
      await page.addInitScript(`
    window.moved = [];
    window.shifts = new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        window.moved.push([value, ...sources.map(({ node }) => node?.textContent)].join(" "));
    });
    window.shifts.observe({ type: "layout-shift", buffered: true });
  `);
      await arrive(page, "viewer@example.com", product);
      const rows = section(page, "Needs attention").getByRole("listitem");
      const sources = product.api.hold("GET /sources");
      await page.goto(`${product.webUrl}/overview`);
      await expect(figures(page)).not.toHaveCount(0);
      await expect(rows).toHaveCount(0);
      await typefacesInUse(page);
      // The lines that the typefaces moved are drawn in the next frame, and reported after that.
      await page.evaluate(`new Promise((drawn) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)));
  }).then(() => {
    window.shifts.takeRecords();
    window.moved = [];
  })`);
      sources.release();
      await expect(rows.filter({ hasText: "away-" })).toHaveCount(1);
      await expect(section(page, "Risks")).toBeVisible();
      const moved = await page.evaluate<string[]>("window.moved");
      // "Updated 1 second ago" is longer than "Updated just now".
      expect(moved.filter((text) => !/^[\d.e-]+ Updated /.test(text))).toEqual([]);

      const late = product.api.hold("GET /sources");
      await page.reload();
      await expect(figures(page)).not.toHaveCount(0);
      await expect(rows).toHaveCount(0);
      await page.clock.fastForward(2_500);
      await expect(rows.filter({ hasText: "away-" })).toHaveCount(1);
      await expect(section(page, "Sources").getByRole("listitem")).toHaveCount(0);
      late.release();
      await expect(section(page, "Sources").getByRole("link", { name: "Staging agent" })).toBeVisible();
    },
  );

  test("OVR01 OVR07 somebody new begins on the page they chose, with the ways to a first deployment", async ({
    page,
  }) => {
    const email = "somebody.new@example.org";
    await openAs(page, email, "/profile/personal", product);
    await page.getByLabel("Start on").selectOption("Overview");
    await page.context().clearCookies();
    const tab = await page.context().newPage();
    await submitLogin(tab, email, demoPassword, product);
    await expect(heading(tab)).toBeFocused();
    await expect(tab.getByRole("list", { name: "Setup" }).getByRole("listitem")).toHaveCount(3);
    await expectAccessible(tab, "empty overview");
  });

  test(
    "OVR02 figures that cannot be loaded are not shown as zero, and those loaded before stay",
    { tag: "@all" },
    async ({ page }) => {
      await arrive(page, "viewer@example.com", product);
      const loading = product.api.hold("GET /deployments");
      await page.goto(`${product.webUrl}/overview`);
      await loading.arrived;
      await expect(page.getByRole("list", { name: "Figures" })).toContainText("Deployments");
      await expect(figures(page)).toHaveCount(0);
      await product.api.stop();
      await expect(page.getByText("Unable to Load Deployments")).toBeVisible();
      await product.api.start();
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(figures(page)).toHaveCount(6);
      await product.api.stop();
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect(page.getByText("Unable to load deployments")).toBeVisible();
      await expect(figures(page)).toHaveCount(6);
    },
  );
});

test.describe("changes", () => {
  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
    const globex = (await founder(product.services, "globex@example.com")).actor.organizationId ?? "";
    const last = minuteOf(product.services.clock.now());
    for (const organization of [product.people.organization, globex]) await pass(product, organization, last);
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
      await expect(section(page, "Needs attention").getByText("rate-limiter").first()).toBeVisible();
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
    await page.getByRole("main").getByRole("link", { name: "Agent Keys" }).click();
    await createByForm(page, "made meanwhile");
    await newKey(page).getByRole("button", { name: "Done" }).click();
    await newKey(page).getByRole("button", { name: "Done without copying" }).click();
    await page.getByRole("link", { name: "Overview", exact: true }).click();
    await expect(sources.getByText("made meanwhile")).toBeVisible();
  });
});
