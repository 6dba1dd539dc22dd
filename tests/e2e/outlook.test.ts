import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { aboutText, rangeText } from "@shardwatch/core/contract/outlook/sentences";
import { expectAccessible } from "./axe.ts";
import {
  answer,
  answerCsv,
  answerOutlook,
  answerPeaks,
  cache,
  dated,
  gib,
  item,
  midnight,
  morning,
  peaks,
  unclear,
} from "./outlook-answers.ts";
import { filterLine } from "./filters.ts";
import { openAs, scrollsSideways, sharedPlace } from "./place.ts";

const person = "viewer@example.com";
const place = sharedPlace;
const asOf = new Date(midnight).toISOString();

test.beforeEach(({ page }) => page.clock.setFixedTime(morning));

const fleet = answer(
  [
    dated("orders", 9),
    dated("sessions", 12, {
      policy: "volatile-lru",
      level: "warning",
      whenFull: "keys with an expiry (38% of the keys) will be evicted, then writes fail",
      trend: "faster",
    }),
    dated("pages", 13, { policy: "allkeys-lfu", level: "ok", whenFull: "keys will be evicted" }),
    dated("carts", 22),
    dated("search", 60),
    unclear("mail"),
    item("queue", { say: "full", used: String(64 * gib), whenFull: "Full: writes fail" }),
    ...Array.from({ length: 12 }, (_, index) => cache(`cache-${index + 1}`)),
  ],
  { none: 412, early: 31, far: 20, noLimit: 7, unknown: 3 },
);

const open = (page: Page, query = "") => openAs(page, person, `/outlook${query}`);
const tiles = (page: Page) => page.getByRole("navigation", { name: "Databases by time left" });
const group = (page: Page, name: string) => page.getByRole("region", { name });
const tile = (page: Page, name: string) => tiles(page).getByRole("listitem").filter({ hasText: name });
/** The rows of a table without its headers. */
const rowsOf = (page: Page, name: string) => group(page, name).locator("tbody tr");

test("RUN02 the outlook lists databases by the time that is left, each group with its number, the soonest first", async ({
  page,
}) => {
  await answerOutlook(page, place(), () => fleet);
  await open(page);
  await expect(page).toHaveTitle("Outlook - Memory - Shardwatch");
  await expect(tiles(page).getByRole("listitem")).toHaveText([
    /Within 14 days\s*3/,
    /In 15–30 days\s*1/,
    /In 31–90 days\s*1/,
    /Growing, not clear\s*1/,
    /At their limit\s*13/,
    /No limit set\s*7/,
  ]);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Within 14 days (3)",
    "In 15–30 days (1)",
    "In 31–90 days (1)",
    "Growing, not clear (1)",
    "At their limit (13)",
  ]);
  await expect(rowsOf(page, "Within 14 days (3)").getByRole("rowheader")).toHaveText([
    "orders orders-cluster",
    "sessions sessions-cluster",
    "pages pages-cluster",
  ]);
  const first = fleet.items[0];
  if (!first?.earliest || !first.likely || !first.latest) throw new Error("it has a date");
  const row = rowsOf(page, "Within 14 days (3)").first();
  await expect(row.getByRole("cell")).toHaveText([
    /52\.00 \/ 64\.00 GiB.*81\.3%/,
    `${rangeText(first.earliest, first.latest, asOf)} ${aboutText(first.likely, morning)}`,
    "writes will fail",
    "1.20 GiB",
    /^28 days\s*, steady$/,
  ]);
  await expect(page.getByText(`Trends end at midnight UTC of ${rangeText(asOf, asOf, asOf)}`)).toBeVisible();
  await expect(
    page.getByText(
      "Not listed: 412 show no growth, 31 are known for too few days, 20 grow and aren't full within the days that can be said, 3 have a limit that isn't known.",
    ),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "3 have a limit that isn't known" })).toHaveAttribute(
    "href",
    "/databases?maxmemory=unknown",
  );
  await expectAccessible(page, "outlook", { thorough: true });
});

test("RUN01 RUN02 what fails writes is red, and a cache at its limit by design never is", async ({
  page,
}) => {
  await answerOutlook(page, place(), () => fleet);
  await open(page);
  const red = page.locator("main .text-bad, main .bg-bad-fill");
  const full = group(page, "At their limit (13)");
  await expect(
    full
      .getByRole("row", { name: /^queue/ })
      .locator(".text-bad")
      .first(),
  ).toBeVisible();
  await expect(full.getByRole("row", { name: /^cache-1 / })).toBeVisible();
  await expect(full.getByRole("row", { name: /^cache-/ }).locator(".text-bad, .bg-bad-fill")).toHaveCount(0);
  await expect(
    group(page, "Within 14 days (3)")
      .getByRole("row", { name: /^pages/ })
      .locator(".text-bad, .text-warn"),
  ).toHaveCount(0);
  await expect(tile(page, "Within 14 days").locator(".text-bad")).toHaveCount(1);
  await page.goto(`${place().webUrl}/overview`);
  await page.unrouteAll();
  await answerOutlook(page, place(), () => answer([dated("pages", 3, { level: "ok" }), cache("cache")]));
  await open(page);
  await expect(page.getByRole("heading", { name: "At their limit (1)" })).toBeVisible();
  await expect(red).toHaveCount(0);
});

test("RUN02 each number opens its rows: a group with its pages, or the databases without a limit", async ({
  page,
}) => {
  await answerOutlook(page, place(), () => fleet);
  await open(page, "?search=e");
  await expect(rowsOf(page, "At their limit (13)")).toHaveCount(10);
  await tile(page, "At their limit").getByRole("link").click();
  await expect(page).toHaveURL(`${place().webUrl}/outlook?search=e&group=full`);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["At their limit (13)"]);
  await expect(page.getByText("Showing 10 of 13 databases")).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(rowsOf(page, "At their limit (13)")).toHaveCount(3);
  await expect(tile(page, "At their limit").getByRole("link")).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "All groups" }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(5);
  await page.getByRole("link", { name: "Show all 13" }).click();
  await expect(page).toHaveURL(/group=full/);
  await expect(tile(page, "No limit set").getByRole("link")).toHaveAttribute(
    "href",
    "/databases?search=e&maxmemory=none",
  );
});

test("RUN02 the filter is asked of the API and kept in the address, and the CSV has the same", async ({
  page,
}) => {
  const asked = await answerOutlook(page, place(), (query) =>
    query.get("policy") === "noeviction" ? answer([dated("orders", 9)]) : fleet,
  );
  await answerCsv(page, place(), "deploymentId,databaseId\r\ndep_orders,1\r\n");
  await open(page);
  await expect(page.getByRole("heading", { name: "Within 14 days (3)" })).toBeVisible();
  await page.keyboard.press("/");
  await filterLine(page).fill("policy:noeviction ");
  await expect(page).toHaveURL(`${place().webUrl}/outlook?policy=noeviction`);
  await expect(page.getByRole("heading", { name: "Within 14 days (1)" })).toBeVisible();
  expect(asked.at(-1)?.toString()).toBe("policy=noeviction&limit=1000");
  const request = page.waitForRequest((one) => one.url().includes("/outlook.csv?"));
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect(new URL((await request).url()).search).toBe("?policy=noeviction");
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^outlook-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await file.path(), "utf8")).toContain("dep_orders,1");
});

test("RUN02 what a silent source last said is marked", { tag: "@all" }, async ({ page }) => {
  const rows = [dated("orders", 9), dated("lost", 10, { isStale: true })];
  await answerOutlook(page, place(), () => answer(rows));
  await open(page);
  await expect(page.getByRole("rowheader")).toHaveText([
    "orders orders-cluster",
    "lost lost-cluster Last known",
  ]);
});

test("RUN02 all pages of the answer are one list", { tag: "@all" }, async ({ page }) => {
  await answerOutlook(page, place(), (query) =>
    query.get("cursor") === null
      ? { ...answer([dated("orders", 9)], { date: 2 }), nextCursor: "second" }
      : answer([dated("carts", 10)]),
  );
  await open(page);
  await expect(rowsOf(page, "Within 14 days (2)").getByRole("rowheader")).toHaveText([/^orders/, /^carts/]);
});

test(
  "RUN02 an outlook without rows says why, and from when on it can say something",
  { tag: "@all" },
  async ({ page }) => {
    let given: ReturnType<typeof answer> | number = answer([], { none: 412, early: 31 });
    await answerOutlook(page, place(), () => given);
    await open(page);
    await expect(page.getByText("Nothing is known to grow to its limit")).toBeVisible();
    const since = page.getByText("Outlook says something about a database from 9 days of history on.");
    await expect(since).toBeVisible();
    await expectAccessible(page, "nothing grows");
    for (const unjudged of [{ unknown: 1 }, { tiered: 1 }]) {
      given = answer([], { none: 412, ...unjudged });
      await page.reload();
      await expect(page.getByText("Nothing is known to grow to its limit")).toBeVisible();
    }
    given = answer([], { none: 412, far: 2, noLimit: 3 });
    await page.reload();
    await expect(page.getByText("Nothing grows to its limit")).toBeVisible();
    given = answer([], { early: 31 }, null);
    await page.reload();
    await expect(page.getByText("No trends yet", { exact: true })).toBeVisible();
    await expect(since).toBeVisible();
    given = answer([], {}, null);
    await page.reload();
    await expect(page.getByText("No databases found", { exact: true })).toBeVisible();
    await expect(tiles(page)).toBeHidden();
    given = answer([], { early: 31 });
    await page.reload();
    await expect(page.getByText("Too early to say")).toBeVisible();
    given = answer([]);
    await page.goto(`${place().webUrl}/outlook?search=nothing`);
    await expect(page.getByText("No databases found matching the selected filters.")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page).toHaveURL(`${place().webUrl}/outlook`);
    given = 503;
    await page.reload();
    await expect(page.getByText("Unable to Load the Outlook")).toBeVisible();
    given = fleet;
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: "Within 14 days (3)" })).toBeVisible();
  },
);

test(
  "RUN02 before the first trends nothing is called too young, also beside what is full",
  { tag: "@all" },
  async ({ page }) => {
    const full = item("queue", { say: "full", used: String(64 * gib), whenFull: "Full: writes fail" });
    await answerOutlook(page, place(), () => answer([full], { early: 31 }, null));
    await open(page);
    await expect(page.getByText("There are no trends yet. Limits are of now.")).toBeVisible();
    await expect(page.getByText("too few days")).toBeHidden();
  },
);

test("RUN02 who is in no organization is led to one", { tag: "@all" }, async ({ page }) => {
  await openAs(page, "solo@example.com", "/outlook");
  await expect(page.getByText("You're not in an organization yet.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("button", { name: "Create organization" })).toBeVisible();
  await expect(tiles(page)).toBeHidden();
});

test("RUN02 keys move in the table of a group and open the database", { tag: "@all" }, async ({ page }) => {
  await answerOutlook(page, place(), () => fleet);
  await open(page);
  const link = group(page, "Within 14 days (3)").getByRole("link", { name: "orders", exact: true });
  await link.focus();
  await page.keyboard.press("ArrowDown");
  await expect(
    group(page, "Within 14 days (3)").getByRole("link", { name: "sessions" }).first(),
  ).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${place().webUrl}/deployments/dep_sessions/databases/1#outlook`);
});

test("RUN02 on a phone rows are cards that fit, and the CSV is there", { tag: "@all" }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await answerOutlook(page, place(), () => fleet);
  await answerCsv(page, place(), "deploymentId,databaseId\r\n");
  await open(page);
  const card = group(page, "Within 14 days (3)").getByRole("listitem").first();
  await expect(card).toContainText("orders");
  await expect(card).toContainText("in about 9 days");
  await expect(card).toContainText("writes will fail");
  expect(await scrollsSideways(page)).toBe(false);
  await expectAccessible(page, "outlook on a phone", { thorough: true });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  await download;
});

test.describe("RUN03 in the page of a database", () => {
  /** Opens a database of the demo data of which this is said. */
  async function openDatabase(page: Page, part: Parameters<typeof item>[1], width = 1440) {
    await page.setViewportSize({ width, height: 900 });
    await openAs(page, person, "/databases?search=sessions");
    await page.locator("[data-row-link]").first().click();
    await expect(page).toHaveURL(/\/databases\/[^/]+\?/);
    const id = decodeURIComponent(/databases\/([^/?]+)\?/.exec(page.url())?.[1] ?? "");
    await page.unrouteAll();
    const database = { id, name: "orders" };
    const asked = await answerOutlook(page, place(), (query) =>
      answer([item("orders", { ...part, deploymentId: query.get("id") ?? "", database })]),
    );
    await answerPeaks(page, place(), peaks());
    await page.reload();
    const section = page.getByRole("region", { name: "Outlook", exact: true });
    await section.scrollIntoViewIfNeeded();
    return { section, asked };
  }
  const date = dated("orders", 9);

  test("RUN03 the sentence comes first, then the chart with the days before and ahead, in words too", async ({
    page,
  }) => {
    const { section, asked } = await openDatabase(page, date);
    const { earliest, latest } = date;
    if (!earliest || !latest) throw new Error("it has a date");
    await expect(section.getByRole("paragraph").first()).toHaveText(
      /^Its daily peak grew by 1\.2 GiB a day, steadily for 28 days\. At this pace it reaches its limit of 64 GiB between .*\. Then writes will fail\.$/,
    );
    const figure = section.getByRole("figure");
    await expect(figure).toHaveAccessibleName(
      /^Daily peak of memory of .*, 84 days before and 60 days after midnight UTC .* limit 64\.00 GiB; one gap\. Its daily peak grew/,
    );
    await expect(section.getByText(`Earliest ${rangeText(earliest, earliest, asOf)}`)).toBeVisible();
    await expect(section.getByText(`Latest ${rangeText(latest, latest, asOf)}`)).toBeVisible();
    expect(asked.at(-1)?.get("all")).toBe("true");
    expect(asked.at(-1)?.get("id")).toMatch(/^dep_/);
    await expectAccessible(page, "outlook of a database", { within: "#outlook", thorough: true });
    await figure.focus();
    await page.keyboard.press("Home");
    await expect(section.getByRole("status")).toContainText("Daily peak 18.");
    await section.getByRole("button", { name: /^Show as table/ }).click();
    await expect(section.getByRole("columnheader")).toHaveText([
      "Time",
      "Daily peak",
      "Limit",
      "Earliest",
      "Likely",
      "Latest",
    ]);
  });

  const outcomes: [part: Parameters<typeof item>[1], text: RegExp][] = [
    [
      { say: "far", days: 28, perDay: String(gib / 8), trend: "steady", within: 70 },
      /isn't full within 70 days\.$/,
    ],
    [{ say: "unclear", days: 9, perDay: String(gib), trend: "slower" }, /No date is clear yet\./],
    [{ say: "none" }, /^Its daily peaks show no growth\.$/],
    [{ say: "early", days: 6 }, /^Says something from 9 days on \(6 so far\)\.$/],
    [{ say: "full", whenFull: "Full: writes fail" }, /^Full: writes fail\.$/],
    [{ say: "noLimit", limit: "0" }, /^No limit set: /],
    [{ say: "unknown", limit: null }, /^Its limit isn't known: /],
    [{ say: "tiered" }, /^It also keeps values on flash\. /],
  ];
  test("RUN03 every outcome has its sentence and a chart of the peaks", { tag: "@all" }, async ({ page }) => {
    for (const [part, text] of outcomes) {
      const { section } = await openDatabase(page, part);
      await expect(section.getByRole("paragraph").first()).toHaveText(text);
      await expect(section.getByRole("figure")).toBeVisible();
      await page.unrouteAll();
    }
  });

  test("RUN03 on a phone the sentence and the chart fit the window", { tag: "@all" }, async ({ page }) => {
    const { section } = await openDatabase(page, date, 360);
    await expect(section.getByRole("figure")).toBeVisible();
    expect(await scrollsSideways(page)).toBe(false);
  });
});

test("RUN03 a deployment leads with its soonest database and names the others", async ({ page }) => {
  const named = (name: string, id: string, part: Parameters<typeof item>[1]) =>
    item(name, { database: { id, name }, ...part });
  await answerOutlook(page, place(), (query) => {
    const deploymentId = query.get("id") ?? "";
    const items = [
      named("quiet", "2", { say: "none" }),
      named("busy", "1", { ...dated("busy", 9), database: { id: "1", name: "busy" } }),
    ];
    return answer(items.map((one) => ({ ...one, deploymentId })));
  });
  await answerPeaks(page, place(), peaks());
  await openAs(page, person, "/deployments?databases=2..");
  await page.locator("[data-row-link]").first().click();
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Outlook" }).click();
  const section = page.getByRole("region", { name: "Outlook", exact: true });
  await expect(section.getByRole("paragraph").first()).toHaveText(/^busy: Its daily peak grew/);
  await section.getByText("1 other database").click();
  await expect(section.getByRole("listitem").filter({ hasText: "quiet" })).toHaveText(
    "quiet: Its daily peaks show no growth.",
  );
  await page.unrouteAll();
  await answerOutlook(page, place(), () => 503);
  await page.reload();
  await section.scrollIntoViewIfNeeded();
  await expect(section.getByText("Unable to Load the Outlook")).toBeVisible();
});
