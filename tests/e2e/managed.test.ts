import { expect, type Locator, type Page, test } from "@playwright/test";
import { change } from "@shardwatch/core/account/administer";
import { signInAccount } from "@shardwatch/core/account/sign-in";
import { elastiCache } from "@shardwatch/core/elasticache/kind";
import { connectUnscheduled } from "@shardwatch/core/integration/unscheduled";
import { newId } from "@shardwatch/core/kit/ids";
import type { Attempt } from "@shardwatch/core/access/file-entry";
import { keepManagedChannels } from "@shardwatch/core/channel/managed";
import { keepManagedSilences } from "@shardwatch/core/incident/silences/managed";
import { Secret } from "@shardwatch/core/kit/secret";
import { hour } from "@shardwatch/core/kit/time";
import { keepManagedViews } from "@shardwatch/core/view/managed";
import { applyKeys } from "@shardwatch/core/managed/apply";
import { storedEntries } from "@shardwatch/core/organization/managed";
import { credentialsOf, seal } from "@shardwatch/core/redis-cloud/credentials";
import { redisCloud } from "@shardwatch/core/redis-cloud/kind";
import { identityOf, viewerEmail } from "@shardwatch/local/seed/people";
import { entry, makeKey, makeToken } from "../support/managed.ts";
import { expectAccessible } from "./axe.ts";
import { openAs } from "./place.ts";
import { editButton, field } from "./profile.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

/*
 * An organization of the configuration file, as its admin sees it.
 */

const reason = "The server's configuration file manages this. Change it there.";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
  product.configure({ features: { elasticache: true } });
  const { services, people } = product;
  const key = { ...makeKey(product), name: "Payments cluster" };
  const { token } = makeToken(product, { name: "Dashboards", scopes: ["metrics"] });
  await applyKeys(services, [entry("payments", { name: "Payments", agentKeys: [key], tokens: [token] })]);
  const [payments] = await storedEntries(services);
  if (!payments) throw new Error("the file has one organization");
  await connectAccounts(payments.organization);
  await makeObjects(payments.organization);
  const account = { organizationId: payments.organization, roles: ["ORG_ADMIN" as const] };
  const { id } = await signInAccount(services, identityOf(viewerEmail));
  await change(people.superAdmin, id, account);
});
test.afterAll(() => product.stop());

/** A Redis Cloud account and an AWS account of the file. No simulator is asked for them here. */
async function connectAccounts(organization: Parameters<typeof redisCloud.put>[0]): Promise<void> {
  const { services } = product;
  const [createdAt, random] = [services.clock.now(), services.random.bytes(16)];
  const common = { createdAt, createdBy: "file", managedBy: "file", status: "ok" } as const;
  const id = newId("redisCloud", createdAt, random);
  const sealed = await seal(services, id, credentialsOf({ apiKey: "demo", apiSecret: "demo" }));
  const cloud = { ...common, id, name: "production", accountId: "7", sealed };
  await connectUnscheduled(services, redisCloud, organization, cloud);
  const roleArn = "arn:aws:iam::444455556666:role/Shardwatch";
  const aws = { ...common, id: newId("deployment", createdAt, random), roleArn, externalId: "shardwatch-1" };
  await connectUnscheduled(services, elastiCache, organization, aws);
}

/** A channel, a silence and a view of the file. */
async function makeObjects(organizationId: string): Promise<void> {
  const { services } = product;
  const ctx = { ...services, actor: { kind: "file", organizationId }, requestId: "a test" } as const;
  const attempt: Attempt = (_, work) => work();
  const credential = new Secret("https://hooks.example.com/in/0123456789abcd");
  const webhook = {
    kind: "webhook",
    name: "On call",
    credential,
    place: undefined,
    secret: undefined,
  } as const;
  await keepManagedChannels(ctx, [{ ...webhook, minimum: "warning", on: true }], attempt);
  const until = services.clock.now() + hour;
  const scope = { kind: "rule", rule: "unwell" } as const;
  await keepManagedSilences(ctx, [{ scope, reason: "Maintenance", until, confirm: false }], attempt);
  const view = { name: "Payments", list: "deployments", filter: "", sort: null, columns: null } as const;
  await keepManagedViews(ctx, [{ ...view }], attempt);
}

const openTab = (page: Page, tab: string) => openAs(page, viewerEmail, `/integrations/${tab}`, product);
const badge = (page: Page) => page.getByText("Managed by file");

/** Expects a button that says why it can't be pressed. */
async function expectClosed(button: Locator): Promise<void> {
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(button).toHaveAccessibleDescription(reason);
}

test(
  "SLF03 configuration file: a key of it has a badge with the reason, and its buttons are closed",
  { tag: "@all" },
  async ({ page }) => {
    await openTab(page, "agent-keys");
    await expect(badge(page)).toBeVisible();
    await expect(page.getByText("by file", { exact: true })).toBeVisible();
    for (const name of ["Rotate Payments cluster", "Revoke Payments cluster"])
      await expectClosed(page.getByRole("button", { name }));
    await page.getByRole("button", { name: "Revoke Payments cluster" }).click({ force: true });
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await badge(page).hover();
    await expect(page.getByRole("tooltip")).toHaveText(reason);
    await expectAccessible(page, "an agent key of the configuration file");
  },
);

test(
  "OUT01 SLF03 configuration file: a token of it has the badge, and nothing to change it",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, viewerEmail, "/profile/programs", product);
    await expect(badge(page)).toBeVisible();
    await page.getByRole("button", { name: "Actions for Dashboards" }).click();
    await expect(page.getByRole("menuitem")).toHaveText(["Copy ID"]);
    await page.keyboard.press("Escape");
    await expectAccessible(page, "an API token of the configuration file");
  },
);

test(
  "SLF03 configuration file: accounts of it can be read now, and neither changed nor deleted",
  { tag: "@all" },
  async ({ page }) => {
    await openTab(page, "redis-cloud");
    await expect(badge(page)).toBeVisible();
    await expectClosed(page.getByRole("button", { name: "Delete production" }));
    await expect(page.getByRole("button", { name: "Test now production" })).not.toHaveAttribute(
      "aria-disabled",
    );
    await openTab(page, "aws");
    await expect(badge(page)).toBeVisible();
    for (const verb of ["Edit", "Delete"])
      await expectClosed(page.getByRole("button", { name: `${verb} 444455556666` }));
  },
);

test(
  "SLF03 configuration file: the organization keeps its name, and people change the rest",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, viewerEmail, "/profile/organization", product);
    await expect(badge(page)).toBeVisible();
    await editButton(page).click();
    await expect(field(page, "Name")).toHaveAttribute("readonly");
    await expect(field(page, "Name")).toHaveAccessibleDescription(reason);
    await field(page, "Description").fill("Those who take money");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Those who take money")).toBeVisible();
  },
);

test(
  "SLF03 configuration file: super admins see the badge, and no way to delete the organization",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "super@example.com", "/admin/organizations", product);
    await expect(badge(page)).toBeVisible();
    await page.getByRole("button", { name: "Actions for Payments" }).click();
    await expect(page.getByRole("menuitem", { name: "Edit" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Delete" })).toHaveCount(0);
  },
);

test(
  "RUL09 SLF03 configuration file: a channel can be tested, and nobody changes it, a silence or a view",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, viewerEmail, "/profile/notifications", product);
    await expect(badge(page)).toBeVisible();
    await page.getByRole("button", { name: "Actions for On call" }).click();
    await expect(page.getByRole("menuitem")).toHaveText(["Send a test"]);
    await page.keyboard.press("Escape");
    await page.goto(`${product.webUrl}/incidents?state=silenced`);
    await expect(page.getByText("– Configuration file")).toBeVisible();
    await expectClosed(page.getByRole("button", { name: /^End now/ }));
    await page.goto(`${product.webUrl}/deployments`);
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Payments" }).click();
    await page.getByRole("button", { name: "View", exact: true }).click();
    await expect(page.getByRole("menuitem", { name: "Save as new view" })).toBeVisible();
    for (const name of ["Rename view", "Delete view"])
      await expect(page.getByRole("menuitem", { name })).toHaveCount(0);
  },
);
