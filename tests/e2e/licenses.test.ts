import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import type { License } from "@shardwatch/core/contract/deployment/deployment";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { daysKey, mondayOf, weekdayOf } from "@shardwatch/core/history/fold/folded.keys";
import { daysKind } from "@shardwatch/core/history/fold/folded.table";
import { writeShardCounts } from "@shardwatch/core/history/fold/shard-counts";
import { parse } from "csv-parse/sync";
import ICAL from "ical.js";
import { expectAccessible } from "./axe.ts";
import { emptyLicense, seen } from "./deployments.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

const day = 86_400_000;
const source = { kind: "agent", id: "key_zeta", instance: "zeta" } as const;

test.describe("licenses", () => {
  let product: TestProduct;
  let now: number;

  const licenseOf = (days: number, more: Partial<License>): License => ({
    ...emptyLicense,
    expirationDate: new Date(Math.floor(now / day) * day + days * day + day - 1_000).toISOString(),
    ramShardsInUse: 4,
    ramShardsLimit: 10,
    shardsLimit: 10,
    ...more,
  });
  const cluster = (name: string, days: number, more: Partial<License> = {}) => ({
    name,
    type: "ENTERPRISE" as const,
    license: licenseOf(days, more),
  });

  test.beforeAll(async () => {
    ({ product, now } = await startAtMidday());
    await seen(product, source, [
      cluster("zeta-growing", 200, { ramShardsInUse: 90, ramShardsLimit: 100, features: ["bigstore"] }),
      cluster("zeta-soon", 12),
      cluster("zeta-over", 300, { ramShardsInUse: 12 }),
      cluster("zeta-expired", -3),
      cluster("zeta-trial", 20, { ramShardsInUse: 1, ramShardsLimit: 0, shardsLimit: 4 }),
      cluster("zeta-one\r\nEND:VCALENDAR", 40),
    ]);
    await rememberShards("zeta-growing", (daysAgo) => 90 - 2 * Math.floor(daysAgo / 18));
  });
  test.afterAll(() => product.stop());

  /** Writes the shards of the last hundred days as the fold does. */
  async function rememberShards(name: string, inUse: (daysAgo: number) => number) {
    const { services, people } = product;
    const organization = organizationOfJob(people.organization);
    const id = deploymentId(organization, source.kind, name);
    const today = Math.floor(now / day);
    const weeks = new Map<number, Record<string, string>>();
    for (let at = today - 100; at < today; at += 1) {
      const counts = { ramShards: inUse(today - at), ramShardLimit: 100, flashShards: 0, flashShardLimit: 0 };
      const week = weeks.get(mondayOf(at)) ?? {};
      weeks.set(mondayOf(at), { ...week, [`l${weekdayOf(at)}`]: writeShardCounts(counts) });
    }
    for (const [monday, week] of weeks)
      await services.table.put({ ...daysKey(organization, id, monday), ...daysKind.write(week) });
  }

  async function open(page: Page, query = "?search=zeta", who = "viewer@example.com") {
    await page.clock.setSystemTime(now);
    await openAs(page, who, `/outlook/licenses${query}`, product);
  }
  const links = (page: Page) => page.locator("[data-row-link]");
  const rowOf = (page: Page, name: string) =>
    page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
  const figure = (page: Page, name: RegExp) =>
    page.getByRole("list", { name: "Figures" }).getByRole("link", { name });

  test("CHG05 RUN02 a viewer finds the page in the rail, and reads when licenses end and how long shards last", async ({
    page,
  }) => {
    await open(page, "");
    await page.getByRole("banner").getByRole("link", { name: "Outlook" }).click();
    await page.getByRole("navigation", { name: "Outlook" }).getByRole("link", { name: "Licenses" }).click();
    await open(page);
    await expect(page).toHaveTitle("Outlook - Licenses - Shardwatch");
    await expect(links(page)).toHaveCount(6);
    const growing = rowOf(page, "zeta-growing");
    await expect(growing).toContainText("in 200 days");
    await expect(growing).toContainText("90 of 100");
    await expect(growing).toContainText("in about 6 to 26 weeks, at the pace of the last 90 days");
    await expect(growing).toContainText("RAM shards in 45 days at the earliest");
    await expect(growing).toContainText("bigstore");
    await expect(rowOf(page, "zeta-over")).toContainText("over its limit by 2");
    await expect(rowOf(page, "zeta-expired")).toContainText("ended 3 days ago");
    await expect(rowOf(page, "zeta-trial")).toContainText("RAM and flash together");
    await expect(rowOf(page, "zeta-soon")).toContainText("License ends in 12 days");
    await expect(page.getByRole("region", { name: "When a license ends" })).toContainText(
      "Databases can't be added or changed.",
    );
    await expect(page.getByRole("link", { name: /Redis documentation/ })).toHaveAttribute(
      "href",
      /^https:\/\/redis\.io\//,
    );
  });

  test("CHG05 RUN02 each number of the strip and of the timeline opens its rows", async ({ page }) => {
    await open(page);
    await expect(links(page)).toHaveCount(6);
    for (const [name, field] of [
      [/^End within 90 days/, "license=..90"],
      [/^Expired/, "license=expired"],
      [/^Over their limit/, "shards=100.1.."],
    ] as const) {
      const text = await figure(page, name).innerText();
      await figure(page, name).click();
      await expect(page).toHaveURL(new RegExp(`[?&]${field.replaceAll(".", "\\.")}`));
      await expect(links(page)).toHaveCount(Number(/\d+$/.exec(text.trim())?.[0]));
      await page.goBack();
      await expect(links(page)).toHaveCount(6);
    }
    const timeline = page.getByRole("region", { name: "Ends in the next twelve months" });
    await expect(timeline.locator("ol > li")).toHaveCount(12);
    const month = timeline.getByRole("link", { name: /licenses? ends? in/ }).first();
    const count = Number(await month.innerText());
    await month.click();
    await expect(links(page)).toHaveCount(count);
    await page.goBack();
    await expect(links(page)).toHaveCount(6);
    await timeline.getByRole("link", { name: /^zeta-soon: / }).click();
    await expect(page.getByRole("heading", { level: 1, name: "zeta-soon" })).toBeVisible();
  });

  test(
    "CHG05 the table is sorted by each column, with the state in the address",
    { tag: "@all" },
    async ({ page }) => {
      await open(page);
      await expect(links(page).first()).toHaveText("zeta-expired");
      const sort = (name: string) =>
        page.getByRole("columnheader").getByRole("button", { name, exact: true }).click();
      await sort("RAM shards");
      await expect(page).toHaveURL(/sort=ram&order=desc/);
      await expect(links(page).first()).toHaveText("zeta-over");
      await expect(links(page).nth(1)).toHaveText("zeta-growing");
      await sort("Comes first");
      await expect(links(page).first()).toHaveText("zeta-expired");
      await expect(links(page).nth(1)).toHaveText("zeta-over");
    },
  );

  test("CHG05 RUN02 the files say what the page says: the table as CSV, the ends as a calendar, also on a phone", async ({
    page,
  }) => {
    await open(page);
    await expect(links(page)).toHaveCount(6);
    const shown = await links(page).allTextContents();
    const save = async (name: string) => {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name, exact: true }).click();
      const file = await download;
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
    };
    const csv = await save("Export CSV");
    expect(csv.name).toMatch(/^licenses-[\d-]{10}\.csv$/);
    const lines = parse<Record<string, string>>(csv.text, { columns: true, bom: true });
    const flat = (text: string) => text.replaceAll(/\s+/g, " ");
    expect(lines.map(({ name = "" }) => flat(name))).toEqual(shown.map(flat));
    for (const line of lines) {
      const row = rowOf(page, flat(line["name"] ?? ""));
      if (line["ramShardsInUse"] === "none") await expect(row).toContainText(line["shardsRunway"] ?? "");
      else await expect(row).toContainText(line["ramRunway"] ?? "");
    }
    await page.setViewportSize({ width: 360, height: 740 });
    const calendar = await save("Calendar");
    expect(calendar.name).toBe("license-ends.ics");
    const events = new ICAL.Component(ICAL.parse(calendar.text) as unknown[]).getAllSubcomponents("vevent");
    expect(events.map((event) => event.getFirstPropertyValue("dtstart")?.toString())).toEqual(
      lines.map(({ ends }) => ends),
    );
  });

  test("CHG05 figures of a silent source are marked with their age", { tag: "@all" }, async ({ page }) => {
    const late = now + 20 * 60_000;
    product.holdTime(late);
    try {
      await page.clock.setSystemTime(late);
      await openAs(page, "viewer@example.com", "/outlook/licenses?search=zeta-growing", product);
      await expect(rowOf(page, "zeta-growing")).toContainText("Last known, heard of 20 minutes ago");
    } finally {
      product.holdTime(now);
    }
  });

  test("CHG05 nothing found says so and offers to clear the filters", { tag: "@all" }, async ({ page }) => {
    await open(page, "?search=nothing-has-this-name");
    await expect(page.getByText("No licenses found matching the selected filters.")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await expect(links(page).first()).toBeVisible();
  });

  test("CHG05 an organization without clusters says how to get one in", { tag: "@all" }, async ({ page }) => {
    await open(page, "?org=org_01jnothing00000000000000000", "super@example.com");
    await expect(page.getByText(/^No licenses yet/)).toBeVisible();
    await expect(page.getByText("Only clusters of Redis Enterprise have a license.")).toBeVisible();
  });

  test(
    "CHG05 while licenses load their place is kept, and a failure says so and can be retried",
    { tag: "@all" },
    async ({ page }) => {
      const loading = product.api.hold("GET /outlook/licenses");
      await open(page);
      await loading.arrived;
      const timeline = page.getByRole("region", { name: "Ends in the next twelve months" });
      await expect(timeline.locator("ol > li")).toHaveCount(12);
      await product.api.stop();
      loading.release();
      try {
        await expect(page.getByText("Unable to Load Licenses")).toBeVisible();
      } finally {
        await product.api.start();
      }
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(links(page)).toHaveCount(6);
    },
  );

  test(
    "CHG05 the page is accessible in a large window, a small one and a phone's, in both themes",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "");
      await expect(links(page).first()).toBeVisible();
      for (const [width, height] of [
        [1440, 900],
        [768, 1024],
        [360, 740],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect(links(page).first()).toBeVisible();
        await expectAccessible(page, `licenses at ${width} px`, { thorough: true });
        expect(await scrollsSideways(page)).toBe(false);
      }
    },
  );
});
