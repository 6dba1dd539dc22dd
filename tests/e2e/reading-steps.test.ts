import { expect, type Page, test } from "@playwright/test";
import { redisCloudKey } from "@shardwatch/core/redis-cloud/redis-cloud.keys";
import { anyIntegration } from "@shardwatch/core/integration/row";
import type { RedisCloud } from "@shardwatch/core/contract/redis-cloud";
import { scopeOf } from "../support/scope.ts";
import { expectAccessible } from "./axe.ts";
import { openAs } from "./place.ts";
import { whoAmI } from "./profile.ts";
import { controlCloud, fill, form, rows } from "./redis-cloud.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

const steps = (page: Page) =>
  page.getByRole("list", { name: "Steps of the last reading" }).getByRole("listitem");

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
    await controlCloud(product, { faults: { databases: "slow" }, delayMs: 3_000 });
    await form(page).getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByText("Redis Cloud account connected")).toBeVisible();
    await expect(page.getByRole("list", { name: "Steps of this reading" }).getByRole("listitem")).toHaveText([
      /Done: Sign in with the keys/,
      /Done: List subscriptions/,
    ]);
    await expect(page.getByRole("status").getByText("List databases…")).toBeVisible();
    await expect(steps(page)).toHaveText([
      /Done: Sign in with the keys/,
      /Done: List subscriptions/,
      /Done: List databases/,
    ]);
    await page.getByRole("button", { name: "Done" }).click();

    const button = rows(page).getByRole("button", { name: "Test now Production" });
    await expect(button).toBeVisible();
    await page.getByRole("button", { name: "Last reading of Production" }).click();
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
    await page.getByRole("button", { name: "Last reading of Production" }).click();
    await expect(steps(page).first()).toContainText("Done");
    await button.click();
    await expect(steps(page).first()).toHaveText(/Failed: Sign in with the keys.*rejected the keys/);
    await expect(steps(page).last()).toContainText("Skipped");
    await expect(button).toBeVisible();

    await page.getByRole("link", { name: "Deployments", exact: true }).first().click();
    await page.getByRole("link", { name: "payments-production" }).first().click();
    const notice = page.getByRole("region", { name: "No new data arrives" });
    await expect(notice).toContainText(/Production has brought no data since .* ago\..*rejected the keys/);
    await page.getByRole("button", { name: /^Reported by.*failing$/ }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Redis Cloud" })).toContainText(
      /No data since .*rejected the keys/,
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
