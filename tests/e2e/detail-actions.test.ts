import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { emptyLicense, factOf, seen } from "./deployments.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { callsOf, openAs } from "./place.ts";

let product: TestProduct;
const day = 86_400_000;

test.beforeAll(async () => {
  product = await startTestProduct();
  const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
  await seen(product, { kind: "agent", id: "actions", instance: "demo" }, [
    { name: "remove-me" },
    {
      name: "expired",
      type: "ENTERPRISE",
      enterpriseAdminUrl: "https://console.example:8443/",
      license: {
        ...emptyLicense,
        expirationDate: inDays(-21),
        ramShardsInUse: 17,
        ramShardsLimit: 16,
        shardsLimit: 16,
      },
    },
    {
      name: "trial",
      type: "ENTERPRISE",
      enterpriseAdminUrl: "javascript:alert(1)",
      license: {
        ...emptyLicense,
        expirationDate: inDays(1),
        ramShardsInUse: 1,
        shardsLimit: 4,
        features: ["trial"],
      },
    },
    {
      name: "hostile",
      type: "CLOUD",
      status: "denied",
      statusMessage: "<img src=x onerror=alert(1)> was refused",
      databases: [
        {
          id: "1",
          name: "<b>bold</b>",
          status: "active",
          version: null,
          memoryUsed: null,
          memoryLimit: null,
          tlsEnabled: null,
        },
      ],
      cloudSubscription: {
        subscriptionType: "<i>Pro</i>",
        provider: "AWS",
        regions: ["<u>here</u>"],
        link: "javascript:alert(1)",
      },
    },
  ]);
});
test.afterEach(() => product.api.start());
test.afterAll(() => product.stop());

const section = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

async function open(page: Page, name: string, who = "admin@example.com"): Promise<void> {
  await openAs(page, who, `/deployments?search=${name}`, product);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
}

test(
  "DET08 ENT28 SEC15 LSX03 LSX04 an expired licence and a trial say what they are, and where the cluster is managed",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "expired");
    // The same word as in the list, not the source's own "active".
    await page.getByRole("button", { name: "Over limit" }).hover();
    await expect(page.getByRole("tooltip")).toContainText("Free shards, or install a larger license.");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await expect(section(page, "License")).toHaveText(/expired 21 days ago \(.*\), RAM shards at 106\.3%$/);
    await section(page, "License").click();
    await expect(page.getByText("You can't create or change databases until")).toBeVisible();
    await expect(factOf(page, "Flash shards")).toHaveText("0 in use, no limit");
    const console = page.getByRole("link", { name: /^console\.example:8443/ });
    await expect(console).toHaveAttribute("href", "https://console.example:8443/");
    await expect(console).toHaveAttribute("rel", "noopener noreferrer");
    await expectAccessible(page, "expired licence");

    await open(page, "trial");
    await expect(section(page, "License")).toHaveText(/trial, expires tomorrow/);
    await section(page, "License").click();
    await expect(factOf(page, "RAM shards")).toHaveText("1 in use, no limit");
    await expect(factOf(page, "All shards")).toHaveText("1 of 4 (25.0%)");
    await expect(factOf(page, "Owner")).toHaveText("—Unknown");
    await expect(page.getByText("Managed at")).toHaveCount(0);
  },
);

test(
  "SEC14 SEC15 whatever a source calls things is text, and only http and https become links",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "hostile", "viewer@example.com");
    await expect(page.getByText("<img src=x onerror=alert(1)> was refused")).toBeVisible();
    await expect(factOf(page, "Name")).toHaveText("<b>bold</b>");
    await section(page, "Subscription").click();
    await expect(factOf(page, "Subscription type")).toHaveText("<i>Pro</i>");
    await expect(factOf(page, "Regions")).toHaveText("<u>here</u>");
    await expect(factOf(page, "Link")).toHaveText("—Unknown");
    await expect(page.locator("main").locator("b, i, u, img, a[href^=javascript]")).toHaveCount(0);
  },
);

test(
  "what reports a deployment is named, with the way to it; silence is told beside its age",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "staging-cache", "viewer@example.com");
    await expect(page.getByText(/^No data since .+\. Showing the last known values\.$/)).toBeVisible();
    await expect(page.getByText(/^Last updated .* ago$/)).toBeVisible();
    await expect(page.getByText(/^last known values, as of .*\d\d:\d\d$/)).toBeVisible();
    await expectAccessible(page, "stale deployment");
    await open(page, "orders-cache", "viewer@example.com");
    await section(page, "Reported by").click();
    const feed = page.getByRole("listitem").filter({ hasText: "last used" });
    await expect(feed).toHaveText(/^Production agentAgentlast used .*(ago|just now)$/);
    await feed.getByRole("link", { name: "Production agent" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/integrations/agent-keys`);
  },
);

test(
  "LST60 LST61 LST64 LST94 ROL20 only admins may delete, which leads to the list and not back again",
  { tag: "@all" },
  async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, "remove-me", "viewer@example.com");
    const remove = page.getByRole("button", { name: "Delete", exact: true });
    await expect(remove).toHaveCount(0);
    await page.getByRole("button", { name: "Copy ID" }).click();
    await expect(page.getByRole("status").filter({ hasText: "ID copied" })).toBeVisible();
    expect(page.url()).toContain(await page.evaluate<string>("navigator.clipboard.readText()"));

    await page.evaluate("sessionStorage.clear()");
    await open(page, "remove-me");
    const calls = callsOf(page, product);
    await remove.click();
    const dialog = page.getByRole("dialog", { name: "Delete deployment" });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await expect(dialog).toContainText("No source is reporting it.");
    await page.keyboard.press("Escape");
    // The browser hides the dialog and returns the focus before the page learns of it and takes the dialog away.
    await expect(page.locator("dialog")).toHaveCount(0);
    await expect(remove).toBeFocused();
    await remove.press("Enter");
    await dialog.getByRole("button", { name: "Delete" }).press("Enter");
    await expect(page).toHaveURL(`${product.webUrl}/deployments?search=remove-me`);
    await expect(page.getByRole("status").filter({ hasText: "Deployment remove-me deleted" })).toBeVisible();
    await expect(page.getByRole("link", { name: "remove-me" })).toHaveCount(0);
    expect(calls.filter((call) => call.startsWith("DELETE"))).toHaveLength(1);
    await page.goBack();
    await expect(heading(page, "Deployments")).toBeVisible();
  },
);

test("DET20 a deployment that cannot be loaded again stays and says how old it is, until it is loaded by itself", async ({
  page,
}) => {
  // The charts reload a minute after the end of each five minutes. Begin behind it, so that they don't here.
  const fiveMinutes = 300_000;
  const time = Math.floor(Date.now() / fiveMinutes) * fiveMinutes + 90_000;
  await page.clock.install({ time });
  // The charts ask for their flags last. On a slow machine that would be when nothing may be asked any more.
  const flags = page.waitForResponse((answer) => /\/deployments\/[^/]+\/changes/.test(answer.url()));
  await open(page, "expired", "viewer@example.com");
  await flags;
  await product.api.stop();
  await page.clock.fastForward(61_000);
  const notice = page.getByRole("status").filter({ hasText: "Unable to load the deployment" });
  // The retry comes half a second after the first attempt.
  await page.clock.runFor(2_000);
  await expect(notice).toContainText(/Shown as of \d+:\d\d – retrying/);
  await expect(heading(page, "expired")).toBeVisible();
  await product.api.start();
  await page.clock.fastForward(61_000);
  await expect(notice).toHaveCount(0);
  await page.getByLabel("Auto refresh").selectOption("Auto off");
  const calls = callsOf(page, product);
  await page.clock.fastForward(600_000);
  expect(calls.filter((call) => call.startsWith("GET /deployments/"))).toEqual([]);
});
