import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { answered, callsOf, count, openAs, scrollsSideways } from "./place.ts";
import { tab } from "./profile.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterEach(() => product.api.open());
test.afterAll(() => product.stop());

const globex = "Globex Corporation";
const open = (page: Page, path: string, who = "super@example.com") => openAs(page, who, path, product);
const address = (path: string) => `${product.webUrl}${path}`;
const main = (page: Page) => page.getByRole("main");
const rail = (page: Page, name: string | RegExp) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
const head = (page: Page, name: string | RegExp = /^Organization: /) =>
  page.getByRole("banner").getByRole("button", { name });
const chooser = (page: Page) => page.getByRole("dialog", { name: "Organization" });
const inChooser = (page: Page, name: string | RegExp) => chooser(page).getByRole("option", { name });

/** Chooses in the rail, by typing. */
async function choose(page: Page, name: string): Promise<void> {
  await head(page).click();
  await chooser(page).getByRole("combobox").fill(name);
  await inChooser(page, name).click();
  await expect(head(page, `Organization: ${name}`)).toBeVisible();
}

const organizationOf = (page: Page) => new URL(page.url()).searchParams.get("org") ?? "";

test(
  "SCR12 NAV26 one choice in the rail holds on every screen, through a deployment and back, a reload, Back and the palette",
  { tag: "@all" },
  async ({ page }) => {
    test.slow();
    await open(page, "/overview");
    await expect(head(page, "Organization: All Organizations")).toBeVisible();
    await choose(page, globex);
    const org = organizationOf(page);
    expect(org).toMatch(/^org_/);
    const isShown = async (path: string, text: string | RegExp) => {
      await expect(page).toHaveURL(address(`${path}?org=${org}`));
      await expect(main(page)).toContainText(text);
      await expect(head(page, `Organization: ${globex}`)).toBeVisible();
    };
    const filter = page.getByRole("combobox", { name: "Organization" });
    await expect(filter).toHaveValue(org);
    for (const [name, path, text] of [
      ["Deployments", "/deployments", `across organizations · ${globex}`],
      ["Databases", "/databases", `Databases across all deployments · ${globex}`],
      [/^Incidents/, "/incidents", `One incident per cause · ${globex}`],
      ["Changes", "/changes", `kept for 400 days · ${globex}`],
      ["Overview", "/overview", "Needs attention"],
    ] as const) {
      // A new tab opens this address.
      await expect(rail(page, name)).toHaveAttribute("href", `${path}?org=${org}`);
      await rail(page, name).click();
      await isShown(path, text);
    }
    // A link to the page itself keeps it, too.
    await rail(page, "Overview").click();
    await isShown("/overview", "Needs attention");
    await rail(page, "Sources").click();
    await isShown("/sources", `your deployments come from · ${globex}`);
    await expect(page.getByRole("table", { name: "All sources" })).toBeVisible();
    for (const name of ["Add a source", "Agent Keys"])
      await expect(page.getByRole("link", { name })).toHaveCount(0);
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "API Keys" }).click();
    await isShown("/integrations", `You chose ${globex}. The overview shows its sources`);
    await expect(page.getByRole("link", { name: "Add a source" })).toHaveCount(0);
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await isShown("/profile/personal", "Profile Settings");
    await tab(page, "Organization").click();
    await isShown("/profile/organization", "Only your own organization's settings are here");
    await tab(page, "Audit").click();
    await isShown("/profile/audit", `What happened in ${globex}`);

    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await palette.getByRole("combobox").fill("manage organizations");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address(`/admin/organizations?org=${org}`));
    await rail(page, /^Back to app/).click();
    await isShown("/deployments", globex);
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await isShown("/changes", globex);
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("orders-cache");
    // It is Acme's.
    await expect(palette.getByRole("status")).toHaveText("No results");
    await page.keyboard.press("Escape");

    await page.getByRole("banner").getByRole("link", { name: "Shardwatch" }).click();
    await isShown("/deployments", globex);
    await main(page).locator("[data-row-link]").first().click();
    await expect(main(page)).toContainText(`Organization: ${globex}`);
    await expect(head(page, `Organization: ${globex}`)).toBeVisible();
    await page.reload();
    await expect(main(page)).toContainText(`Organization: ${globex}`);
    await page.getByRole("link", { name: "Back to Deployments" }).click();
    await isShown("/deployments", globex);

    await choose(page, "All Organizations");
    await expect(page).toHaveURL(address("/deployments"));
    await expect(filter).toHaveValue("");
    await page.goBack();
    await isShown("/deployments", globex);
    await expect(filter).toHaveValue(org);
    await filter.selectOption("All Organizations");
    await expect(head(page, "Organization: All Organizations")).toBeVisible();
    await rail(page, "Overview").click();
    await expect(page).toHaveURL(address("/overview"));
  },
);

test(
  "SCR12 under all organizations, a deployment is opened and left without a choice of its own",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "/deployments?search=orders-cache");
    await main(page).locator("[data-row-link]").first().click();
    await expect(main(page)).toContainText("Organization: Acme Data");
    await expect(head(page, "Organization: All Organizations")).toBeVisible();
    await rail(page, "Overview").click();
    await expect(page).toHaveURL(address("/overview"));
    await page.goBack();
    await expect(main(page)).toContainText("Organization: Acme Data");
    await choose(page, globex);
    await expect(page).toHaveURL(/\/deployments\?org=org_\w+$/);
    await page.getByRole("button", { name: "Notifications" }).click();
    const toIncidents = page.getByRole("dialog").getByRole("link", { name: "Incidents", exact: true });
    await expect(toIncidents).toHaveAttribute("href", /^\/incidents\?org=org_\w+$/);
  },
);

test(
  "SCR12 R17 a screen that can't show all says so, asks for nobody's rows, and offers the choice",
  { tag: "@all" },
  async ({ page }) => {
    const calls = callsOf(page, product);
    const incidents: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      // The overview of all has the own organization's.
      const isAsked = pathname === "/incidents" && request.resourceType() === "fetch";
      if (isAsked && new URL(page.url()).pathname !== "/overview") incidents.push(search);
    });
    await open(page, "/overview?org=all&history=24h");
    await expect(page).toHaveURL(address("/overview?history=24h"));
    for (const [path, what] of [
      ["/incidents", "incidents"],
      ["/incidents/rules", "rules"],
      ["/changes", "changes"],
      ["/databases", "databases"],
      ["/sources", "its sources"],
      ["/profile/audit", "its audit"],
    ] as const) {
      await page.goto(address(path));
      await expect(page.getByText(`Select an organization to view ${what}`)).toBeVisible();
      await expect(page.getByText("This page shows one organization at a time.")).toBeVisible();
      await expect(page.getByRole("button", { name: "New silence…" })).toHaveCount(0);
      await expectAccessible(page, `${path} of no organization`);
    }
    for (const path of ["/integrations", "/integrations/add?kind=agent", "/profile/organization"]) {
      await page.goto(address(path));
      await expect(page.getByText("You're looking at all organizations.")).toBeVisible();
      await expect(page.getByRole("button", { name: /^(Create|Edit|Invite)/ })).toHaveCount(0);
    }
    await expectAccessible(page, "settings of no organization");
    for (const path of ["/changes", "/databases", "/audit"]) expect(count(calls, `GET ${path}`)).toBe(0);
    expect(incidents).toEqual([]);
    await page.getByRole("link", { name: "Show Shardwatch Operations" }).click();
    await expect(head(page, "Organization: Shardwatch Operations")).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit organization" })).toBeVisible();
    await rail(page, /^Incidents/).click();
    await expect(page.getByText("No open incidents", { exact: false }).first()).toContainText(
      "in Shardwatch Operations",
    );
  },
);

test(
  "SCR12 P2 a link names its organization without asking for all of them; the choice finds one among hundreds, and says when they can't be loaded",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "/overview");
    await choose(page, globex);
    const org = organizationOf(page);
    const headers = { origin: product.webUrl };
    for (let number = 0; number < 60; number += 1) {
      const data = { name: `Customer ${number}` };
      const answer = await page.request.post(`${product.apiUrl}/organizations`, { headers, data });
      expect(answer.status()).toBe(201);
    }
    const calls = callsOf(page, product);
    const bell = answered(page, product, "/notifications");
    await page.goto(address(`/changes?org=${org}`));
    await expect(head(page, `Organization: ${globex}`)).toBeVisible();
    await bell;
    expect(count(calls, "GET /organizations")).toBe(0);

    const asking = product.api.hold("GET /organizations");
    await head(page).press("Enter");
    await asking.arrived;
    await expect(chooser(page).getByRole("combobox")).toBeFocused();
    await expect(chooser(page)).toContainText("Loading…");
    await expect(inChooser(page, "All Organizations")).toBeVisible();
    await product.api.stop();
    const failed = chooser(page).getByRole("alert");
    await expect(failed).toContainText("Failed to load organizations");
    asking.release();
    await product.api.start();
    await failed.getByRole("button", { name: "Retry" }).click();
    await expect(chooser(page)).toContainText(/Type to find one of \d+ organizations\./);
    await expect(inChooser(page, new RegExp(`^${globex} ?, chosen`))).toBeVisible();
    await expectAccessible(page, "choice of an organization", "dialog");
    await chooser(page).getByRole("combobox").fill("customer 59");
    await expect(chooser(page).getByRole("option")).toHaveText(["Customer 59"]);
    await page.keyboard.press("Enter");
    await expect(head(page, "Organization: Customer 59")).toBeFocused();
    await expect(page.getByText("Nothing has changed yet in Customer 59")).toBeVisible();
  },
);

test(
  "SCR12 LAY21 on a phone the header names the choice, and the drawer has it at its top",
  { tag: "@all" },
  async ({ page }) => {
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 });
      await open(page, "/changes");
      await page.getByRole("button", { name: "Navigation" }).click();
      const drawer = page.getByRole("dialog", { name: "Navigation" });
      const opener = drawer.getByRole("button", { name: "Organization: All Organizations" });
      expect((await opener.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await expectAccessible(page, "drawer with a choice", "dialog");
      await opener.click();
      await chooser(page).getByRole("combobox").fill(globex);
      await expect.poll(() => scrollsSideways(page)).toBe(false);
      await inChooser(page, globex).click();
      await expect(drawer).toHaveCount(0);
      await expect(head(page, `Organization: ${globex}`)).toBeVisible();
      await expect(main(page)).toContainText(`kept for 400 days · ${globex}`);
      await expect.poll(() => scrollsSideways(page)).toBe(false);
    }
  },
);

test(
  "SCR12 P7 a member has no choice: the name alone, no request for it, and nothing in an address",
  { tag: "@all" },
  async ({ page }) => {
    const calls = callsOf(page, product);
    await open(page, "/changes?org=org_00000000000000000000", "admin@example.com");
    await expect(page.getByRole("banner").getByText("Acme Data", { exact: true })).toBeVisible();
    for (const [name, path] of [
      ["Deployments", "/deployments"],
      [/^Incidents/, "/incidents"],
      ["Overview", "/overview"],
      ["Sources", "/sources"],
    ] as const) {
      await rail(page, name).click();
      await expect(page).toHaveURL(address(path));
    }
    await expect(page.getByRole("link", { name: "Add a source" })).toBeVisible();
    await expect(head(page)).toHaveCount(0);
    expect(calls.filter((call) => call.startsWith("GET /organizations"))).toEqual([]);
  },
);
