import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { openAs, scrollsSideways } from "./place.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

const open = (page: Page) => openAs(page, "admin@example.com", "/integrations/aws", product);
const table = (page: Page) => page.getByRole("table", { name: "ElastiCache integrations" });
const connect = (page: Page) => page.getByRole("button", { name: "Connect AWS account" });
const save = (page: Page) => page.getByRole("button", { name: "Save" });
const roleArn = "arn:aws:iam::111122223333:role/ShardwatchReadOnly";
const externalIdOf = (page: Page) => page.getByRole("figure", { name: "External ID" }).getByRole("code");

const externalIdField = (page: Page) => page.getByRole("textbox", { name: "External ID" });
const headers = () => ({ origin: product.webUrl });

/** Creates a role in the simulated account, as its console does. */
async function makeRole(page: Page, name: string, externalId: string, careless = false) {
  const form = { name, externalId, ...(careless && { open: "on" }) };
  const answer = await page.request.post(`${product.providerUrl}/aws/console/roles`, { form });
  expect(answer.ok()).toBe(true);
}

/** Connects the simulated account over the API, from the page with its external id. Returns that id. */
async function connectByApi(page: Page): Promise<string> {
  await open(page);
  await expect(externalIdOf(page)).toBeVisible();
  const externalId = (await externalIdOf(page).textContent()) ?? "";
  await makeRole(page, "ShardwatchReadOnly", externalId);
  const data = { roleArn, externalId };
  const answer = await page.request.post(`${product.apiUrl}/api/elasticache`, { headers: headers(), data });
  expect(answer.status()).toBe(201);
  return externalId;
}

async function disconnectByApi(page: Page): Promise<void> {
  const [integration] = await integrations(page);
  const address = `${product.apiUrl}/api/elasticache/${integration?.deploymentId}`;
  await page.request.delete(address, { headers: headers() });
}

test("ELC10 ELC11 ELC12 ELC13 ELC14 ELC15 ELC18 ELC20 ELC26 ELC27 ERR40 ONB06 from the link to CloudFormation to the caches of the account", async ({
  page,
  context,
}) => {
  await open(page);
  await expect(externalIdOf(page)).toHaveText(/^shardwatch-[0-9a-f]{40}$/);
  const externalId = (await externalIdOf(page).textContent()) ?? "";
  await page.reload();
  await expect(externalIdOf(page)).toHaveText(externalId);
  await expect(page.getByRole("figure", { name: "Trust policy" })).toContainText(externalId);
  await expect(page.getByRole("button", { name: "Copy Trust policy" })).toBeVisible();
  await expect(page.getByText("2,880 a month (about $0.03)")).toBeVisible();
  await expect(page.getByText("No AWS accounts yet")).toBeVisible();

  const link = page.getByRole("link", { name: /^Create the role with CloudFormation/ });
  const [console] = await Promise.all([context.waitForEvent("page"), link.click()]);
  expect(console.url()).toContain(`param_ExternalId=${externalId}`);
  expect(console.url()).toContain("param_VendorAccountId=123456789012");
  await console.getByRole("button", { name: "Create stack" }).click();
  await expect(console.getByText(roleArn)).toBeVisible();
  await console.close();

  await expect(page.getByLabel("Role ARN")).toHaveCount(0);
  await connect(page).click();
  await expect(page.getByLabel("Role ARN")).toBeFocused();
  await expect(externalIdField(page)).toHaveValue(externalId);
  await expect(save(page)).toBeDisabled();
  await page.getByLabel("Role ARN").fill("   ");
  await expect(save(page)).toBeDisabled();
  await page.getByLabel("Role ARN").fill(roleArn);
  await externalIdField(page).fill("  ");
  await expect(save(page)).toBeDisabled();
  await externalIdField(page).fill(externalId);
  await expectAccessible(page, "form");
  await save(page).click();
  const toast = page.getByText("ElastiCache credentials saved successfully!", { exact: true });
  await expect(toast).toBeVisible();
  await expect(toast).toHaveCount(0);
  await expect(page.getByLabel("Role ARN")).toHaveCount(0);

  const row = table(page).getByRole("row").nth(1);
  await expect(row).toContainText(roleArn);
  await expect(row).toContainText(/active4 caches/i);
  await expect(row.getByRole("button", { name: "Test now 111122223333" })).toBeVisible();
  const line = await row.getByText(roleArn).evaluate((cell) => cell.getClientRects().length);
  expect(line, "the ARN is on one line").toBe(1);
  await row.getByRole("button", { name: "Last sync of 111122223333" }).click();
  const details = table(page).getByRole("row").nth(2);
  await expect(details).toContainText(new RegExp(`Deployment ID\\s*dep_.*Role ARN\\s*${roleArn}`));
  await expectAccessible(page, "table");
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => scrollsSideways(page), `${width} px`).toBe(false);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("ElastiCache 111122223333");
  await expect(page.getByText("checkout-sessions").filter({ visible: true }).first()).toBeVisible();
  await disconnectByApi(page);
});

test(
  "DBS03 every cache of an account is a row of the databases with engine, version, node type and region, and a card on a phone",
  { tag: "@all" },
  async ({ page }) => {
    await connectByApi(page);
    await expect.poll(async () => (await integrations(page))[0]?.status).toBe("ok");

    const address = `${product.webUrl}/databases?source=elasticache`;
    await page.goto(address);
    const cache = (name: string) =>
      page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
    await expect(page.locator("[data-row-link]")).toHaveCount(4);
    const group = cache("checkout-sessions");
    await expect(group).toContainText(
      /ElastiCache 111122223333.*Redis 7\..*allkeys-lru.*eu-central-1.*cache\.r7g\.large/,
    );
    await expect(cache("catalog-cache")).toContainText(/Valkey 8\.1\.0.*eu-central-1.*cache\.t4g\.medium/);
    await expect(cache("legacy-queue")).toContainText(/Redis 6\.2\.6.*us-east-1.*cache\.t3\.micro/);
    await expect(cache("campaigns").getByTitle("ElastiCache reports no node type.")).toBeVisible();

    await page.setViewportSize({ width: 360, height: 740 });
    const card = page.getByRole("listitem").filter({ hasText: "checkout-sessions" });
    await expect(card).toContainText(/ElastiCache 111122223333/);
    await page.getByLabel("Sort by").selectOption("Memory, fullest first");
    await expect(page).toHaveURL(`${address}&sort=utilization&order=desc`);
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expectAccessible(page, "cards of databases");
    await disconnectByApi(page);
  },
);

test("ELC16 ELC17 ELC19 ELC21 ELC23 ELC25 ERR24 ERR25 ERR26 ERR41 a role that will not do is refused, another one is saved, and the account is disconnected", async ({
  page,
}) => {
  const externalId = await connectByApi(page);
  await page.reload();
  await connect(page).click();
  await page.getByLabel("Role ARN").fill("arn:aws:iam::111122223333:role/NotThere");
  await save(page).click();
  const problem = page.getByRole("form", { name: "Connect AWS account" }).getByRole("alert");
  await expect(problem).toContainText("Failed to create ElastiCache integration");
  await expect(problem).toContainText("Access denied when assuming the role.");
  await expect(page.getByRole("form").getByText(/^Request \S{8,}$/)).toBeVisible();
  await expect(page.getByLabel("Role ARN")).toHaveValue("arn:aws:iam::111122223333:role/NotThere");
  await page.getByRole("button", { name: "Cancel" }).click();

  const row = table(page).getByRole("row").nth(1);
  await row.getByRole("button", { name: /^Edit/ }).click();
  await expect(page.getByLabel("Role ARN")).toHaveValue(roleArn);
  await makeRole(page, "Careless", externalId, true);
  await page.getByLabel("Role ARN").fill("arn:aws:iam::111122223333:role/Careless");
  await save(page).click();
  const refused = page.getByRole("form", { name: "Edit AWS account" }).getByRole("alert");
  await expect(refused).toContainText("Failed to update ElastiCache integration");
  await expect(refused).toContainText("Its trust policy must require it.");
  await makeRole(page, "Careful", externalId);
  await page.getByLabel("Role ARN").fill("arn:aws:iam::111122223333:role/Careful");
  await save(page).click();
  await expect(
    page.getByText("ElastiCache credentials updated successfully!", { exact: true }),
  ).toBeVisible();
  await expect(row).toContainText("role/Careful");
  await expect(row).toContainText(/active/i);

  await page.request.post(`${product.providerUrl}/aws/console/roles/delete`, {
    form: { arn: "arn:aws:iam::111122223333:role/Careful" },
  });
  const [integration] = await integrations(page);
  const organizationId = product.people.organization;
  // The account is read again when its next turn has come.
  product.holdTime(product.services.clock.now() + 300_000);
  await product.services.queue.send([
    {
      kind: "syncIntegration",
      source: "elasticache",
      organizationId,
      integrationId: integration?.deploymentId ?? "",
    },
  ]);
  await expect.poll(async () => (await integrations(page))[0]?.status).toBe("denied");
  await page.reload();
  await expect(row).toContainText("We can no longer assume the role.");

  await row.getByRole("button", { name: /^Delete/ }).click();
  const dialog = page.getByRole("dialog", { name: "Delete ElastiCache integration" });
  await expect(dialog).toContainText("with 4 caches will be removed");
  await product.api.stop();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog).toContainText("Failed to delete ElastiCache integration");
  await product.api.start();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No AWS accounts yet")).toBeVisible();
});

async function integrations(page: Page) {
  const answer = await page.request.get(`${product.apiUrl}/api/elasticache`);
  return ((await answer.json()) as { integrations: { deploymentId: string; status: string }[] }).integrations;
}

test("ERR27 ELC03 when the list cannot be loaded that is said, and it can be tried again", async ({
  page,
}) => {
  await open(page);
  await expect(page.getByText("No AWS accounts yet")).toBeVisible();
  product.services.settings.elastiCache = false;
  await page.reload();
  await expect(page.getByText("Failed to load ElastiCache integrations", { exact: true })).toBeVisible();
  product.services.settings.elastiCache = true;
  await page.getByRole("button", { name: "Retry" }).first().click();
  await expect(page.getByText("Failed to load ElastiCache integrations")).toHaveCount(0);
});
