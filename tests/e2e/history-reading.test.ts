import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { comeToHistory, figureOf, historyOf, pathOf, withChange, withCloudPast, withPast } from "./past.ts";
import { answered, count, callsOf, openAs, scrollsSideways } from "./place.ts";
import { smallTargets } from "./targets.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

const gib = 2 ** 30;
const person = "viewer@example.com";
let product: TestProduct;
let now = 0;

test.beforeAll(async () => {
  ({ product, now } = await startAtMidday());
  await withPast(product, [
    { name: "read-cache", databases: 1, past: (ago) => ({ used: ago === 1 ? 3 * gib : 2 * gib }) },
    { name: "grown-cache", databases: 1, past: (ago) => ({ used: ago < 100 ? 3 * gib : 2 * gib }) },
    { name: "wide-cache", databases: 12, past: () => ({ used: gib }) },
  ]);
  await withCloudPast(product, [{ name: "cloud-cache", databases: 1, past: () => ({ used: gib }) }]);
});
// The next five minutes do not begin while these tests run.
test.beforeEach(({ page }) => page.clock.setFixedTime(now));
test.afterAll(() => product.stop());

const open = (page: Page, name: string, query = "") =>
  openAs(page, person, pathOf(product, name, query), product);

async function openHistory(page: Page, name: string, query = ""): Promise<Locator> {
  await open(page, name, query);
  await comeToHistory(page);
  await figureOf(page, "Memory used").waitFor();
  return historyOf(page);
}

/** Every script that the page loads from now on, with its text. */
function scriptsOf(page: Page): Promise<string>[] {
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) scripts.push(response.text().catch(() => ""));
  });
  return scripts;
}

const hasCharts = async (scripts: readonly Promise<string>[]) =>
  (await Promise.all(scripts)).some((text) => text.includes("u-cursor-pt"));

test(
  "HIS11 sign-in, list and overview load no chart library, and a deployment's page only when its charts are near",
  { tag: "@all" },
  async ({ page }) => {
    const scripts = scriptsOf(page);
    await page.setViewportSize({ width: 1_280, height: 500 });
    await page.goto(product.webUrl);
    await page.getByLabel("Email").waitFor();
    await openAs(page, person, "/deployments?search=read-cache", product);
    await page.getByRole("link", { name: "read-cache" }).waitFor();
    await page.goto(`${product.webUrl}/overview`);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    const calls = callsOf(page, product);
    const last = answered(page, product, "/notifications", `${pathOf(product, "read-cache")}/live`);
    await open(page, "read-cache");
    await expect(page.getByRole("heading", { name: "Database", exact: true })).toBeVisible();
    await last;
    expect(await hasCharts(scripts)).toBe(false);
    const path = `${pathOf(product, "read-cache")}/history`;
    expect(count(calls, `GET ${path}`)).toBe(0);
    const steps: (string | null)[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === path && request.method() === "GET") steps.push(searchParams.get("step"));
    });
    await comeToHistory(page);
    await figureOf(page, "Memory used").waitFor();
    expect(await hasCharts(scripts)).toBe(true);
    // The chart of the outlook, above it, asks for its days.
    expect(steps.filter((step) => step !== "86400")).toHaveLength(1);
  },
);

test(
  "HIS09 the arrow keys move a cursor through a chart, and its values are announced",
  { tag: "@all" },
  async ({ page }) => {
    const section = await openHistory(page, "read-cache");
    const memory = figureOf(page, "Memory used");
    const spoken = section.getByRole("status").filter({ hasText: /: Used/ });
    await memory.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await expect(spoken).toHaveText(/^[A-Z][a-z]{2} \d+, \d\d:\d[05]: Used 3\.00 GiB, Limit 64\.00 GiB$/);
    const newest = await spoken.textContent();
    await expect(memory.locator(".u-cursor-x")).toBeVisible();
    // The other charts follow.
    await expect(figureOf(page, "Keys").locator(".u-cursor-x")).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(spoken).toContainText("Used 2.00 GiB");
    await page.keyboard.press("Shift+ArrowLeft");
    await expect(spoken).not.toHaveText(newest ?? "");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(spoken).toHaveText(newest ?? "");
    await page.keyboard.press("Home");
    await expect(spoken).toContainText("Used 2.00 GiB");
    const place = await memory.locator(".u-cursor-x").getAttribute("style");
    // The chart is drawn anew, as for newer values.
    const former = await memory.locator(".uplot").elementHandle();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => former?.evaluate((element) => element.isConnected)).toBe(false);
    await expect(memory.locator(".u-cursor-x")).toBeVisible();
    expect(await memory.locator(".u-cursor-x").getAttribute("style")).toBe(place);
    await page.keyboard.press("Tab");
    await expect(memory.locator(".u-cursor-x")).toBeHidden();
  },
);

test(
  "CHG02 HIS09 SCR10 a change is marked in the charts, announced at its point, and opened by key and pointer",
  { tag: "@all" },
  async ({ page }) => {
    const upgraded = { name: "upgraded-cache", databases: 1, past: () => ({ used: gib }) };
    await withChange(product, upgraded, "7.4.1");
    await openHistory(page, "upgraded-cache");
    await figureOf(page, "Connected clients").focus();
    await page.keyboard.press("End");
    const spoken = historyOf(page).getByRole("status").filter({ hasText: "Clients" });
    await expect(spoken).toContainText("7.2.4");
    await expect(spoken).toContainText("7.4.1");
    await page.keyboard.press("Enter");
    const opened = page.getByRole("dialog", { name: "Changes" });
    await expect(opened).toContainText(/^\w+ \d+, \d\d:\d\d .*7\.2\.4.*7\.4\.1/);
    await expectAccessible(page, "an open flag");
    await page.keyboard.press("Escape");
    await expect(opened).toBeHidden();
    await expect(figureOf(page, "Connected clients")).toBeFocused();
    // The pointer opens the flag of another chart.
    const plot = figureOf(page, "Keys").locator(".u-over");
    const { width = 0 } = (await plot.boundingBox()) ?? {};
    for (let x = width - 2; x > 0 && !(await opened.isVisible()); x -= 10)
      await plot.click({ position: { x, y: 60 } });
    await expect(opened.getByRole("link", { name: "All changes" })).toHaveAttribute("href", /^\/changes\?/);
  },
);

test(
  "HIS09 SCR10 a chart can be shown as a table of the same values, 25 rows a page, legible on a phone",
  { tag: "@all" },
  async ({ page }) => {
    const section = await openHistory(page, "read-cache");
    await section.getByRole("button", { name: "Show as table: Memory" }).click();
    const table = section.getByRole("table", { name: "Memory" });
    await expect(table.getByRole("columnheader")).toHaveText(["Time", "Used", "Limit"]);
    await expect(table.getByRole("row")).toHaveCount(26);
    await expect(table.getByRole("row").filter({ hasText: "3.00 GiB" })).toHaveCount(1);
    await section.getByRole("button", { name: "Next page" }).click();
    await expect(table.getByRole("row").nth(1)).toContainText("2.00 GiB");
    await expectAccessible(page, "history as a table", { within: "#history" });
    // On a phone the table of many databases scrolls alone. Its times stay, and no figure is over another.
    await page.setViewportSize({ width: 360, height: 740 });
    await openHistory(page, "wide-cache", "?histDb=each&histTable=keys");
    const keys = section.getByRole("table", { name: "Keys" });
    await expect(keys.getByRole("columnheader")).toHaveCount(7);
    const cells = keys.getByRole("row").nth(2).locator("th, td");
    const boxes = await cells.evaluateAll((all) => all.map((cell) => cell.scrollWidth <= cell.clientWidth));
    expect(boxes).toEqual(boxes.map(() => true));
    const time = cells.first();
    const before = await time.boundingBox();
    await keys.locator("xpath=..").evaluate((scroller) => scroller.scrollTo({ left: 400 }));
    expect((await time.boundingBox())?.x).toBe(before?.x);
    expect((await cells.last().boundingBox())?.x).toBeLessThan(360);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expectAccessible(page, "a table on a phone", { within: "#history" });
    await section.getByRole("button", { name: "Show as chart: Keys" }).click();
    await expect(keys).toBeHidden();
  },
);

test(
  "SCR10 one press compares with the day, week or month before; the address keeps it, and the words say the difference",
  { tag: "@all" },
  async ({ page }) => {
    const section = await openHistory(page, "grown-cache", "?hist=6h");
    const pressed = section
      .getByRole("group", { name: "Compare with previous" })
      .getByRole("button", { pressed: true });
    await page.keyboard.press("c");
    await expect(page).toHaveURL(/histCompare=day/);
    await expect(pressed).toHaveText("Day");
    const words = "50% more than the day before";
    await expect(figureOf(page, "Memory used")).toHaveAccessibleName(new RegExp(`; ${words}$`));
    await expect(section.getByRole("region", { name: "Memory" })).toContainText(words);
    await expect(section.getByRole("region", { name: "Keys" })).toContainText(
      "About the same as the day before",
    );
    await expectAccessible(page, "compared charts", { within: "#history" });
    await page.reload();
    await comeToHistory(page);
    await expect(section.getByRole("region", { name: "Memory" })).toContainText(words);
    await figureOf(page, "Memory used").focus();
    await page.keyboard.press("Home");
    const spoken = section.getByRole("status").filter({ hasText: "Day before 2.00 GiB" });
    await expect(spoken).toContainText("Used 3.00 GiB, Limit 64.00 GiB, Day before 2.00 GiB");
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await expect(page).toHaveURL(/histCompare=week/);
    await expect(section.getByRole("region", { name: "Memory" })).toContainText(
      "Nothing to compare in the week before",
    );
    await section.getByRole("button", { name: "Week", exact: true }).click();
    await expect(page).not.toHaveURL(/histCompare/);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText(
      "Compare with the day, week or month before",
    );
  },
);

test(
  "HIS09 on a phone every control is as large as a finger needs, and a finger moves the cursor by its handle",
  { tag: "@all" },
  async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await page.clock.setFixedTime(now);
    await openHistory(page, "wide-cache", "?histDb=each");
    await figureOf(page, "Memory used").scrollIntoViewIfNeeded();
    const plot = figureOf(page, "Memory used").locator(".u-over");
    await plot.tap({ position: { x: 80, y: 40 } });
    const grip = plot.locator(".chart-grip");
    await expect(grip).toBeVisible();
    expect(await grip.boundingBox()).toMatchObject({ width: 44, height: 44 });
    const controls = await smallTargets(page, 44);
    expect(
      controls.filter((name) =>
        /^(Show as|db|Zoom|Copy link|CSV|\d+ [hd]|13 m|Custom|Day|Week|Month)/.test(name),
      ),
    ).toEqual([]);
    await context.close();
  },
);

test(
  "HIS17 times are in the zone of the browser or in UTC, and the choice is remembered",
  { tag: "@all" },
  async ({ browser }) => {
    const context = await browser.newContext({ timezoneId: "Asia/Kolkata" });
    const page = await context.newPage();
    await page.clock.setFixedTime(now);
    const section = await openHistory(page, "read-cache", "?histTable=keys");
    const firstTime = section
      .getByRole("table", { name: "Keys" })
      .getByRole("row")
      .nth(1)
      .getByRole("rowheader");
    const clockOf = async () =>
      / (\d\d):(\d\d)$/
        .exec((await firstTime.textContent()) ?? "")
        ?.slice(1)
        .map(Number) ?? [];
    const [hours = 0, minutes = 0] = await clockOf();
    await section.getByLabel("Time zone").selectOption("UTC");
    const [utcHours = 0, utcMinutes = 0] = await clockOf();
    expect((hours * 60 + minutes - utcHours * 60 - utcMinutes + 1_440) % 1_440).toBe(5 * 60 + 30);
    await page.reload();
    await expect(section.getByLabel("Time zone")).toHaveValue("utc");
    await context.close();
  },
);

test(
  "HIS15 a source that doesn't report a figure says so in the place of its chart",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, person, pathOf(product, "cloud-cache", "", "redis-cloud"), product);
    const section = historyOf(page);
    await comeToHistory(page);
    await expect(figureOf(page, "Memory used of cloud-cache, last 24 hours: always 1.00 GiB")).toBeVisible();
    const operations = section.getByRole("region", { name: "Operations" });
    await expect(operations).toContainText("Redis Cloud");
    await expect(operations.getByRole("figure")).toHaveCount(0);
    await expect(operations.getByRole("button")).toHaveCount(0);
    await expectAccessible(page, "history of Redis Cloud", { within: "#history" });
  },
);

test(
  "HIS02 a history that cannot be loaded says why and can be retried; nothing below it moves",
  { tag: "@all" },
  async ({ page }) => {
    await page.setViewportSize({ width: 1_280, height: 400 });
    await open(page, "wide-cache");
    const section = historyOf(page);
    await expect(section).toBeAttached();
    const held = product.api.hold(`GET ${pathOf(product, "wide-cache")}/history`);
    await comeToHistory(page);
    await held.arrived;
    const loading = await section.boundingBox();
    held.release();
    await figureOf(page, "Memory used").waitFor();
    expect((await section.boundingBox())?.height).toBe(loading?.height);
    await product.api.stop();
    try {
      await section.getByRole("button", { name: "6 h", exact: true }).click();
      await section.getByLabel("Databases").selectOption("db-3");
      await expect(section.getByRole("alert")).toContainText("Unable to Load the History");
      await expect(section.getByRole("alert")).toContainText("Can't reach the server.");
      await expectAccessible(page, "failed history", { within: "#history" });
    } finally {
      await product.api.start();
    }
    await section.getByRole("button", { name: "Retry" }).click();
    await expect(figureOf(page, "Memory used of db-3, last 6 hours")).toBeVisible();
  },
);
