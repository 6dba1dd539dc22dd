import { expect, type Locator, type Page, test } from "@playwright/test";
import { canaryKey, canaryKind } from "@shardwatch/core/canary/canary.table";
import { ruleIds } from "@shardwatch/core/contract/incident/rules";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { evaluate } from "@shardwatch/core/incident/pass";
import { notificationsOf } from "@shardwatch/core/notification/notification.keys";
import { founder } from "@shardwatch/local/seed/people";
import { expectAccessible } from "./axe.ts";
import { rowOf, seen } from "./deployments.ts";
import { minuteOf, noteLook, pass } from "./passes.ts";
import { answered, openAs, scrollsSideways } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

test.describe("list and page", () => {
  const minute = 60_000;
  const source = { kind: "agent", id: "key", instance: "zeta" } as const;
  const hostile = "zeta <img src=x onerror=alert(1)>";

  let product: TestProduct;
  let now = 0;
  /** The minute of the last pass. */
  let last = 0;
  const full = (percent: number, version = "7.2.4") => ({
    databases: [
      {
        id: "1",
        name: "main",
        status: "active",
        version,
        memoryUsed: String(percent),
        memoryLimit: "100",
        tlsEnabled: true,
      },
    ],
  });

  /** A store is full, another one nearly, and a server cannot be reached. */
  test.beforeAll(async () => {
    ({ product, now } = await startAtMidday());
    const { services, people } = product;
    last = minuteOf(now);
    // Somebody has upgraded a server before.
    const at = (time: number) => ({ ...product, services: { ...services, clock: { now: () => time } } });
    await seen(at(last - 310 * minute), source, [{ name: "zeta-full", ...full(97, "7.0.15") }]);
    await seen(at(last - 300 * minute), source, [{ name: "zeta-full", ...full(97) }]);
    await seen(product, source, [
      { name: "zeta-full", ...full(97) },
      { name: hostile, ...full(92) },
      { name: "zeta-well", ...full(10) },
      { name: "zeta-gone", status: "unreachable", statusMessage: "The connection was refused." },
    ]);
    await pass(product, people.organization, last);
    await noteLook(product, last);
  });
  // No further look comes while these tests run.
  test.beforeEach(({ page }) => page.clock.setFixedTime(now));
  test.afterEach(() => product.api.start());
  test.afterAll(() => product.stop());

  const viewer = "viewer@example.com";
  const open = (page: Page, path: string, who = viewer) => openAs(page, who, path, product);
  const title = "zeta-full: memory at 97.0% of its limit";
  const link = (page: Page, name = title) => page.getByRole("link", { name, exact: true });
  const idOf = (name: string) => deploymentId(product.people.organization, "agent", name);
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
  const region = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
  const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
  const rail = (page: Page) => page.getByRole("navigation", { name: "Main" });

  test(
    "INC04 INC05 SCR01 the open incidents by severity: arrows walk them, a acknowledges, Enter opens one with all that it needs",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "/incidents");
      await expect(link(page)).toBeVisible();
      const severities = await page
        .locator("table")
        .getByText(/^(Critical|Warning|Info)$/)
        .allTextContents();
      const places = severities.map((one) => ["Critical", "Warning"].indexOf(one));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(new Set(severities).size).toBeGreaterThan(1);
      await expect(page.getByRole("link", { name: /^Open \d+$/ })).toHaveAttribute("aria-current", "page");
      // The rail's number is that of the rows. Information has a tab of its own.
      const counted = severities.length;
      await expect(rail(page).getByRole("link", { name: `Incidents ${counted} open` })).toBeVisible();
      await page.getByRole("link", { name: /^Information \d+$/ }).click();
      await expect(
        page
          .locator("table")
          .getByText(/^Info$/)
          .first(),
      ).toBeVisible();
      await expect(page.locator("table").getByText(/^(Critical|Warning)$/)).toHaveCount(0);
      await page.goBack();
      // A name of another machine is shown as text.
      await expect(page.getByText(`${hostile}: memory at 92.0% of its limit`)).toBeVisible();
      await expect(page.locator("main img")).toHaveCount(0);
      await expectAccessible(page, "incidents", { thorough: true });

      await page.locator("[data-row-link]").first().focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      await expect(page.locator("[data-row-link]").first()).toBeFocused();
      await link(page).focus();
      await page.keyboard.press("a");
      await expect(rowOf(page, title)).toContainText("Acknowledged by Yuki Tanaka");
      await link(page).press("Enter");

      await expect(heading(page, title)).toBeFocused();
      await expect(page.getByText("Acknowledged by Yuki Tanaka").first()).toBeVisible();
      await expect(region(page, "What to do")).toContainText("When it's full, writes fail.");
      await expect(region(page, "Evidence")).toContainText("97.0% of its limit");
      await expect(region(page, /^Affected/).getByRole("link", { name: "zeta-full" })).toHaveAttribute(
        "href",
        `/deployments/${idOf("zeta-full")}`,
      );
      await expect(region(page, "Changed in the 6 hours before")).toContainText(
        "version went from 7.0.15 to 7.2.4",
      );
      await expect(region(page, "Timeline").getByRole("listitem")).toHaveText([
        /Opened: 1 affected/,
        /(Notified|Not yet notified:) Admins by email: (opened|with others, in a summary)/,
        /(Notified|Not yet notified:) Notifications in Shardwatch: opened/,
        /Acknowledged by Yuki Tanaka/,
      ]);
      await page.getByRole("button", { name: "Add a note" }).click();
      await page.getByRole("dialog").getByLabel("Note").fill(`I add memory, ${hostile}`);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(region(page, "Timeline")).toContainText(`Yuki Tanaka: I add memory, ${hostile}`);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy link" }).click();
      await expect(page.getByText("Link copied")).toBeVisible();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(page.url());
      await region(page, "What to do").getByRole("button", { name: "Copy" }).click();
      await expect
        .poll(() => page.evaluate("navigator.clipboard.readText()"))
        .toBe("redis-cli -h HOST -p PORT --bigkeys");
      await expectAccessible(page, "incident", { thorough: true });
      await page.getByRole("button", { name: "Undo acknowledgement" }).click();
      await expect(page.getByRole("button", { name: "Acknowledge", exact: true })).toBeVisible();
      await expect(region(page, "Timeline")).toContainText("Acknowledgement undone by Yuki Tanaka");
    },
  );

  test("INC11 SCR03 rail, overview and rows show the open incidents, a filter finds them, a page asks once, and the bell has none", async ({
    page,
  }) => {
    await open(page, "/deployments?search=zeta");
    const calls: string[] = [];
    page.on("request", (request) => calls.push(new URL(request.url()).pathname));
    await page.reload();
    await expect(rowOf(page, "zeta-full")).toContainText("1 open incident, critical");
    await expect(rowOf(page, hostile)).toContainText("1 open incident, warning");
    await expect(rowOf(page, "zeta-well")).not.toContainText("incident");
    expect(calls.filter((path) => path === "/incidents")).toHaveLength(1);
    await expect(rail(page).getByRole("link", { name: /^Incidents ?\d+ open$/ })).toBeVisible();
    // Of what is critical there is a notification. The bell has it when the incident has ended.
    const { table } = product.services;
    const mine = notificationsOf(product.people.admin.actor.accountId);
    const stored = async () => (await table.queryAll(mine)).map(({ message }) => message);
    await expect.poll(stored).toContain(`${title}.`);
    await expect(bell(page)).toHaveAccessibleName("Notifications");
    await expectAccessible(page, "marked rows");

    await page.goto(`${product.webUrl}/deployments?search=zeta&incident=open&util=90..`);
    await expect(page.locator("[data-row-link]")).toHaveText([hostile, "zeta-full"]);
    await expect(page.getByRole("button", { name: /Incident: open/ })).toBeVisible();
    // These rows came after the marks.
    await expect(page.locator("incident-mark:visible")).toHaveCount(2);
    await page.goto(`${product.webUrl}/deployments?search=zeta&incident=none`);
    await expect(page.locator("[data-row-link]")).toHaveText(["zeta-well"]);

    await page.goto(`${product.webUrl}/deployments/${idOf("zeta-full")}`);
    await page.getByRole("list", { name: "Open incidents" }).getByRole("link", { name: title }).click();
    await expect(heading(page, title)).toBeFocused();

    await bell(page).click();
    const panel = page.getByRole("dialog", { name: "Notifications" });
    await expect(panel).toContainText("No new notifications");
    await page.keyboard.press("Escape");

    await rail(page).getByRole("link", { name: "Overview" }).click();
    await region(page, "Needs attention")
      .getByRole("link", { name: /^\d+ ?Critical$/ })
      .click();
    await expect(page).toHaveURL(/\/incidents\?severity=critical$/);
    await expect(link(page)).toBeVisible();
    await expect(page.locator("table").getByText("Warning")).toHaveCount(0);
  });

  test("SCR14 the palette finds databases, incidents, keys and members, and presses the buttons of the page", async ({
    page,
  }) => {
    await open(page, "/incidents");
    await expect(link(page)).toBeVisible();
    const palette = page.getByRole("dialog", { name: "Command palette" });
    const option = (name: string) => palette.getByRole("option", { name });
    const find = async (text: string) => {
      if ((await palette.count()) === 0) await page.keyboard.press("Control+k");
      await palette.getByRole("combobox").fill(text);
    };
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === "/databases") asked.push(searchParams.get("search") ?? "");
    });
    await find("");
    await palette.getByRole("combobox").pressSequentially("gone payments");
    await expect(palette.getByRole("status")).toHaveText("No results");
    // The typing did not pause for the API.
    expect(asked).toEqual(["payments"]);
    await find("webhooks pay");
    await expect(option("webhooks Payments")).toBeVisible();
    // It has an incident, but what acknowledges that is not looked for.
    await expect(palette.getByRole("group", { name: "On this page" })).toHaveCount(0);
    await option("webhooks Payments").click();
    await expect(heading(page, "webhooks")).toBeFocused();
    await page.goBack();

    await find("zeta-full limit critical");
    await option(title).click();
    await expect(heading(page, title)).toBeFocused();
    await find(">acknow");
    await expect(palette.getByRole("group")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Add a note" })).toBeFocused();
    await find(">undo");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Acknowledge", exact: true })).toBeFocused();
    // What a viewer may not do stays closed, and says why.
    await find("> silence");
    await expect(option("Silence…")).toHaveAttribute("aria-disabled", "true");
    await expect(option("Silence…")).toContainText("Only admins of the organization can silence incidents.");
    await page.keyboard.press("Enter");
    await expectAccessible(page, "palette with a closed action");

    await find("admin@example");
    await expect(palette.getByRole("group", { name: "Members" }).getByRole("option")).toHaveCount(1);
    await find("rotate staging");
    await expect(palette.getByRole("option")).toContainText("rotate or revoke");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${product.webUrl}/integrations/agent-keys`);
    // Where no button does it, what can be done leads to the incident.
    await find("silence zeta-full");
    await expect(palette.getByRole("option")).toHaveText([/zeta-full/]);
    await find("acknowledge zeta-full");
    await option(title).click();
    await expect(heading(page, title)).toBeFocused();
  });

  test(
    "INC04 past incidents say how they ended; without any, a sentence says who looks",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "/deployments", "admin@example.com");
      const path = `${product.apiUrl}/deployments/${idOf("zeta-gone")}`;
      const deleted = await page.request.delete(path, { headers: { origin: product.webUrl } });
      expect(deleted.status()).toBe(204);
      last += minute;
      await pass(product, product.people.organization, last, 1);
      await open(page, "/incidents?state=past");
      const gone = rowOf(page, "zeta-gone: unreachable");
      await expect(gone).toContainText("Deleted");
      await link(page, "zeta-gone: unreachable").click();
      await expect(region(page, "Evidence")).toContainText("The connection was refused.");
      await expect(page.getByRole("button", { name: "Acknowledge", exact: true })).toHaveCount(0);

      const { organizationId } = (await founder(product.services, "globex@example.com")).actor;
      if (organizationId === null) throw new Error("Globex has no organization");
      await evaluate(product.services, organizationId, { minute: last, previous: last, since: last });
      await open(page, "/incidents", "globex@example.com");
      await expect(
        page.getByText(new RegExp(`^${ruleIds.length} rules watch \\d+ deployments\\. Last look`)),
      ).toBeVisible();
      await page.getByRole("link", { name: "Silenced" }).click();
      await expect(page.getByText("No silenced incidents")).toBeVisible();
    },
  );

  test(
    "INC04 an unknown incident is not found within the layout, and a failure says so and can be retried",
    { tag: "@all" },
    async ({ page }) => {
      // The rail asks for incidents, too.
      const loaded = answered(page, product, "/incidents", "/notifications");
      await open(page, "/incidents/inc_00000000000000000000000000");
      await expect(heading(page, "Incident not found")).toBeVisible();
      await loaded;
      await expect(rail(page)).toBeVisible();
      const loading = product.api.hold("GET /incidents");
      await open(page, "/incidents");
      await loading.arrived;
      await product.api.stop();
      const alert = page.getByRole("alert").filter({ hasText: "Unable to Load Incidents" });
      await expect(alert).toBeVisible();
      await product.api.start();
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(link(page)).toBeVisible();
    },
  );

  test(
    "INC04 ROL07 a super admin chooses the organization, and links keep it",
    { tag: "@all" },
    async ({ page }) => {
      const org = product.people.organization;
      await open(page, "/incidents", "super@example.com");
      await expect(page.getByText("Select an organization to view incidents")).toBeVisible();
      await page.getByRole("combobox", { name: "Organization" }).selectOption(org);
      await expect(link(page)).toHaveAttribute("href", new RegExp(`\\?org=${org}$`));
      await link(page).click();
      await expect(heading(page, title)).toBeFocused();
    },
  );

  test(
    "INC04 the incidents fit a large window, a small one and a phone's",
    { tag: "@all" },
    async ({ page }) => {
      const fits = async (shown: Locator) => {
        for (const width of [1_440, 768, 360]) {
          await page.setViewportSize({ width, height: 900 });
          await expect(shown).toBeVisible();
          await expect.poll(() => scrollsSideways(page), `${width} px`).toBe(false);
        }
      };
      await open(page, "/incidents");
      await fits(link(page));
      await link(page).click();
      await fits(region(page, "Timeline"));
    },
  );
});

test.describe("our own outage", () => {
  const minute = 60_000;
  let product: TestProduct;
  let now = 0;
  test.beforeAll(async () => {
    ({ product, now } = await startAtMidday());
  });
  test.afterAll(() => product.stop());

  test(
    "INC08 after an outage of ours, incidents and overview say that silence is not noticed yet, and before the first look that there was none",
    { tag: "@all" },
    async ({ page }) => {
      const { services, people } = product;
      await page.clock.setFixedTime(now);
      await openAs(page, "viewer@example.com", "/overview", product);
      const attention = page.getByRole("region", { name: "Needs attention" });
      await expect(attention).toContainText("No incidents yet. The first check comes within five minutes.");
      const last = minuteOf(now);
      await pass(product, people.organization, last - minute, 1);
      await noteLook(product, last, last - minute);
      const said = page
        .getByRole("status")
        .filter({ hasText: "Deployments that stopped reporting are noticed again from" });
      await page.reload();
      await expect(attention.getByRole("link").first()).toBeVisible();
      await expect(said).toHaveCount(0);

      const accepted = "fffffffffffffffc";
      await services.table.put({ ...canaryKey, ...canaryKind.write({ minute: last, accepted }) });
      for (const path of ["/overview", "/incidents"]) {
        await page.goto(`${product.webUrl}${path}`);
        await expect(said).toBeVisible();
        await expectAccessible(page, `${path} after an outage`);
      }
    },
  );
});
