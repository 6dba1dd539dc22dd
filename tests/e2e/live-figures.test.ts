import { readFile } from "node:fs/promises";
import { expect, type Page, type Route, test } from "@playwright/test";
import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import type { SlotColumn } from "@shardwatch/core/contract/report/slot-columns";
import { deploymentKey } from "@shardwatch/core/deployment/rows/deployment.keys";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { shortIdOf } from "@shardwatch/core/history/deployment-bytes";
import { slotAt } from "@shardwatch/core/history/slots";
import { storeSlots } from "@shardwatch/core/history/store";
import { longTagOf, onlyTag } from "@shardwatch/core/history/tags";
import { day } from "@shardwatch/core/kit/time";
import { outlookRow } from "@shardwatch/core/outlook/rows/outlook.table";
import type { DatabaseOutlook } from "@shardwatch/core/outlook/rows/payload";
import { parse } from "csv-parse/sync";
import { expectAccessible } from "./axe.ts";
import { cellOf, factOf, rowOf, seen } from "./deployments.ts";
import { choicesIn, openFacet } from "./filters.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

const agent = { kind: "agent", id: "key_01m1sp1aced000000000000000", instance: "agent00000000001" } as const;
const server = (id: string) => ({
  id,
  name: null,
  status: "active",
  version: "7.2.4",
  memoryUsed: "1000",
  memoryLimit: "5000",
  tlsEnabled: true,
  maxClients: 10_000,
});
let product: TestProduct;
let now = 0;

type Columns = Partial<Record<SlotColumn, number[]>>;

/** Stores the slot that has just ended. A column holds the figures of databases "0" and "1". */
async function storeSlot(figures: Record<string, Columns>): Promise<void> {
  const { services, people } = product;
  const deployments = Object.entries(figures).map(([name, columns]) => ({
    id: deploymentId(people.organization, "agent", name),
    status: "active",
    databases: { ids: ["0", "1"].slice(0, columns.ops?.length), ...columns },
  }));
  const slot = slotAt(services.clock.now()) - 1;
  await storeSlots(services, organizationOfJob(people.organization), agent, [{ slot, deployments }]);
}

/** Stores what the last night's fold says of databases: the days until each is full, or that it evicts at its limit. */
async function storeOutlook(said: Record<string, readonly (number | "full")[]>): Promise<void> {
  const { services, people } = product;
  const organization = organizationOfJob(people.organization);
  const today = Math.floor(services.clock.now() / day);
  const deployments = Object.entries(said).map(([name, own]) => {
    const databases = own.map((one, place): [string, DatabaseOutlook] => {
      const line = { level: 5_000 - 100 * Number(one), perDay: 100 };
      const lines = { earliest: line, likely: line, latest: line };
      const growth = {
        ...lines,
        days: 28,
        perDay: 100,
        pace: "steady",
        isVague: false,
        within: 70,
        slack: 0,
      } as const;
      const habits = { evicted: undefined, share: undefined, full: undefined };
      const tag = own.length === 1 ? onlyTag : longTagOf(String(place));
      return [
        tag,
        one === "full"
          ? { ...habits, trend: undefined, evicts: true }
          : { ...habits, trend: growth, evicts: false },
      ];
    });
    return [shortIdOf(deploymentId(people.organization, "agent", name)), new Map(databases)] as const;
  });
  // What came after the fold has no past.
  for (const name of Object.keys(said)) {
    const key = deploymentKey(organization, deploymentId(people.organization, "agent", name));
    await services.table.update(key, { set: { born: services.clock.now() - 60 * day } });
  }
  const about = { owner: `${agent.id}#${agent.instance}`, part: 0, dayNumber: today - 1 };
  await services.table.put(outlookRow(organization, about, new Map(deployments)));
}

test.beforeAll(async () => {
  ({ product, now } = await startAtMidday());
  await seen(product, agent, [
    {
      name: "busy-cache",
      databases: [server("0"), server("1")].map((one) => ({ ...one, persistence: "aof" })),
    },
    { name: "idle-cache", databases: [server("0")] },
    { name: "partly-cache", databases: [server("0"), server("1")] },
    { name: "new-cache", databases: [server("0")] },
  ]);
  await storeSlot({
    "busy-cache": {
      ops: [12_000, 345],
      clients: [40, 2],
      hits: [900, 0],
      misses: [90, 10],
      evicted: [0.25, 0],
      keys: [1_200_000, 34_000],
      expiring: [600_000, 0],
      used: [1e9, 1e9],
      expired: [30, 0.5],
      fragmentation: [1, 1.5],
      lagBytes: [2_048, 0],
      lagSeconds: [9, 0],
    },
    "idle-cache": { ops: [0], hits: [0], misses: [0], clients: [1], keys: [0], lagSeconds: [4] },
    "partly-cache": { ops: [7], clients: [3], lagBytes: [64] },
  });
  await storeOutlook({ "busy-cache": [20, 45], "idle-cache": [5], "partly-cache": [25, "full"] });
});
// Neither the next five minutes begin nor does an agent fall silent while these tests run.
test.beforeEach(({ page }) => page.clock.setFixedTime(now));
test.afterAll(() => product.stop());

const section = (page: Page) => page.getByRole("region", { name: "Live figures" });

async function open(page: Page, name: string): Promise<void> {
  await openAs(page, "viewer@example.com", "/deployments?pageSize=50&search=-cache", product);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
}

test(
  "DEX01 an agent's deployment shows what it does, says how old that is, moves nothing, and says why a figure is unknown",
  { tag: "@all" },
  async ({ page }) => {
    const id = deploymentId(product.people.organization, "agent", "busy-cache");
    const loading = product.api.hold(`GET /deployments/${id}/live`);
    await open(page, "busy-cache");
    const live = section(page);
    const databases = page.getByRole("table", { name: "Databases" });
    await expect(databases.getByRole("rowheader")).toHaveCount(2);
    await loading.arrived;
    const before = await databases.boundingBox();
    loading.release();
    await expect(live).toContainText(/As of \d\d:\d\d, (\d+ \w+ ago|just now)/);
    await expect(factOf(live, "Operations")).toHaveText("12.3k ops/s");
    await expect(factOf(live, "Clients")).toHaveText("42");
    await expect(live).toContainText("of 20,000 allowed");
    await expect(factOf(live, "Hit ratio")).toHaveText("90%");
    await expect(factOf(live, "Evicted")).toHaveText("0.25 keys/s");
    await expect(factOf(live, "Expired")).toHaveText("30.5 keys/s");
    await expect(factOf(live, "Fragmentation")).toHaveText("1.25");
    await expect(factOf(live, "Replication lag")).toHaveText("2.00 KiB");
    await expect(live).toContainText("silent for up to 9 s");
    await expect(factOf(live, "Keys")).toHaveText("1.23M");
    await expect(live).toContainText("600k with an expiry");
    expect(await databases.boundingBox()).toEqual(before);
    await expectAccessible(page, "live figures");
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => scrollsSideways(page)).toBe(false);
    }

    await open(page, "idle-cache");
    await expect(factOf(section(page), "Operations")).toHaveText("0 ops/s");
    await expect(section(page)).toContainText("no lookups");
    await expect(factOf(section(page), "Replication lag")).toHaveText("4 s");
    await expect(section(page)).toContainText("since it heard from its primary");
    await expect(section(page)).toContainText("The server did not report it.");

    await open(page, "partly-cache");
    await expect(factOf(section(page), "Operations")).toHaveText("7 ops/s");
    await expect(factOf(section(page), "Replication lag")).toHaveText("64.00 B");
    await expect(section(page).getByText("1 of 2 databases", { exact: true })).toHaveCount(3);

    await open(page, "new-cache");
    await expect(section(page)).toContainText("The first values come five minutes after the first report.");
    await expect(factOf(section(page), "Keys")).toContainText("—");
  },
);

async function showColumns(page: Page, ...names: readonly string[]): Promise<void> {
  await page.getByRole("button", { name: "Show columns" }).click();
  for (const name of names) await page.getByRole("checkbox", { name, exact: true }).click();
  await page.keyboard.press("Escape");
}
const firstLink = (page: Page) => page.locator("[data-row-link]").first();

test(
  "RUL02 LSX01 the list shows, sorts and filters by the newest figures, and asks for them only then",
  { tag: "@all" },
  async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname === "/deployments" && url.origin === product.apiUrl) asked.push(url.search);
    });
    await openAs(page, "viewer@example.com", `/deployments?pageSize=50&via=${agent.id}`, product);
    await expect(rowOf(page, "busy-cache")).toBeVisible();
    expect(asked.filter((query) => query.includes("figures"))).toEqual([]);
    await showColumns(page, "Commands a second", "Connected clients", "Hit ratio", "Persistence");
    await expect(await cellOf(page, "busy-cache", "Commands a second")).toHaveText("12.3k");
    await expect(await cellOf(page, "busy-cache", "Connected clients")).toHaveText("42");
    await expect(await cellOf(page, "busy-cache", "Hit ratio")).toHaveText("90%");
    await expect(await cellOf(page, "busy-cache", "Persistence")).toHaveText("Append-only file");
    await expect(await cellOf(page, "new-cache", "Commands a second")).toContainText("—");
    expect(asked.filter((query) => query.includes("figures"))).toHaveLength(1);
    await page.getByRole("columnheader").getByRole("button", { name: "Connected clients" }).click();
    await expect(firstLink(page)).toHaveText("busy-cache");
    await page.getByRole("columnheader").getByRole("button", { name: "Connected clients" }).click();
    await expect(firstLink(page)).toHaveText("idle-cache");
    await expectAccessible(page, "list with figures");

    const more = await openFacet(page, "More filters");
    await more.getByText("Commands a second", { exact: true }).click();
    expect((await choicesIn(more)).slice(0, 4)).toEqual([
      "At least 10000 1",
      "1000 to 10000 0",
      "100 to 1000 0",
      "Up to 100 2",
    ]);
    await more.getByRole("checkbox", { name: "At least 10000" }).click();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/ops=10000\.\./);
    await expect(page.locator("[data-row-link]")).toHaveText(["busy-cache"]);

    // An address that asks about them finds what it names at once, also without a column.
    await page.evaluate("localStorage.clear()");
    await page.goto(`${product.webUrl}/deployments?clients=..10&via=${agent.id}`);
    await expect(page.locator("[data-row-link]")).toHaveText(["idle-cache", "partly-cache"]);
  },
);

test(
  "RUL02 ERR19 the rows stay as they are while figures load, and when they can't be loaded",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "viewer@example.com", `/deployments?pageSize=50&via=${agent.id}`, product);
    await expect(rowOf(page, "busy-cache")).toBeVisible();
    const tabs = page.getByRole("navigation", { name: "Views" });
    await expect(tabs).toContainText(/Silent\d/);
    // It comes with the incidents.
    await expect(tabs).toContainText(/Needs attention\d/);
    const before = await tabs.innerText();
    let answer: (route: Route) => Promise<void> = () => new Promise(() => undefined);
    const asked: Route[] = [];
    await page.route(/\/deployments\?.*figures=1/, async (route) => {
      asked.push(route);
      await answer(route);
    });
    await showColumns(page, "Commands a second");
    await expect.poll(() => asked.length).toBe(1);
    await expect(page.locator("[data-row-link]")).toHaveCount(4);
    await expect(await cellOf(page, "busy-cache", "Commands a second")).toHaveText("");
    expect(await tabs.innerText()).toBe(before);
    // A card has no name without a value.
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole("listitem").filter({ hasText: "busy-cache" })).not.toContainText("Commands");
    await page.setViewportSize({ width: 1280, height: 720 });

    answer = (route) =>
      route.fulfill({ status: 500, json: { code: "INTERNAL", message: "down", requestId: "1" } });
    for (const route of asked) await answer(route);
    await expect(page.getByText("Unable to load five-minute figures")).toBeVisible();
    await expect(page.locator("[data-row-link]")).toHaveCount(4);

    answer = (route) => route.continue();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(await cellOf(page, "busy-cache", "Commands a second")).toHaveText("12.3k");
    await expect(page.getByText("Unable to load five-minute figures")).toBeHidden();

    // What can't be found without them is not shown as nothing.
    answer = (route) => route.abort();
    await page.goto(`${product.webUrl}/deployments?ops=1000..&via=${agent.id}`);
    await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
    // Nothing is shown, so it has no age.
    await expect(page.getByText(/Shown as of|^Updated /)).toHaveCount(0);
    answer = (route) => route.continue();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.locator("[data-row-link]")).toHaveText(["busy-cache"]);
  },
);

test(
  "RUN02 the column Runway and its filter say what the outlook says, and the list asks for it only then",
  { tag: "@all" },
  async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("outlook=1") && asked.push(request.url()));
    await openAs(page, "viewer@example.com", `/deployments?via=${agent.id}`, product);
    await expect(firstLink(page)).toBeVisible();
    expect(asked).toEqual([]);
    await showColumns(page, "Runway");
    // Trends end at midnight, and it is midday.
    for (const [name, text] of Object.entries({
      "busy-cache": "19 days",
      "idle-cache": "4 days",
      "new-cache": "—",
    }))
      await expect(await cellOf(page, name, "Runway")).toContainText(text);
    const partly = (await cellOf(page, "partly-cache", "Runway")).getByText("24 days");
    await expect(partly).toHaveAttribute("title", /^May be full .+ \(db 0\)\. 1 database at its limit$/);
    expect(asked.length).toBeGreaterThan(0);
    await page.getByRole("columnheader").getByRole("button", { name: "Runway" }).click();
    await expect(page).toHaveURL(/sort=runway/);
    const rows = page.locator("[data-row-link]");
    await expect(rows).toHaveText(["idle-cache", "busy-cache", "partly-cache", "new-cache"]);
    await expectAccessible(page, "list with runways");
    const near = `runway=..30&via=${agent.id}`;
    await page.goto(`${product.webUrl}/deployments?${near}`);
    await expect(rows).toHaveText(["busy-cache", "idle-cache", "partly-cache"]);
    await page.goto(`${product.webUrl}/outlook?${near}`);
    const dated = page.getByRole("region", { name: /^(Within 14 days|In 15–30 days) / }).locator("tbody");
    await expect(dated.getByRole("rowheader")).toHaveText([
      /db 0.*idle-cache/,
      /db 0.*busy-cache/,
      /db 0.*partly-cache/,
    ]);
    await page.goto(`${product.webUrl}/deployments?runway=full&via=${agent.id}`);
    await expect(rows).toHaveText(["partly-cache"]);
    await page.goto(`${product.webUrl}/databases?sort=runway&${near}`);
    await expect(rows).toHaveText(["db 0", "db 0", "db 0"]);
    await expect(page.getByRole("row").filter({ hasText: "idle-cache" })).toContainText("4 days");
  },
);

test(
  "RUN02 LSX01 the column that a list is sorted by is in view beside the name in a narrow window",
  { tag: "@all" },
  async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await openAs(page, "viewer@example.com", `/deployments?sort=runway&via=${agent.id}`, product);
    await showColumns(page, "Runway");
    const header = page.getByRole("columnheader", { name: "Runway" });
    await expect(header).toBeInViewport({ ratio: 1 });
    await page.reload();
    await expect(await cellOf(page, "idle-cache", "Runway")).toContainText("4 days");
    await expect(header).toBeInViewport({ ratio: 1 });
    const end = (await header.boundingBox().then((box) => box && box.x + box.width)) ?? Infinity;
    const actions = await page.getByRole("columnheader", { name: "Actions" }).boundingBox();
    expect(end).toBeLessThanOrEqual((actions?.x ?? 0) + 1);
  },
);

test("RUL02 LSX08 the file of a list that shows no figures has them", { tag: "@all" }, async ({ page }) => {
  await openAs(page, "viewer@example.com", "/deployments?search=busy-cache", product);
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("figures=1") && asked.push(request.url()));
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).dblclick();
  const text = await readFile(await (await started).path(), "utf8");
  const [record] = parse<Record<string, string>>(text, { columns: true, bom: true });
  expect(record).toMatchObject({ clients: "42", persistence: "aof", replicationLagBytes: "2048" });
  expect(asked).toHaveLength(1);
});

test(
  "RUL02 DBS01 the list of databases shows, sorts and filters by the newest figures",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "viewer@example.com", `/databases?via=${agent.id}`, product);
    await showColumns(page, "Replication lag", "Memory fragmentation", "Persistence");
    const row = page.getByRole("row").filter({ hasText: "busy-cache" }).first();
    await expect(row).toContainText(/2\.00 KiB.*1Append-only file/);
    await page.getByRole("columnheader").getByRole("button", { name: "Memory fragmentation" }).click();
    await expect(page).toHaveURL(/sort=frag&order=desc/);
    await expect(firstLink(page)).toHaveText("db 1");
    await expectAccessible(page, "databases with figures");
    await page.goto(`${product.webUrl}/databases?ops=1000..&via=${agent.id}`);
    await expect(page.locator("[data-row-link]")).toHaveText(["db 0"]);
    await page.goto(`${product.webUrl}/databases?sort=ops&order=desc&via=${agent.id}`);
    await expect(page.getByRole("columnheader", { name: "Commands a second" })).toBeVisible();
    await expect(firstLink(page)).toHaveText("db 0");
  },
);

test(
  "DEX01 LSX04 a server that cannot be read says since when, and all that is shown of it is last known",
  { tag: "@all" },
  async ({ page }) => {
    // A report counts only if it is later than the one before.
    await page.clock.setFixedTime(product.holdTime(now + 2_000));
    const startedAt = new Date(now - 3 * 3_600_000).toISOString();
    await seen(product, agent, [
      { name: "idle-cache", status: "unreachable", databases: [{ ...server("0"), startedAt }] },
    ]);
    await open(page, "idle-cache");
    const header = page.locator("header, main").getByText(/^checking since \d\d:\d\d, /);
    await expect(header).toHaveText(/^checking since \d\d:\d\d, just now$/);
    await expect(
      page.getByText(/^Showing the last known values, as of \d\d:\d\d, just now\.$/),
    ).toBeVisible();
    const noteOf = (name: string) => factOf(page, name).first().locator("xpath=following-sibling::dd[1]");
    for (const name of ["Version", "Memory used"]) await expect(noteOf(name)).toHaveText(/as of \d\d:\d\d$/);
    await expect(section(page)).toContainText("Last known values, as of ");
    await expect(section(page)).not.toContainText("As of ");
    await expect(factOf(page, "Status")).toHaveText("active, last known");
    await expectAccessible(page, "unreachable server");
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => scrollsSideways(page)).toBe(false);
  },
);
