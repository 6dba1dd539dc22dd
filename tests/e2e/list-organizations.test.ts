import { expect, type Page, test } from "@playwright/test";
import { ownOrganization } from "@shardwatch/core/access/scope";
import { organizationOfInvitation } from "@shardwatch/core/access/scope.trusted";
import { signInAccount } from "@shardwatch/core/account/sign-in";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { as } from "@shardwatch/local/seed/people";
import { expectAccessible } from "./axe.ts";
import { seen } from "./deployments.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { filterLine } from "./filters.ts";
import { answered, openAs, scrollsSideways } from "./place.ts";

const phone = { width: 320, height: 740 };
const whole = "A".repeat(80);
const long = `${"B".repeat(80)}C`;

let product: TestProduct;
const ids: Record<string, string> = {};

test.beforeAll(async () => {
  product = await startTestProduct();
  for (const [index, company] of [whole, long, "Empty Ltd"].entries()) {
    const identity = {
      redisCloudId: `8${index}`,
      email: `o${index}@example.org`,
      firstName: "",
      lastName: "",
    };
    const organization = ownOrganization(
      as(product.services, await signInAccount(product.services, { ...identity, company })).actor,
    );
    if (!organization) throw new Error(`${company} was not made`);
    ids[company] = organization;
    if (company !== "Empty Ltd")
      await seen(
        product,
        { kind: "agent", id: "key", instance: "demo" },
        [{ name: `of-${index}` }],
        organization,
      );
  }
});
test.afterAll(() => product.stop());

const open = (page: Page, query = "", who = "super@example.com") =>
  openAs(page, who, `/deployments${query}`, product);
const address = (query: string) => `${product.webUrl}/deployments${query}`;
const organizations = (page: Page) => page.getByRole("combobox", { name: "Organization" });
const namesOf = (page: Page) => page.locator("[data-row-link]").allTextContents();

test("LST12 LST13 LST14 LST15 LST16 LST83 LST92 ROL05 LIM04 a super admin sees every organization's deployments, or those of one", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname, search } = new URL(request.url());
    if (request.method() === "GET" && `${origin}${pathname}` === `${product.apiUrl}/deployments`)
      asked.push(search);
  });
  await open(page, "?org=all&search=of-");
  await expect(page).toHaveURL(address("?search=of-"));
  await expect.poll(() => namesOf(page)).toEqual(["of-0", "of-1"]);
  const whose = (name: string) => page.getByRole("row", { name }).getByRole("cell").nth(4);
  await expect(whose("of-0")).toHaveText(`${"A".repeat(30)}...`);
  await expect(whose("of-1")).toHaveText(`${"B".repeat(30)}...`);
  const choices = organizations(page).getByRole("option");
  await expect(choices.first()).toHaveText("All Organizations");
  await expect(choices.filter({ hasText: whole })).toHaveText(whole);
  await expect(choices.filter({ hasText: "BBB" })).toHaveText(`${"B".repeat(80)}...`);
  await expect(choices.filter({ hasText: "BBB" })).toHaveAttribute("title", long);

  asked.length = 0;
  await organizations(page).selectOption(ids[long] ?? "");
  await expect(page).toHaveURL(address(`?search=of-&org=${ids[long]}`));
  await expect.poll(() => namesOf(page)).toEqual(["of-1"]);
  expect(asked).toEqual([`?organizationId=${ids[long]}`]);
  await page.reload();
  await expect.poll(() => namesOf(page)).toEqual(["of-1"]);
  await expectAccessible(page, "list of one organization");
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL(address(""));
  await expect(organizations(page)).toHaveValue("");
});

test(
  "ERR16 organizations that cannot be loaded are told above the rows, which stay, and Retry brings their names",
  { tag: "@all" },
  async ({ page }) => {
    const asking = product.api.hold("GET /organizations");
    await open(page, "?search=of-0");
    await asking.arrived;
    const row = page.getByRole("row", { name: "of-0" });
    await expect(row).toBeVisible();
    await product.api.stop();
    const failed = page.getByRole("alert").filter({ hasText: "Failed to load organizations" });
    await expect(failed).toContainText("Can't reach the server.");
    await expect(row).toBeVisible();
    await expectAccessible(page, "list without organizations");
    asking.release();
    await product.api.start();
    await failed.getByRole("button", { name: "Retry" }).click();
    await expect(row.getByRole("cell").nth(4)).toHaveText(/^A{30}/);
    await expect(failed).toHaveCount(0);
  },
);

test(
  "P7 LST15 a super admin's load of one organization's list asks for it once, and for no other",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "?search=of-");
    await expect.poll(() => namesOf(page)).toEqual(["of-0", "of-1"]);
    const asked: string[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (
        url.origin === product.apiUrl &&
        url.pathname.startsWith("/deployments") &&
        !/\/(changed|live|history|changes)$/.test(url.pathname) &&
        request.method() === "GET"
      )
        asked.push(`${url.pathname}${url.search}`);
    });
    const ofOne = `?organizationId=${ids[long]}`;
    for (const known of [true, false]) {
      // Another tab has no user yet.
      if (!known) await page.evaluate(() => sessionStorage.clear());
      const last = answered(page, product, "/deployments/changed", "/notifications");
      await page.goto(address(`?org=${ids[long]}`));
      await expect.poll(() => namesOf(page)).toEqual(["of-1"]);
      await last;
      expect(asked.splice(0)).toEqual([`/deployments${ofOne}`]);
    }
    const href = (await page.getByRole("link", { name: "of-1" }).getAttribute("href")) ?? "";
    const { pathname } = new URL(href, product.webUrl);
    const last = answered(page, product, `${pathname}/live`, "/notifications");
    await page.goto(`${product.webUrl}${href}`);
    await expect(page.getByRole("heading", { level: 1, name: "of-1" })).toBeVisible();
    await last;
    expect(asked).toEqual([`${pathname}${ofOne}`]);
  },
);

test(
  "SEC13 ROL18 of two deployments with one id a super admin opens, deletes and keeps the one that is meant",
  { tag: "@all" },
  async ({ page }) => {
    const places = [ids[whole] ?? "", ids[long] ?? ""].map(organizationOfInvitation);
    const id = deploymentId(places[0] ?? "", "agent", "twin");
    for (const [index, organization] of places.entries())
      await seen(
        product,
        { kind: "agent", id: `key-${index}`, instance: "demo" },
        [{ id, name: "twin", statusMessage: null, type: index === 0 ? "CLUSTER" : "STANDALONE" }],
        organization,
      );
    await open(page, "?search=twin");
    await expect.poll(() => namesOf(page)).toEqual(["twin", "twin"]);
    const rowOf = (type: string) => page.getByRole("row").filter({ hasText: type });
    await rowOf("OSS (Standalone)").getByRole("link", { name: "twin" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/deployments/${id}?search=twin&list=all&org=${ids[long]}`);
    await expect(page.getByText("OSS (Standalone)")).toBeVisible();
    await page.getByRole("link", { name: "Back to Deployments" }).click();
    await expect(page).toHaveURL(address("?search=twin"));

    // An address without the organization, as in an old bookmark.
    await page.goto(`${product.webUrl}/deployments/${id}`);
    await expect(page.getByText("Several organizations have a deployment with this ID.")).toBeVisible();
    await expectAccessible(page, "choice between two organizations");
    await page.getByRole("link", { name: whole }).click();
    await expect(page.getByText("OSS (Cluster)")).toBeVisible();
    await page.getByRole("link", { name: "Back to Deployments" }).click();

    await filterLine(page).fill("twin");
    await expect.poll(() => namesOf(page)).toEqual(["twin", "twin"]);
    await rowOf("OSS (Cluster)").getByRole("button", { name: "Actions for twin" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Deployment twin deleted" })).toBeVisible();
    await expect.poll(() => namesOf(page)).toEqual(["twin"]);
    await expect(rowOf("OSS (Standalone)")).toBeVisible();
    await page.reload();
    await expect.poll(() => namesOf(page)).toEqual(["twin"]);
    await expect(rowOf("OSS (Standalone)")).toBeVisible();
  },
);

test("LST12 ROL05 nobody else is offered organizations", { tag: "@all" }, async ({ page }) => {
  await open(page, "", "admin@example.com");
  await expect(page.locator("[data-row-link]")).toHaveCount(10);
  await expect(organizations(page)).toHaveCount(0);
});

test("FIL07 LST17 LST50 on a phone the filters are behind a button that counts them, and sorting is a list", async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await open(page);
  await expect(page.locator("[data-row-link]")).toHaveCount(10);
  await expect(organizations(page)).toHaveCount(0);
  await expect(page.getByText("Deployment Type")).toHaveCount(0);
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByText("Deployment Type", { exact: true }).click();
  await sheet.getByLabel("Standalone", { exact: true }).check();
  await sheet.getByLabel("Organization").selectOption(ids[whole] ?? "");
  await expectAccessible(page, "filters on a phone", "dialog");
  const targets = sheet.locator("fieldset button, fieldset label, summary, select");
  for (const box of await Promise.all((await targets.all()).map((each) => each.boundingBox())))
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await sheet.getByRole("button", { name: "Show 1 deployment", exact: true }).click();
  await expect(page).toHaveURL(address(`?type=STANDALONE&org=${ids[whole]}`));
  await expect.poll(() => namesOf(page)).toEqual(["of-0"]);
  await expect(page.getByRole("button", { name: "Filters, 2 active" })).toBeVisible();
  await page.getByLabel("Sort by").selectOption("Name, Z to A");
  await expect(page).toHaveURL(address(`?type=STANDALONE&org=${ids[whole]}&order=desc`));
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page.locator("[data-row-link]")).toHaveCount(10);
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  const small = page.locator("main button:visible, main select:visible, main input:visible");
  for (const box of await Promise.all((await small.all()).map((each) => each.boundingBox())))
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await expectAccessible(page, "cards with a menu");
});

test(
  "LST71 LST72 LST73 ROL34 an empty list tells a super admin whether to choose an organization, without setup cards",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, `?org=${ids["Empty Ltd"]}`);
    await expect(page.getByText("No deployments found for the organization", { exact: true })).toBeVisible();
    const headers = { origin: product.webUrl };
    const answer = await page.request.get(`${product.apiUrl}/deployments`);
    const { deployments } = (await answer.json()) as { deployments: { organizationId: string }[] };
    const withDeployments = new Set(deployments.map(({ organizationId }) => organizationId));
    expect(withDeployments.size).toBeGreaterThan(2);
    for (const id of withDeployments) {
      const remove = async () =>
        (await page.request.delete(`${product.apiUrl}/organizations/${id}`, { headers })).status();
      await expect.poll(remove, { intervals: [0] }).toBe(204);
    }
    await page.goto(address(""));
    await expect(page.getByText("Select an organization to view deployments", { exact: true })).toBeVisible();
    await expect(page.getByText("once an organization connects a source")).toBeVisible();
    await expect(page.getByRole("list", { name: "Setup" })).toHaveCount(0);
    await expectAccessible(page, "empty list of a super admin");
  },
);
