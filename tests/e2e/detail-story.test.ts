import { expect, type Locator, type Page, test } from "@playwright/test";
import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { slotAt } from "@shardwatch/core/history/slots";
import { storeSlots } from "@shardwatch/core/history/store";
import { expectAccessible } from "./axe.ts";
import { emptyLicense, factOf, seen } from "./deployments.ts";
import { pass } from "./passes.ts";
import { comeToHistory, figureOf, historyOf } from "./past.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/** So many slots ago the servers in trouble could be read for the last time. */
const unreadFor = 7;
const sourceOf = (number: number) =>
  ({ kind: "agent", id: "key_01m1sp1aced000000000000000", instance: `agent0000000000${number}` }) as const;

let product: TestProduct;
let now = 0;

const database = (id: string, fields: Partial<Database> = {}): Database => ({
  id,
  name: id,
  status: "active",
  version: "7.2.4",
  memoryUsed: "10",
  memoryLimit: "100",
  tlsEnabled: true,
  ...fields,
});

const clockAt = (time: number): TestProduct => ({
  ...product,
  services: { ...product.services, clock: { now: () => time } },
});
const idOf = (name: string) => deploymentId(product.people.organization, "agent", name);

/** Stores the five-minute values of a day. In the last of them the databases could not be read. */
async function storeDay(name: string, number: number, status: string): Promise<void> {
  const figures = { used: [3e9], limit: [4e9], ops: [120], clients: [7], hits: [90], misses: [10] };
  const more = { evicted: [0], keys: [1_000], expiring: [250], expired: [1], fragmentation: [1.5] };
  const databases = { ids: ["0"], ...figures, ...more, lagBytes: [64], lagSeconds: [0] };
  const newest = slotAt(now) - 1;
  const slots = Array.from({ length: 288 }, (_, ago) => ({
    slot: newest - ago,
    deployments: [
      ago < unreadFor ? { id: idOf(name), status } : { id: idOf(name), status: "active", databases },
    ],
  }));
  const { services, people } = product;
  await storeSlots(services, organizationOfJob(people.organization), sourceOf(number), slots);
}

/** A server that could be read until half an hour ago. */
async function inTrouble(name: string, number: number, status: string, databases: Partial<Database>) {
  const source = sourceOf(number);
  const limit = { memoryLimit: "4000000000" };
  const well = {
    name,
    type: "CLUSTER" as const,
    databases: [database("0", { ...limit, memoryUsed: "3000000000" })],
  };
  const troubled = { ...well, status, statusMessage: "The connection was refused." };
  await seen(clockAt(now - day), source, [well]);
  await seen(clockAt(now - 36 * minute), source, [well]);
  for (const time of [now - 35 * minute, now])
    await seen(clockAt(time), source, [
      { ...troubled, databases: [database("0", { ...limit, ...databases })] },
    ]);
  await storeDay(name, number, status);
}

test.beforeAll(async () => {
  ({ product, now } = await startAtMidday());
  const { people } = product;
  const full = { memoryUsed: "97", evictionPolicy: "noeviction" };
  await seen(product, sourceOf(1), [
    { name: "theta-full", databases: [database("cart", full), database("cold")] },
    { name: "theta-well", databases: [database("0")] },
    { name: "theta-empty", type: "ENTERPRISE" },
    {
      name: "theta-licensed",
      type: "ENTERPRISE",
      license: { ...emptyLicense, expirationDate: new Date(now + 80 * day).toISOString() },
    },
    {
      name: "theta-many",
      type: "ENTERPRISE",
      status: "degraded",
      certificateEnd: new Date(now + 2 * day).toISOString(),
      databases: [database("cart", full), database("cold", { persistenceFailed: true })],
      license: {
        ...emptyLicense,
        expirationDate: new Date(now - 21 * day).toISOString(),
        ramShardsInUse: 17,
        ramShardsLimit: 16,
        flashShardsInUse: 8,
        flashShardsLimit: 8,
        shardsLimit: 24,
      },
    },
  ]);
  await inTrouble("theta-gone", 2, "unreachable", { memoryUsed: "3000000000" });
  await inTrouble("theta-part", 3, "degraded", { memoryUsed: null });
  await pass(product, people.organization, now - (now % minute), 8);
});
// No further request comes by itself while these tests run.
test.beforeEach(({ page }) => page.clock.setFixedTime(now));
test.afterEach(() => product.api.open());
test.afterAll(() => product.stop());

const admin = "admin@example.com";
const viewer = "viewer@example.com";
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const story = (page: Page) => page.getByRole("list", { name: "Open incidents", exact: true });
const top = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN;

async function open(page: Page, name: string, who = viewer): Promise<void> {
  await openAs(page, who, `/deployments/${idOf(name)}`, product);
  await expect(heading(page, name)).toBeVisible();
}

/** For those who look at the pictures. */
async function shots(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1_440, 768, 360, 320]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => scrollsSideways(page), `${name} at ${width} px`).toBe(false);
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 1_280, height: 720 });
}

test(
  "SCR04 a deployment begins with what is wrong, since when, what to do and who was notified, and a person acts there",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "theta-full");
    const entry = story(page).getByRole("listitem");
    await expect(entry).toHaveCount(1);
    await expect(entry).toContainText("Critical");
    await expect(entry).toContainText(/since \d\d:\d\d, \d+ minutes ago/);
    await expect(entry).toContainText("writes fail");
    await expect(entry).toContainText("Notified: Admins by email and Notifications in Shardwatch");
    expect(await top(entry)).toBeLessThan(await top(page.getByText("Type", { exact: true })));
    await expect(page.getByText("of 200.00 B, cart at 97.0%", { exact: true })).toBeVisible();
    await expectAccessible(page, "deployment with an incident", { thorough: true });
    await shots(page, "full");

    const link = entry.getByRole("link", { name: /^theta-full: memory at 97.0% of its limit in cart$/ });
    await expect(entry.getByRole("button", { name: /^Silence/ })).toHaveAttribute("aria-disabled", "true");
    await entry.getByRole("button", { name: /^Acknowledge/ }).press("Enter");
    await expect(entry).toContainText(/acknowledged by Yuki Tanaka/);
    await expect(entry.getByRole("button", { name: /^Acknowledge/ })).toHaveCount(0);
    await expect(link).toBeFocused();

    await page.evaluate("sessionStorage.clear()");
    await open(page, "theta-full", admin);
    await entry.getByRole("button", { name: /^Silence/ }).click();
    const dialog = page.getByRole("dialog", { name: "Silence" });
    await dialog.getByLabel("Reason").fill("We know it");
    await dialog.getByRole("button", { name: "Silence", exact: true }).click();
    await expect(entry).toContainText(/silenced until/);
    await link.click();
    await expect(heading(page, "theta-full: memory at 97.0% of its limit in cart")).toBeFocused();
  },
);

test(
  "SCR04 an incident that nobody was notified of says so, and leads to the channels",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "theta-licensed", admin);
    const entry = story(page).getByRole("listitem");
    await expect(entry).toContainText("Info");
    await expect(entry).toContainText("Notified: nobody yet.");
    await expect(entry).toContainText("Ask Redis for a new license and install it.");
    await entry.getByRole("link", { name: "Notification channels" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/profile/notifications`);
  },
);

test(
  "SCR04 of more than three incidents the least urgent are folded, and without any there is nothing",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "theta-many");
    await expect(story(page).getByRole("listitem")).toHaveCount(3);
    await expect(story(page).getByRole("listitem").first()).toContainText("Critical");
    const others = page.getByRole("list", { name: "More open incidents" });
    await expect(others).toBeHidden();
    await page.getByText(/^and \d+ more$/).click();
    await expect(others.getByRole("listitem").first()).toBeVisible();
    await expectAccessible(page, "deployment with several incidents", { thorough: true });
    await shots(page, "many");

    const loaded = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/incidents");
    await open(page, "theta-well");
    await loaded;
    await expect(factOf(page, "Type")).toHaveText("OSS (Standalone)");
    await expect(story(page)).toHaveCount(0);
    await expect(page.getByRole("status", { name: "Loading incidents" })).toHaveCount(0);
    await shots(page, "well");
  },
);

test(
  "SCR04 nothing moves when the incidents of a deployment in trouble come after it",
  { tag: "@all" },
  async ({ page }) => {
    await page.setViewportSize({ width: 1_440, height: 900 });
    const loading = product.api.hold("GET /incidents");
    await open(page, "theta-gone");
    await loading.arrived;
    const tile = page.getByText("Type", { exact: true });
    await expect(factOf(page, "Memory used").first()).toBeVisible();
    const before = await top(tile);
    loading.release();
    await expect(story(page).getByRole("listitem")).toHaveCount(1);
    expect(await top(tile)).toBe(before);
  },
);

const links = (page: Page) => page.getByRole("navigation", { name: "Sections" });
const current = (page: Page) => links(page).locator("[aria-current]");

test(
  "SCR04 the current part is looked for again when the page becomes shorter below it",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "theta-full");
    await expect(page.getByRole("table", { name: "Databases" }).getByRole("rowheader")).toHaveCount(2);
    // The page is longer, as with charts that have not come yet.
    await page.evaluate(`document.querySelector("main").style.paddingBottom = "3000px"`);
    await page.evaluate("scrollTo(0, document.getElementById('changes').offsetTop - 300)");
    await expect(current(page)).toHaveText("History");
    const shorter = "document.documentElement.scrollHeight - scrollY - innerHeight";
    await page.evaluate(`document.querySelector("main").style.paddingBottom = 3000 - (${shorter}) + "px"`);
    await expect(current(page)).toHaveText("Source");
  },
);

test(
  "SCR04 links to the parts of the page stay in view, say which is read, and Back returns",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "theta-full");
    await expect(links(page).getByRole("link")).toHaveText([
      "Overview",
      "Databases",
      "Outlook",
      "History",
      "Changes",
      "Source",
    ]);
    await expect(current(page)).toHaveText("Overview");
    await expect(page.getByRole("table", { name: "Databases" }).getByRole("rowheader")).toHaveCount(2);

    await links(page).getByRole("link", { name: "History" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/#history$/);
    await expect(current(page)).toHaveText("History");
    const bar = await links(page).boundingBox();
    const below = (bar?.y ?? 0) + (bar?.height ?? 0);
    await expect(links(page)).toBeInViewport();
    expect(await top(page.getByRole("heading", { name: "History", exact: true }))).toBeGreaterThan(below);
    // The next stop of the Tab key is in the part.
    await page.keyboard.press("Tab");
    await expect(historyOf(page).locator(":focus")).toHaveCount(1);

    // A focus in the bar does not move the page.
    const before = await page.evaluate<number>("scrollY");
    await links(page).getByRole("link", { name: "Changes" }).focus();
    expect(await page.evaluate<number>("scrollY")).toBe(before);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: /^Changes/ })).toHaveAttribute("aria-expanded", "true");
    await expect(current(page)).toHaveText("Changes");
    await page.goBack();
    await expect(page).toHaveURL(/#history$/);
    await expect(current(page)).toHaveText("History");
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    await expect(current(page)).toHaveText("Source");
    await page.evaluate("scrollTo(0, 0)");
    await expect(current(page)).toHaveText("Overview");

    // The fragment of an address that somebody got leads there, too.
    await page.goto(`${product.webUrl}/deployments/${idOf("theta-full")}#databases`);
    await page.reload();
    await expect(current(page)).toHaveText("Databases");
  },
);

test(
  "SCR04 a phone scrolls the links inside their bar, and a deployment without databases has no link to them",
  { tag: "@all" },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    await open(page, "theta-full");
    await links(page).getByRole("link", { name: "Source" }).click();
    await expect(page.getByRole("button", { name: /^Reported by/ })).toBeInViewport();
    await expect(links(page).getByRole("link", { name: "Source" })).toBeInViewport();
    await expect(current(page)).toHaveText("Source");
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expectAccessible(page, "links on a phone", { thorough: true });
    await open(page, "theta-empty");
    await expect(links(page).getByRole("link")).toHaveText(["Overview", "History", "Changes", "Source"]);
  },
);

const live = (page: Page) => page.getByRole("region", { name: "Live figures" });

/** The last known values of a server that can't be read, in the figures and the charts. */
async function expectLastKnown(page: Page): Promise<void> {
  await expect(live(page)).toContainText(/Last known values, as of \d\d:\d\d, 3\d minutes ago/);
  for (const [name, value] of Object.entries({ Operations: "120 ops/s", Clients: "7", "Hit ratio": "90%" }))
    await expect(factOf(live(page), name)).toHaveText(value);
  await expect(live(page).getByText("—")).toHaveCount(0);
  await expect(factOf(live(page), "Operations")).toHaveCSS("color", await mutedOf(page));
  await comeToHistory(page);
  await expect(figureOf(page, "Operations of")).toHaveAccessibleName(/last 120/);
  await expect(
    historyOf(page)
      .getByText(/^Last values, \d\d:\d\d$/)
      .first(),
  ).toBeVisible();
  await expect(historyOf(page).getByText("Latest")).toHaveCount(0);
  await expect(page.getByText("could not be read")).toHaveCount(0);
}

/** The colour of what is not important, such as the names of tiles. */
const mutedOf = (page: Page) =>
  page.evaluate<string>("getComputedStyle(document.querySelector('main dt')).color");

test(
  "SCR06 a server that can't be reached shows its last known values in grey with their age, and the reason once",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "theta-gone");
    await expect(
      page.getByText(/^Showing the last known values, as of \d\d:\d\d, 35 minutes ago\.$/),
    ).toBeVisible();
    await expect(page.getByText("The connection was refused.")).toHaveCount(1);
    const noteOf = (name: string) => factOf(page, name).first().locator("xpath=following-sibling::dd[1]");
    for (const name of ["Version", "Memory used"]) await expect(noteOf(name)).toHaveText(/as of \d\d:\d\d$/);
    await expect(factOf(page, "Memory used").first()).toHaveCSS("color", await mutedOf(page));
    await expect(page.getByText(/^last known values, as of \d\d:\d\d$/)).toBeVisible();
    await expectLastKnown(page);
    await expectAccessible(page, "unreachable deployment", { thorough: true });
    await shots(page, "unreachable");
  },
);

test(
  "SCR06 a degraded cluster whose databases can't be read shows their last known figures, too",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "theta-part");
    await expect(factOf(page, "Memory used").first()).toHaveText(/^2\.79 GiB ?as of \d\d:\d\d$/);
    await expectLastKnown(page);
    await expectAccessible(page, "degraded deployment", { thorough: true });
    await shots(page, "degraded");
  },
);
