import { expect, type Page, test } from "@playwright/test";
import { ownOrganization } from "@shardwatch/core/access/scope";
import { signInAccount } from "@shardwatch/core/account/sign-in";
import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import type { IncidentList } from "@shardwatch/core/contract/incident/incident";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { evaluate } from "@shardwatch/core/incident/pass";
import { as } from "@shardwatch/local/seed/people";
import { expectAccessible } from "./axe.ts";
import { factOf, seen } from "./deployments.ts";
import { comeToHistory, figureOf, historyOf, withPast } from "./past.ts";
import { callsOf, count, openAs, scrollsSideways } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

const minute = 60_000;
const viewer = "viewer@example.com";
const source = { kind: "agent", id: "key", instance: "zeta" } as const;
const oddIds = ["10.0.0.7:6379/0", "a%2Fb", "50%", "#1?x=y&z", "каталог-東京"];

const database = (id: string, fields: Partial<Database> = {}): Database => ({
  id,
  name: `zeta-${id}`,
  status: "active",
  version: "7.2.4",
  memoryUsed: "10",
  memoryLimit: "100",
  tlsEnabled: true,
  ...fields,
});

let product: TestProduct;
let now = 0;
let other: NonNullable<ReturnType<typeof ownOrganization>>;

const idOf = (name: string, organization = product.people.organization) =>
  deploymentId(organization, "agent", name);
const address = (deployment: string, id: string, query = "") =>
  `/deployments/${idOf(deployment)}/databases/${encodeURIComponent(id)}${query}`;
const open = (page: Page, path: string, who = viewer) => openAs(page, who, path, product);
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const rail = (page: Page) => page.getByRole("navigation", { name: "Main" });
const table = (page: Page) => page.getByRole("table", { name: "Databases" });
const nameLink = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const incidents = (page: Page) => page.getByRole("region", { name: "Open incidents" });
const clockAt = (time: number): TestProduct => ({
  ...product,
  services: { ...product.services, clock: { now: () => time } },
});

const cluster = (version: string) => ({
  name: "zeta-cluster",
  databases: [
    database("cart", { version, memoryUsed: "97", evictionPolicy: "noeviction" }),
    database("cold", { version: version === "7.2.4" ? "7.4.1" : "7.0.15" }),
    database("gone"),
  ],
});

test.beforeAll(async () => {
  ({ product, now } = await startAtMidday());
  const { services, people } = product;
  const last = now - (now % minute);
  await seen(clockAt(last - 10 * minute), source, [cluster("7.0.15")]);
  await seen(clockAt(last - 9 * minute), source, [cluster("7.2.4")]);
  await seen(product, source, [
    cluster("7.2.4"),
    { name: "zeta-odd", databases: oddIds.map((id) => database(id, { name: `odd ${id}` })) },
  ]);
  const silent = { kind: "agent", id: "key", instance: "silent" } as const;
  await seen(clockAt(last - 180 * minute), silent, [
    { name: "zeta-silent", databases: [database("old"), database("older")] },
  ]);
  await withPast(product, [{ name: "zeta-past", databases: 3, past: () => ({ used: 2 ** 30 }) }]);
  const account = await signInAccount(services, {
    redisCloudId: "88",
    email: "else@example.org",
    firstName: "",
    lastName: "",
    company: "Elsewhere Ltd",
  });
  const own = ownOrganization(as(services, account).actor);
  if (!own) throw new Error("the account has no organization");
  other = own;
  const lost = { name: "zeta-lost", status: "unreachable", databases: [database("lost")] };
  await seen(product, source, [{ name: "zeta-else", databases: [database("far")] }, lost], other);
  for (let ago = 4; ago >= 0; ago -= 1) {
    const time = last - ago * minute;
    const due = { minute: time, previous: time - minute, since: time - 60 * minute };
    for (const organization of [people.organization, other])
      await evaluate({ ...services, clock: { now: () => time } }, organization, due);
  }
});
// No further request comes by itself while these tests run.
test.beforeEach(({ page }) => page.clock.setFixedTime(now));
test.afterEach(async () => {
  product.api.open();
  await product.api.start();
});
test.afterAll(() => product.stop());

test(
  "SCR05 SCR01 a row of the databases opens the database with its facts, incidents and changes, and the way back keeps the view",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "/databases?search=zeta-c&sort=utilization&order=desc");
    await nameLink(page, "zeta-cart").click();
    await expect(heading(page, "zeta-cart")).toBeFocused();
    await expect(page).toHaveTitle("zeta-cart - zeta-cluster - Shardwatch");
    await expect(page).toHaveURL((url) => url.pathname === address("zeta-cluster", "cart"));
    const current = rail(page).locator("[aria-current=page]");
    await expect(current).toHaveText(["Databases"]);
    for (const [name, value] of Object.entries({
      ID: "cart",
      Status: "active",
      "Eviction policy": "noeviction",
      TLS: "Yes",
    }))
      await expect(factOf(page, name).first()).toHaveText(value);
    await expect(page.getByRole("meter", { name: "Memory utilization of zeta-cart" })).toBeVisible();

    const full = incidents(page).getByRole("link", { name: /97.0% of its limit in zeta-cart/ });
    await expect(full).toHaveAttribute("href", /^\/incidents\/inc_/);
    const answer = (await (await page.request.get(`${product.apiUrl}/incidents`)).json()) as IncidentList;
    const { since, openedAt } = answer.incidents.find(({ title }) => /zeta-cart/.test(title)) ?? {};
    expect(since).not.toBe(openedAt);
    const entry = incidents(page).getByRole("listitem").filter({ hasText: "97.0% of its limit" });
    await expect(entry).toContainText("Critical");
    await expect(entry.locator(`time[datetime="${since}"]`)).toBeVisible();
    await page.getByRole("button", { name: /^Changes/ }).click();
    await expect(page.getByText("version went from 7.0.15 to 7.2.4")).toBeVisible();
    await expect(page.getByText("7.4.1")).toHaveCount(0);
    await expectAccessible(page, "database");

    await nameLink(page, "zeta-cluster").click();
    await expect(heading(page, "zeta-cluster")).toBeFocused();
    await expect(current).toHaveText(["Deployments"]);
    await page.goBack();
    await page.getByRole("link", { name: "Back to Databases" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/databases?search=zeta-c&sort=utilization&order=desc`);
    await nameLink(page, "zeta-cold").click();
    await expect(incidents(page)).toContainText("None concerns this database.");
    await page.goBack();
    await nameLink(page, "zeta-cluster").first().click();
    await expect(table(page).getByRole("rowheader")).toHaveCount(3);
  },
);

test(
  "SCR05 the table of a deployment and its cards lead to the database by the keyboard and the finger, and the database back",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, `/deployments/${idOf("zeta-past")}?search=zeta`);
    const below = async (upper: string, lower: string) => {
      const [one, two] = await Promise.all(
        [upper, lower].map((name) =>
          page.getByRole("heading", { level: 2, name, exact: true }).boundingBox(),
        ),
      );
      return (one?.y ?? 0) < (two?.y ?? 0);
    };
    await expect(table(page).getByRole("rowheader")).toHaveCount(3);
    expect(await below("Databases", "History"), "databases are above the charts").toBe(true);
    await nameLink(page, "db-1").focus();
    await page.keyboard.press("Enter");
    await expect(heading(page, "db-1")).toBeFocused();
    await page.getByRole("link", { name: "Back to zeta-past" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/deployments/${idOf("zeta-past")}?search=zeta`);

    await page.setViewportSize({ width: 320, height: 740 });
    const card = page
      .getByRole("list", { name: "Databases" })
      .getByRole("listitem")
      .filter({ hasText: "db-2" });
    await card.getByRole("button", { name: "Details of db-2" }).click();
    await expect(factOf(card, "ID")).toHaveText("2");
    await card.getByRole("link", { name: "db-2" }).click();
    await expect(heading(page, "db-2")).toBeVisible();
    await comeToHistory(page);
    await expect(figureOf(page, "Memory used of db-2")).toBeVisible();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expectAccessible(page, "database on a phone");
  },
);

test(
  "SCR05 the charts of a database are its own with all their controls, and those of a deployment lead to it",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, `/deployments/${idOf("zeta-past")}?hist=7d`);
    await comeToHistory(page);
    const section = historyOf(page);
    await expect(section.getByRole("link", { name: "Open database" })).toHaveCount(0);
    await section.getByLabel("Databases").selectOption("db-2");
    await section.getByRole("link", { name: "Open database" }).click();
    await expect(heading(page, "db-2")).toBeFocused();
    await comeToHistory(page);
    await expect(figureOf(page, "Memory used of db-2, last 7 days: always 3.00 GiB")).toBeVisible();
    await expect(section.getByLabel("Databases")).toHaveCount(0);
    await section.getByRole("button", { name: "6 h", exact: true }).click();
    await expect(figureOf(page, "Memory used of db-2, last 6 hours: always 3.00 GiB")).toBeVisible();
    await section.getByRole("button", { name: "Show as table: Keys" }).click();
    await page.reload();
    await expect(page).toHaveURL(/hist=6h.*histTable=keys/);
    await comeToHistory(page);
    await expect(section.getByRole("table", { name: "Keys" })).toBeVisible();
  },
);

test(
  "SCR05 every id of a database has an address, also for a reload and a link from outside",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, `/deployments/${idOf("zeta-odd")}`);
    for (const id of oddIds) {
      await nameLink(page, `odd ${id}`).click();
      await expect(heading(page, `odd ${id}`)).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(address("zeta-odd", id));
      await page.reload();
      await expect(heading(page, `odd ${id}`)).toBeVisible();
      await expect(factOf(page, "ID")).toHaveText(id);
      await page.goBack();
    }
  },
);

test(
  "SCR05 a database that is loading, fails, is unknown or disappears says so, and its deployment is one step away",
  { tag: "@all" },
  async ({ page }) => {
    const loading = product.api.hold(`GET /deployments/${idOf("zeta-cluster")}`);
    await open(page, address("zeta-cluster", "gone"));
    await loading.arrived;
    await expect(heading(page, "Database")).toBeAttached();
    loading.release();
    await expect(heading(page, "zeta-gone")).toBeVisible();

    await product.api.stop();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Unable to load the database" })).toContainText(
      /Shown as of/,
    );
    await expect(heading(page, "zeta-gone")).toBeVisible();
    await product.api.start();

    const left = cluster("7.2.4").databases.slice(0, 2);
    await seen(clockAt(now + 1_000), source, [{ name: "zeta-cluster", databases: left }]);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(heading(page, "Database not found")).toBeVisible();
    await expect(page.getByText("zeta-cluster has no database with this ID.")).toBeVisible();
    await expect(rail(page)).toBeVisible();
    await expectAccessible(page, "database not found");
    await expect(page.getByRole("link", { name: "View all databases" })).toHaveAttribute(
      "href",
      "/databases",
    );
    await page.getByRole("link", { name: "Open the deployment" }).click();
    await expect(heading(page, "zeta-cluster")).toBeVisible();

    for (const unknown of [
      address("zeta-cluster", "nothing"),
      `/deployments/${idOf("zeta-cluster")}/databases/%E0%A4%A`,
    ]) {
      await page.goto(`${product.webUrl}${unknown}`);
      await expect(heading(page, "Database not found")).toBeVisible();
    }
    await page.goto(`${product.webUrl}${address("no-such-deployment", "cart")}`);
    await expect(heading(page, "Deployment not found")).toBeVisible();
  },
);

test(
  "SCR05 a database of a silent source is last known, and a first load that fails can be tried again",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, address("zeta-silent", "old"));
    await expect(heading(page, "zeta-old")).toBeVisible();
    const status = page.locator("header").filter({ has: heading(page, "zeta-old") });
    await expect(status).toContainText(/stale.*Database of zeta-silent/i);
    await expect(status).toContainText(/No data since .* Showing the last known values\./);
    await expect(factOf(page, "Status")).toHaveText("active, last known");
    await expect(incidents(page).getByText("Concerns the whole deployment").first()).toBeVisible();

    await page.goto(`${product.webUrl}/databases?search=zeta-older`);
    await expect(nameLink(page, "zeta-older")).toBeVisible();
    await product.api.stop();
    await nameLink(page, "zeta-older").click();
    await expect(heading(page, "Unable to Load Database")).toBeVisible();
    await product.api.start();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(heading(page, "zeta-older")).toBeVisible();
  },
);

test(
  "SCR05 P2 a super admin keeps the organization on every link, and the page asks for its deployment once",
  { tag: "@all" },
  async ({ page }) => {
    const id = idOf("zeta-else", other);
    const calls = callsOf(page, product);
    await open(page, `/deployments/${id}/databases/far?org=${other}`, "super@example.com");
    await expect(heading(page, "zeta-far")).toBeVisible();
    await expect(page.getByText("Organization: Elsewhere Ltd")).toBeVisible();
    await expect(incidents(page)).toContainText("None concerns this database.");
    expect(count(calls, `GET /deployments/${id}`)).toBe(1);
    await page.getByRole("link", { name: "Back to zeta-else" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/deployments/${id}?org=${other}`);

    await page.goto(`${product.webUrl}/databases?org=${other}`);
    await nameLink(page, "zeta-far").click();
    await expect(page).toHaveURL(new RegExp(`/databases/far\\?org=${other}&from=databases$`));
    await page.goto(`${product.webUrl}/deployments/${id}/databases/nothing?org=${other}`);
    await expect(page.getByRole("link", { name: "View all databases" })).toHaveAttribute(
      "href",
      `/databases?org=${other}`,
    );
  },
);

test(
  "SCR05 SCR04 SCR12 a super admin with all organizations opens the incidents of a database and of its deployment in theirs",
  { tag: "@all" },
  async ({ page }) => {
    const id = idOf("zeta-lost", other);
    const title = "zeta-lost: unreachable";
    // As the list of all organizations opens them.
    const query = `?list=all&org=${other}`;
    const story = page.getByRole("list", { name: "Open incidents" });
    for (const [path, list] of [
      [`/deployments/${id}`, story],
      [`/deployments/${id}/databases/lost`, incidents(page)],
    ] as const) {
      await open(page, `${path}${query}`, "super@example.com");
      await list.getByRole("link", { name: title }).click();
      await expect(heading(page, title)).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/incidents/inc_\\w+\\?org=${other}$`));
    }
  },
);
