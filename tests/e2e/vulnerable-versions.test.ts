import { expect, type Page, test } from "@playwright/test";
import { type OrganizationId, ownOrganization } from "@shardwatch/core/access/scope";
import { provisionMember } from "@shardwatch/core/account/sign-in";
import { founder, identityOf } from "@shardwatch/local/seed/people";
import { expectAccessible } from "./axe.ts";
import { seen } from "./deployments.ts";
import { choicesIn, openFacet } from "./filters.ts";
import { minuteOf, noteLook, pass } from "./passes.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

const minute = 60_000;
const person = "vulnerable.versions@example.org";
const viewer = "vulnerable.viewer@example.org";
const source = { kind: "agent", id: "key", instance: "zeta" } as const;

let product: TestProduct;
let now = 0;
let organization: OrganizationId;

const server = (name: string, version: string, engine: "redis" | "valkey" = "redis") => ({
  name,
  databases: [
    {
      id: "1",
      name: "main",
      status: "active",
      version,
      engine,
      memoryUsed: "10",
      memoryLimit: "100",
      tlsEnabled: true,
    },
  ],
});

/** Reports all servers and passes, so many minutes. */
async function live(minutes: number): Promise<void> {
  for (let step = 0; step < minutes; step += 1) {
    now = product.holdTime(now + minute);
    await seen(
      product,
      source,
      [
        server("zeta-a", "7.2.4"),
        server("zeta-b", "7.2.4"),
        server("zeta-old", "7.0.15"),
        server("zeta-high", "9.0.2", "valkey"),
        server("zeta-well", "8.2.9"),
      ],
      organization,
    );
    await pass(product, organization, minuteOf(now), 1);
  }
  await noteLook(product, minuteOf(now));
}

test.beforeAll(async () => {
  ({ product, now } = await startAtMidday());
  const own = ownOrganization((await founder(product.services, person)).actor);
  if (!own) throw new Error(`${person} has no organization`);
  organization = own;
  await provisionMember(product.services, identityOf(viewer), own, ["VIEWER"]);
  await live(2);
});
test.beforeEach(({ page }) => page.clock.setFixedTime(now));
test.afterAll(() => product.stop());

const region = (page: Page, name: string) => page.getByRole("region", { name });
const risk = (page: Page, label: string) =>
  region(page, "Risks").getByRole("listitem").filter({ hasText: label });
const title = "Redis 7.2.4 has known vulnerabilities";

/** Follows the number of a risk to the list, which has exactly these rows. */
async function leadsTo(page: Page, label: string, names: readonly string[]): Promise<void> {
  const row = risk(page, label);
  await expect(row.getByRole("link")).toHaveText(String(names.length));
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Deployments" })).toBeVisible();
  const found = `${names.length} ${names.length === 1 ? "deployment" : "deployments"} found`;
  await expect(page.getByRole("status").filter({ hasText: found })).toHaveCount(1);
  if (names.length > 0)
    await expect
      .poll(async () => (await page.locator("[data-row-link]").allTextContents()).toSorted())
      .toEqual(names);
  await page.goBack();
  await expect(region(page, "Risks")).toBeVisible();
}

async function shots(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1_440, 768, 360]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => scrollsSideways(page), `${name} at ${width} px`).toBe(false);
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 1_440, height: 900 });
}

test(
  "SCR09 SCR01 the overview has the worst score, and each of its numbers opens as many rows",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, person, "/overview", product);
    await expect(risk(page, "Critical vulnerabilities")).toContainText("Worst CVSS 10.0");
    await leadsTo(page, "Critical vulnerabilities", ["zeta-a", "zeta-b", "zeta-old"]);
    await leadsTo(page, "High vulnerabilities", ["zeta-high"]);
    await leadsTo(page, "Support ended", ["zeta-old"]);
    await expect(region(page, "Needs attention")).toContainText(title);
    await expectAccessible(page, "overview with risks", { thorough: true });
    await shots(page, "overview");
  },
);

test(
  "SCR09 the list shows the worst score beside the version, and its filter offers the levels",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, person, "/deployments?cve=critical,high", product);
    await expect(page.locator("[data-row-link]")).toHaveCount(4);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Version" }).check();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("row").filter({ hasText: "zeta-a" })).toContainText("7.2.4 CVSS 10.0");
    await shots(page, "list");

    await page.goto(`${product.webUrl}/deployments`);
    const version = await openFacet(page, "Version");
    const shown = (await choicesIn(version)).filter((choice) => /^(Critical|High|Medium) /.test(choice));
    expect(shown).toEqual(["Critical 3", "High 1", "Medium 0"]);
    await version.getByRole("checkbox", { name: "Critical", exact: true }).check();
    await expect(page).toHaveURL(/\?cve=critical$/);
    await expect
      .poll(async () => (await page.locator("[data-row-link]").allTextContents()).toSorted())
      .toEqual(["zeta-a", "zeta-b", "zeta-old"]);
  },
);

test(
  "SCR09 a person says on the incident's page that the distribution patched the version, and takes it back",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, person, "/incidents", product);
    await page.getByRole("link", { name: title, exact: true }).click();
    await expect(region(page, "What to do")).toContainText(/Upgrade to 7\.2\.16, .*unless your distribution/);
    const advisory = region(page, "Evidence").getByRole("link", { name: "CVE-2025-49844" });
    await expect(advisory).toHaveAttribute("href", "https://www.cve.org/CVERecord?id=CVE-2025-49844");
    await expect(advisory).toHaveAttribute("target", "_blank");
    await expect(advisory).toHaveAttribute("rel", /noreferrer/);
    await expectAccessible(page, "incident of a version", { thorough: true });
    await shots(page, "incident");
    const address = page.url();

    const action = page.getByRole("button", { name: "Patched by distribution" });
    await action.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText(/Patched by the distribution, as .* said/)).toBeVisible();
    const takeBack = page.getByRole("button", { name: "Not patched after all" });
    await expect(takeBack).toBeFocused();
    await shots(page, "incident-patched");
    await live(1);
    await page.clock.setFixedTime(now);
    await page.reload();
    await expect(page.getByRole("main")).toContainText("Marked as patched by the distribution");
    await page.goto(`${product.webUrl}/overview`);
    await leadsTo(page, "Critical vulnerabilities", ["zeta-old"]);
    await expect(region(page, "Needs attention")).not.toContainText(title);

    await page.goto(address);
    await expect(page.getByRole("main")).toContainText("Patched by the distribution");
    await takeBack.focus();
    await page.keyboard.press("Enter");
    await expect(action).toBeFocused();
    await live(1);
    await page.clock.setFixedTime(now);
    await page.goto(`${product.webUrl}/overview`);
    await leadsTo(page, "Critical vulnerabilities", ["zeta-a", "zeta-b", "zeta-old"]);
    await expect(region(page, "Needs attention")).toContainText(title);
  },
);

test(
  "SCR09 the version of a deployment has its advisories, the version that mends all, and who said that it is patched",
  { tag: "@all" },
  async ({ page }) => {
    // So high that no link is half under the bar of links, where axe would find it too small.
    await page.setViewportSize({ width: 1_440, height: 2_400 });
    await openAs(page, person, "/deployments?search=zeta-a", product);
    await page.getByRole("link", { name: "zeta-a", exact: true }).click();
    const summary = page.getByText(/12 known vulnerabilities, up to CVSS 10\.0/);
    await summary.click();
    const list = page.getByRole("list", { name: "12 known vulnerabilities of Redis 7.2.4" });
    await expect(list.getByRole("link")).toHaveCount(12);
    await expect(list.getByRole("listitem").first()).toContainText("Fixed in 7.2.11");
    await page.getByRole("button", { name: "Patched by distribution" }).click();
    await expect(page.getByText(/Patched by the distribution, as .* said/)).toBeVisible();
    await expect(summary).toHaveCount(0);
    await expectAccessible(page, "detail with a patched version");
    await shots(page, "detail");
    await page.getByRole("button", { name: "Not patched after all" }).click();
    await expect(page.getByRole("button", { name: "Patched by distribution" })).toBeVisible();
    await expect(summary).toBeVisible();
  },
);

test(
  "SCR09 ROL07 viewers see that a version can be marked as patched, and why they can't do it",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, viewer, "/incidents", product);
    await page.getByRole("link", { name: title, exact: true }).click();
    const button = page.getByRole("button", { name: "Patched by distribution" });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await button.focus();
    await expect(page.getByRole("tooltip")).toContainText("Only admins of the organization can mark");
  },
);
