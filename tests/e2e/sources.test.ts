import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { reported } from "../support/reports.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

const open = (page: Page, email = "admin@example.com") => openAs(page, email, "/sources", product);
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test(
  "OVR06 one table has all agent keys and accounts, the troubled first, with what they found and when they are read",
  { tag: "@all" },
  async ({ page }) => {
    await open(page);
    const names = page.getByRole("table", { name: "All sources" }).getByRole("rowheader").getByRole("link");
    await expect(names.filter({ hasText: "Staging agent" })).toBeVisible();
    const order = await names.allTextContents();
    expect(order.indexOf("Staging agent")).toBeLessThan(order.indexOf("Production agent"));
    expect(order.indexOf("Acme marketing")).toBeLessThan(order.indexOf("Acme production"));
    await expect(row(page, "Staging agent")).toContainText("silent2 deployments0 of 1 agent reporting");
    await expect(row(page, "Production agent")).toContainText("Reports on its own");
    await page.getByRole("button", { name: "Details of Production agent" }).click();
    await expect(page.getByRole("table")).toContainText("Platform");
    await expectAccessible(page, "sources");

    // What the button does then is tested where the account is managed.
    const tested = page.waitForRequest((call) => /\/redis-cloud\/\w+\/test$/.test(call.url()));
    await row(page, "Acme production").getByRole("button", { name: "Test now" }).click();
    expect((await tested).method()).toBe("POST");
    await names.filter({ hasText: "Acme production" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/integrations/redis-cloud`);

    await page.setViewportSize({ width: 360, height: 640 });
    await page.goBack();
    await expect(page.getByText("Staging agent")).toBeVisible();
    expect(await scrollsSideways(page)).toBe(false);
  },
);

test(
  "an agent has a page with its deployments, its version and platform, its last error and the duration of a round",
  { tag: "@all" },
  async ({ page }) => {
    await open(page);
    const { apiUrl, webUrl } = product;
    const headers = { origin: webUrl };
    const created = await page.request.post(`${apiUrl}/access-key`, { headers, data: { name: "Page key" } });
    const { keyId, compositeKey } = (await created.json()) as { keyId: string; compositeKey: string };
    /** Reports as an agent does. */
    async function report(agent: object, ...names: string[]): Promise<void> {
      const data = {
        version: 1,
        agent,
        measuredAt: new Date(product.services.clock.now()).toISOString(),
        deployments: names.map((name) => reported(name)),
      };
      const sent = await page.request.post(`${apiUrl}/agent/reports`, {
        headers: { authorization: `Bearer ${compositeKey}` },
        data,
      });
      expect(sent.status(), await sent.text()).toBe(202);
    }
    const about = {
      id: "agentwithapage00",
      version: "0.3.0",
      platform: "linux-x64",
      lastError: "The API answered 503.",
      roundMs: 1_250,
    };
    await report(about, "paged-one", "paged-two");
    await page.reload();
    await page.getByRole("button", { name: "Details of Page key" }).click();
    await page.getByRole("link", { name: about.id }).click();
    await expect(page).toHaveURL(`${webUrl}/sources/${keyId}/${about.id}`);
    await expect(page.getByRole("heading", { level: 1, name: about.id })).toBeFocused();
    const facts = page.getByRole("region", { name: "Agent" });
    for (const text of ["Version0.3.0", "Platformlinux-x64", "Duration of a round1.3 s", about.lastError])
      await expect(facts).toContainText(text);
    const table = page.getByRole("table", { name: "Deployments" });
    await expect(table.getByRole("rowheader")).toHaveText(["paged-one", "paged-two"]);
    await expectAccessible(page, "agent");
    await page.getByRole("link", { name: "Show in Deployments" }).click();
    await expect(page.locator("[data-row-link]")).toHaveText(["paged-one", "paged-two"]);

    // Former agents report no duration. What is not there says so.
    await report({ id: "agentofformertime", version: "0.2.0" }, "paged-three");
    await page.goto(`${webUrl}/sources/${keyId}/agentofformertime`);
    await expect(facts).toContainText("Version0.2.0");
    await expect(facts).not.toContainText("Duration");
    await page.goto(`${webUrl}/sources/${keyId}/nosuchagent`);
    await expect(page.getByRole("heading", { level: 1, name: "Agent not found" })).toBeVisible();
  },
);

test(
  "AMD03 ROL32 a viewer sees why an account can't be read now, and somebody new is offered the ways to a first source",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "viewer@example.com");
    const button = row(page, "Acme production").getByRole("button", { name: "Test now" });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveAccessibleDescription(/^Someone else created this/);
    await expect(page.getByRole("link", { name: "Add a source" })).toBeVisible();

    await open(page, "nobody.yet@example.org");
    await expect(page.getByText("No sources yet")).toBeVisible();
    await expect(page.getByRole("list", { name: "Setup" }).getByRole("listitem")).toHaveCount(3);
    await expectAccessible(page, "no sources");
    await openAs(page, "solo@example.com", "/sources", product);
    await expect(page.getByText("Sources belong to an organization.")).toBeVisible();
  },
);
