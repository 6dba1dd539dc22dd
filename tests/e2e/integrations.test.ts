import { expect, type Page, test } from "@playwright/test";
import { type RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import { anyIntegration } from "@shardwatch/core/integration/row";
import { redisCloudKey } from "@shardwatch/core/redis-cloud/redis-cloud.keys";
import { testedIntegrations } from "../support/integrations/all.ts";
import { elastiCache } from "../support/integrations/elasticache.ts";
import { scopeOf } from "../support/scope.ts";
import { expectAccessible } from "./axe.ts";
import { callsOf, count, hadSession, openAs, scrollsSideways } from "./place.ts";
import { whoAmI } from "./profile.ts";
import { setProvider } from "./provider.ts";
import { controlCloud, fill, form, rows } from "./redis-cloud.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

test.describe("table", () => {
  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
    product.configure(withoutElastiCache);
  });
  test.afterEach(async () => {
    product.configure(withoutElastiCache);
    await setProvider(product, { accounts: "with-access", countries: "works" });
  });
  test.afterAll(() => product.stop());

  const open = (page: Page, path = "/integrations") => openAs(page, "admin@example.com", path, product);
  const heading = (page: Page) => page.getByRole("heading", { level: 1 });
  const tabs = (page: Page) => page.getByRole("navigation", { name: "Integrations" }).getByRole("link");
  const tab = (page: Page, name: string) => tabs(page).filter({ hasText: name });
  /** The names of the tabs, the agent keys first. */
  const everyTab = ["Agent Keys", ...testedIntegrations.map(({ tab: name }) => name)];
  const otherTabs = everyTab.filter((name) => name !== elastiCache.tab);
  const withElastiCache = { features: { elasticache: true } };
  const withoutElastiCache = { features: { elasticache: false } };

  test("NAV06 NAV07 NAV10 KEY01 KEY02 the page has its tabs as addresses, the agent keys first, and needs a session", async ({
    page,
  }) => {
    const { webUrl } = product;
    await hadSession(page);
    await page.goto(`${webUrl}/integrations/redis-cloud`);
    await expect(page).toHaveURL(`${webUrl}/logout?returnTo=%2Fintegrations%2Fredis-cloud`);
    await open(page, "/deployments");
    await expect(heading(page)).toHaveText("Deployments");
    const rail = page.getByRole("banner").getByRole("link", { name: "Sources" });
    await rail.click();
    await expect(page).toHaveURL(`${webUrl}/sources`);
    await expect(heading(page)).toHaveText("Sources");
    await expect(
      page.getByRole("row", { name: /Acme production Redis Cloud active 4 databases in 3 sub/ }),
    ).toBeVisible();
    await page.getByRole("navigation", { name: "Manage sources" }).getByText("Agent Keys").click();
    await expect(page).toHaveURL(`${webUrl}/integrations/agent-keys`);
    await expect(rail).toHaveAttribute("aria-current", "page");
    await expect(page).toHaveTitle("Integrations - Shardwatch");
    await expect(heading(page)).toHaveText("Integrations");
    await expect(heading(page)).toBeFocused();
    await expect(
      page.getByText("Configure API keys and integrations for enhanced Redis monitoring"),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to Sources" })).toHaveAttribute("href", "/sources");
    await expect(tabs(page)).toHaveText(otherTabs);
    await expect(tabs(page).first()).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("region", { name: "Agent keys" })).toBeVisible();

    await tab(page, "Redis Cloud").press("Enter");
    await expect(page).toHaveURL(`${webUrl}/integrations/redis-cloud`);
    await expect(page.getByRole("region", { name: "Your Redis Cloud accounts" })).toBeVisible();
    await expect(tab(page, "Redis Cloud")).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(`${webUrl}/integrations/agent-keys`);
    await page.goBack();
    await expect(heading(page)).toHaveText("Sources");
    await page.goto(`${webUrl}/integrations/no-such-tab`);
    await expect(page).toHaveURL(`${webUrl}/integrations/agent-keys`);
  });

  test("LAY12 LAY13 the account menu leads to the settings and to the keys, and the palette to every tab", async ({
    page,
  }) => {
    const { webUrl } = product;
    await open(page, "/deployments");
    const choose = async (item: string) => {
      await page.getByRole("button", { name: "Account menu" }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await choose("API Keys");
    await expect(page).toHaveURL(`${webUrl}/integrations/agent-keys`);
    await choose("Settings");
    await expect(page).toHaveURL(`${webUrl}/profile/personal`);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("sources");
    await expect(page.getByRole("dialog").getByRole("option")).toHaveText([
      "Sources",
      ...otherTabs.map((name) => `Sources: ${name}`),
    ]);
    await page.getByRole("option", { name: "Sources: Redis Cloud" }).click();
    await expect(page).toHaveURL(`${webUrl}/integrations/redis-cloud`);
  });

  test("NAV08 NAV09 ELC01 ELC02 the ElastiCache tab is there only while the configuration says so", async ({
    page,
  }) => {
    await open(page, "/integrations/aws");
    await expect(heading(page)).toHaveText("Page not found");
    await expect(page.getByRole("banner")).toHaveCount(1);
    await expect(tabs(page)).toHaveCount(0);
    await expect(page.getByText("IAM")).toHaveCount(0);

    product.configure(withElastiCache);
    await page.reload();
    await expect(tabs(page)).toHaveText(everyTab);
    await expect(tab(page, "AWS ElastiCache")).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("region", { name: "AWS ElastiCache" })).toBeVisible();
  });

  test("ELC04 ELC05 ELC06 ELC07 ELC08 ELC09 the four steps to a role, with our account from the configuration or a placeholder", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: product.webUrl });
    product.configure(withElastiCache);
    await open(page, "/integrations/aws");
    const steps = page.getByRole("region", { name: "AWS ElastiCache" }).getByRole("listitem");
    await expect(steps).toHaveCount(4);
    await expect(steps.nth(0)).toContainText("Create an IAM role");
    await expect(steps.nth(1)).toContainText("Attach read-only policies");
    await expect(steps.nth(1)).toContainText("AmazonElastiCacheReadOnlyAccess");
    await expect(steps.nth(2)).toContainText("Name the role");
    await expect(steps.nth(3)).toContainText("Copy the role ARN");
    const account = page.getByRole("figure", { name: "AWS account ID" }).getByRole("code");
    await expect(account).toHaveText("123456789012");
    await page.getByRole("button", { name: "Copy Inline policy" }).click();
    const policy: unknown = JSON.parse(await page.evaluate<string>("navigator.clipboard.readText()"));
    expect(policy).toMatchObject({ Version: "2012-10-17", Statement: [{ Effect: "Allow" }] });
    expect(JSON.stringify(policy)).not.toMatch(/Put|Create|Delete|Modify|\*:|:\*/);
    await expectAccessible(page, "AWS");

    product.configure({ ...withElastiCache, awsAccountId: "210987654321" });
    await page.reload();
    await expect(account).toHaveText("210987654321");
  });

  test("CLD01 CLD02 CLD17 EXT06 the Redis Cloud tab says how it works and lists the person's accounts", async ({
    page,
  }) => {
    await setProvider(product, { accounts: "several" });
    const asked = page.waitForRequest(`${product.providerUrl}/api/v1/accounts`);
    await open(page, "/integrations/redis-cloud");
    expect((await asked).method()).toBe("GET");
    await expect(page.getByText("collected every 5 minutes")).toBeVisible();
    const more = page.getByRole("link", { name: /^Read More/ });
    await expect(more).toHaveAttribute("href", `${product.providerUrl}/documentation`);
    await expect(more).toHaveAttribute("rel", "noopener noreferrer");
    await expect(page.getByText("Only account owners can create cloud API keys.")).toBeVisible();
    const connected = page.getByRole("table", { name: "Your Redis Cloud accounts" }).getByRole("row");
    await expect(connected).toHaveText([
      /Name.*Account ID.*API access/,
      /^Acme Data Sandbox\d+Off$/,
      /^Acme Data Europe\d+On$/,
      /^Acme Data\d+On$/,
    ]);
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => scrollsSideways(page), `${width} px`).toBe(false);
    }

    await setProvider(product, { accounts: "damaged" });
    await page.reload();
    await expect(page.getByRole("main").getByText("Acme Data", { exact: true })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "API access" })).toHaveCount(2);
    expect(await page.evaluate<string>("JSON.stringify([sessionStorage, localStorage])")).not.toContain(
      "api_access_key",
    );
  });

  test(
    "ERR47 ERR48 ERR49 what is wrong with the list of accounts is said, and it can be tried again",
    { tag: "@all" },
    async ({ page }) => {
      await setProvider(product, { accounts: "failing" });
      await open(page, "/integrations/redis-cloud");
      await expect(
        page
          .getByRole("alert")
          .getByText("Failed to fetch accounts: 500 Internal Server Error", { exact: true }),
      ).toBeVisible();
      const retry = page.getByRole("button", { name: "Retry" });
      await setProvider(product, { accounts: "none" });
      await retry.click();
      await expect(page.getByText("No Redis Cloud accounts found", { exact: true })).toBeVisible();
      const noAccess = "No accounts with API access found. Please enable API access in Redis Cloud console.";
      await setProvider(product, { accounts: "access-empty" });
      await retry.click();
      await expect(page.getByText(noAccess, { exact: true })).toBeVisible();
      await expect(page.getByRole("main").getByText("Acme Data", { exact: true })).toBeVisible();
      await expectAccessible(page, "no API access");
      await setProvider(product, { accounts: "with-access" });
      await retry.click();
      await expect(page.getByText(noAccess)).toHaveCount(0);
      await expect(page.getByText("On", { exact: true })).toBeVisible();

      await product.provider.stop();
      try {
        await page.reload();
        await expect(page.getByText("Couldn't reach Redis Cloud.")).toBeVisible();
      } finally {
        await product.provider.start();
      }
    },
  );

  test("SES24 a 401 from the provider neither renews our session nor ends it", async ({ page }) => {
    await setProvider(product, { accounts: "signed-out", countries: "signed-out" });
    await open(page, "/deployments");
    await expect(heading(page)).toHaveText("Deployments");
    const calls = callsOf(page, product);
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "API Keys" }).click();
    await tab(page, "Redis Cloud").click();
    await expect(page.getByText("Failed to fetch accounts: 401 Unauthorized", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("Failed to fetch accounts: 401 Unauthorized", { exact: true })).toBeVisible();
    await page.evaluate(
      "history.pushState(null, '', '/signup'); dispatchEvent(new PopStateEvent('popstate'))",
    );
    await expect(page.getByText("Failed to load signup data. Please refresh the page.")).toBeVisible();
    expect(count(calls, "POST /me")).toBe(0);
    expect(count(calls, "POST /auth/logout")).toBe(0);
    await page.goBack();
    await tabs(page).first().click();
    await expect(page.getByRole("region", { name: "Agent keys" })).toBeVisible();
  });
});

test.describe("steps of a reading", () => {
  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
  });
  test.afterAll(() => product.stop());

  const steps = (page: Page) =>
    page.getByRole("list", { name: "Steps of the last sync" }).getByRole("listitem");

  /** Lets a minute pass since the last reading of the person's account. */
  async function passAMinute(page: Page): Promise<void> {
    const answer = await page.request.get(`${product.apiUrl}/redis-cloud`);
    const [account] = ((await answer.json()) as { redisClouds: RedisCloud[] }).redisClouds;
    const organization = scopeOf({ organizationId: (await whoAmI(page, product)).organization?.id ?? "" });
    const set = anyIntegration.changes({ lastSyncAt: Date.now() - 60_000 });
    await product.services.table.update(redisCloudKey(organization, account?.id ?? ""), { set });
  }

  test(
    "ONB01 ONB05 ONB06 LSX04 a connected Redis Cloud account shows each step, and a test finds the step that fails since",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "rita.cloud@example.com", "/integrations/add?kind=redis-cloud", product);
      await fill(page, "Production");
      const reading = product.provider.hold("GET /redis-cloud/v1/subscriptions/100001/databases");
      await form(page).getByRole("button", { name: "Connect", exact: true }).click();
      await expect(page.getByText("Redis Cloud account connected")).toBeVisible();
      await expect(page.getByRole("list", { name: "Steps of this sync" }).getByRole("listitem")).toHaveText([
        /Done: Sign in with the API key/,
        /Done: List subscriptions/,
      ]);
      await expect(page.getByRole("status").getByText("List databases…")).toBeVisible();
      await reading.arrived;
      reading.release();
      await expect(steps(page)).toHaveText([
        /Done: Sign in with the API key/,
        /Done: List subscriptions/,
        /Done: List databases/,
      ]);
      await page.getByRole("button", { name: "Done" }).click();

      const button = rows(page).getByRole("button", { name: "Test now Production" });
      await expect(button).toBeVisible();
      await page.getByRole("button", { name: "Last sync of Production" }).click();
      await expect(page.getByText("7 of 250")).toBeVisible();
      await button.click();
      await expect(page.getByRole("alert").getByText(/was read a moment ago/)).toBeVisible();
      await expectAccessible(page, "the steps of a reading");

      await passAMinute(page);
      await page.goto(`${product.providerUrl}/redis-cloud/control`);
      await page
        .getByLabel("Databases of a subscription")
        .selectOption({ label: "401: the keys were deleted" });
      await page.getByLabel("Pro subscriptions").first().fill("4");
      await page.getByRole("button", { name: "Apply" }).click();
      await expect(page.getByLabel("Databases of a subscription")).toHaveValue("revoked");
      await expect(page.getByLabel("Pro subscriptions").first()).toHaveValue("4");
      await expect(page.getByLabel("Pro subscriptions").last()).toHaveValue("works");
      await controlCloud(product, { every: "revoked" });
      await page.goto(`${product.webUrl}/integrations/redis-cloud`);
      await page.getByRole("button", { name: "Last sync of Production" }).click();
      await expect(steps(page).first()).toContainText("Done");
      await button.click();
      await expect(steps(page).first()).toHaveText(/Failed: Sign in with the API key.*rejected the API key/);
      await expect(steps(page).last()).toContainText("Skipped");
      await expect(button).toBeVisible();

      await page.getByRole("link", { name: "Deployments", exact: true }).first().click();
      await page.getByRole("link", { name: "payments-production" }).first().click();
      const notice = page.getByRole("region", { name: "No new data" });
      await expect(notice).toContainText(/Production stopped syncing .* ago\..*rejected the API key/);
      await page.getByRole("button", { name: /^Reported by.*failing$/ }).click();
      await expect(page.getByRole("listitem").filter({ hasText: "Redis Cloud" })).toContainText(
        /No data since .*rejected the API key/,
      );
      await expectAccessible(page, "a deployment whose source fails");
      await controlCloud(product, { every: "works" });
    },
  );

  test(
    "ONB01 ONB05 a role that may not read metrics is told the right that it needs, while it is connected",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "ada.aws@example.com", "/integrations/add?kind=elasticache", product);
      const field = await page.getByLabel("Role ARN").boundingBox();
      expect(field?.y, "the field is in the first window").toBeLessThan(700);
      await expect(page.getByRole("figure", { name: "External ID" })).toHaveCount(0);
      await page.getByText("Or create the role by hand").click();
      const externalId = page.getByRole("figure", { name: "External ID" }).getByRole("code");
      await expect(externalId).toHaveText(/^shardwatch-/);
      const console = `${product.providerUrl}/aws/console`;
      const role = { name: "ShardwatchReadOnly", externalId: (await externalId.textContent()) ?? "" };
      await page.request.post(`${console}/roles`, { form: role });
      await page.request.post(`${console}/faults`, { form: { GetMetricData: "denied" } });
      await page.getByLabel("Role ARN").fill("arn:aws:iam::111122223333:role/ShardwatchReadOnly");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("heading", { name: "AWS account connected" })).toBeVisible();
      await expect(steps(page)).toHaveText([
        /Done: Assume the role/,
        /Done: List caches/,
        /Failed: Read memory in [a-z0-9-, ]+The role needs cloudwatch:GetMetricData/,
      ]);
    },
  );
});
