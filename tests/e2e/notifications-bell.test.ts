import { notificationKey } from "@shardwatch/core/notification/notification.keys";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { openAs } from "./place.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterEach(async () => {
  product.api.open();
  await product.api.start();
});
test.afterAll(() => product.stop());

const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

const idOf = (number: number) => `ntf_${String(number).padStart(26, "0")}`;

/** Adds notifications to the account, numbered from `first`. */
async function notify(
  page: Page,
  { first = 1, count = 1, read = false },
  content: object = {},
): Promise<void> {
  const me = await page.request.post(`${product.apiUrl}/me`, { headers: { origin: product.webUrl } });
  const { id: account } = (await me.json()) as { id: string };
  for (let number = first; number < first + count; number += 1) {
    const id = idOf(number);
    const texts = { title: `Title ${number}`, message: `Message ${number}`, ...content };
    const row = { id, type: "SOMETHING_NEW", ...texts, read, createdAt: 1_700_000_000_000 };
    await product.services.table.put({ ...notificationKey(account, id), ...row });
  }
}

async function openList(page: Page, email: string): Promise<void> {
  await openAs(page, email, "/deployments", product);
  await expect(page.getByRole("heading", { level: 1, name: "Deployments" })).toBeVisible();
}

test("NTF03 NTF08 without notifications there is no badge, and the list says so", async ({ page }) => {
  const loaded = page.waitForResponse((answer) => answer.url().startsWith(`${product.apiUrl}/notifications`));
  await openList(page, "nothing.new@example.com");
  expect((await loaded).status()).toBe(200);
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await expect(bell(page)).toHaveText("");
  await bell(page).click();
  await expect(panel(page)).toContainText("No new notifications");
  await expectAccessible(page, "no notifications");
});

test("LAY04 NTF01 NTF02 NTF07 NTF09 NTF20 LAY20 the bell tells how many are unread, and opens their list by keyboard", async ({
  page,
}) => {
  await openList(page, "some.news@example.com");
  await notify(page, { first: 1, read: true });
  await notify(page, { first: 2, count: 3 });
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName("Notifications, 3 unread");
  await expect(bell(page)).toHaveText("3");
  await bell(page).focus();
  await page.keyboard.press("Enter");
  const items = panel(page).getByRole("listitem");
  await expect(items).toHaveCount(4);
  await expect(items.first()).toContainText("Title 4");
  await expect(items.first()).toContainText("Message 4");
  await expect(items.filter({ has: page.getByText("New", { exact: true }) })).toHaveCount(3);
  await expect(items.last()).not.toContainText("New");
  await expectAccessible(page, "notifications");
  for (let steps = 0; steps < 8; steps += 1) {
    await page.keyboard.press("Tab");
    const inside = "document.activeElement === document.body || !!document.activeElement.closest('dialog')";
    expect(await page.evaluate(inside)).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(bell(page)).toBeFocused();
});

test("Q23 a count past 99 is 99+ for the eye and the whole number for the ear; opening the list asks again, and so does a minute; fifty are shown at a time", async ({
  page,
}) => {
  await page.clock.install();
  await openList(page, "many.news@example.com");
  await notify(page, { count: 99 });
  await page.clock.fastForward(61_000);
  await expect(bell(page)).toHaveText("99");
  await notify(page, { first: 100 });
  await bell(page).click();
  await expect(panel(page).getByRole("listitem")).toHaveCount(50);
  await panel(page).getByRole("button", { name: "Show more" }).click();
  await expect(panel(page).getByRole("listitem")).toHaveCount(100);
  await expect(panel(page).getByRole("button", { name: "Show more" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(bell(page)).toHaveText("99+");
  await expect(bell(page)).toHaveAccessibleName("Notifications, 100 unread");
});

test("NTF04 NTF05 NTF06 NTF10 NTF11 NTF12 NTF14 pressing an item marks it as read, deleting takes it away, both at once and for good", async ({
  page,
}) => {
  await openList(page, "busy.bell@example.com");
  await notify(page, {}, { type: "INVITATION", title: "Invitation to Acme" });
  const deletion = { type: "DEPLOYMENT_DELETED", title: "Deployment deleted" };
  await notify(page, { first: 2 }, { ...deletion, reasonMessage: "Ada Lovelace deleted it." });
  await notify(page, { first: 3 }, deletion);
  await notify(page, { first: 4, count: 2 });
  await page.reload();
  await bell(page).click();
  const items = panel(page).getByRole("listitem");
  await expect(items).toHaveCount(5);
  await expect(items.nth(3)).toContainText("Reason Ada Lovelace deleted it.");
  await expect(items.nth(2)).not.toContainText("Reason");

  const marking = product.api.hold(`PATCH /notifications/${idOf(5)}/read`);
  await items.first().getByRole("button", { name: "Title 5", exact: true }).click();
  await marking.arrived;
  await expect(items.first()).not.toContainText("New");
  await expect(bell(page)).toHaveText("4");
  marking.release();
  await items.first().getByRole("button", { name: "Title 5", exact: true }).click();
  await expect(bell(page)).toHaveText("4");
  const deleting = product.api.hold(`DELETE /notifications/${idOf(4)}`);
  await items.nth(1).getByRole("button", { name: "Delete notification: Title 4" }).click();
  await deleting.arrived;
  await expect(items).toHaveCount(4);
  await expect(bell(page)).toHaveText("3");
  deleting.release();
  await expect(items.nth(1).getByRole("button", { name: /^Delete/ })).toBeFocused();
  await items
    .first()
    .getByRole("button", { name: /^Delete/ })
    .click();
  await expect(bell(page)).toHaveText("3");
  await expectAccessible(page, "notifications of every kind");
  await items.last().getByRole("link", { name: "Invitation to Acme" }).click();
  await expect(page).toHaveURL(`${product.webUrl}/profile/organization`);
  await expect(panel(page)).toHaveCount(0);
  await expect(bell(page)).toHaveText("2");
  await page.reload();
  await bell(page).click();
  await expect(items).toHaveCount(3);
  const marked = page.waitForResponse(
    (answer) =>
      answer.url() === `${product.apiUrl}/notifications/read` && answer.request().method() === "PATCH",
  );
  await panel(page).getByRole("button", { name: "Mark all read" }).click();
  await expect(bell(page)).toHaveText("");
  await marked;
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName("Notifications");
});

test(
  "NTF04 the notification of an invitation that is open no more says so, is read, and leads nowhere",
  { tag: "@all" },
  async ({ page }) => {
    await openList(page, "too.late@example.com");
    const content = { type: "INVITATION", title: "Invitation to Acme", invitationId: "inv_withdrawn" };
    await notify(page, {}, content);
    await page.reload();
    await bell(page).click();
    const item = panel(page).getByRole("listitem");
    await expect(item).toContainText("This invitation was cancelled.");
    await expect(item).not.toContainText("New");
    await expect(item.getByRole("link")).toHaveCount(0);
    await expect(bell(page)).toHaveText("");
  },
);

test("NTF13 NTF15 ERR13 ERR14 what cannot be marked or deleted is as it was, at its place, and the list says what failed", async ({
  page,
}) => {
  await openList(page, "failing.bell@example.com");
  await notify(page, { count: 3 });
  await page.reload();
  await bell(page).click();
  const items = panel(page).getByRole("listitem");
  await expect(items).toHaveCount(3);
  // The calls are held before the API stops, so that the screen is visible before they fail.
  const marking = product.api.hold(`PATCH /notifications/${idOf(2)}/read`);
  await items.nth(1).getByRole("button", { name: "Title 2", exact: true }).click();
  await marking.arrived;
  await expect(items.nth(1)).not.toContainText("New");
  await expect(bell(page)).toHaveText("2");
  await product.api.stop();
  await expect(panel(page).getByRole("alert")).toContainText("Failed to mark notification as read");
  await expect(items.nth(1)).toContainText("New");
  await expect(bell(page)).toHaveText("3");
  product.api.open();
  await product.api.start();
  const deleting = product.api.hold(`DELETE /notifications/${idOf(2)}`);
  await items
    .nth(1)
    .getByRole("button", { name: /^Delete/ })
    .click();
  await deleting.arrived;
  await expect(items).toHaveCount(2);
  await expect(items.filter({ hasText: "Title 2" })).toHaveCount(0);
  await expect(bell(page)).toHaveText("2");
  await product.api.stop();
  await expect(panel(page).getByRole("alert")).toContainText("Failed to delete notification");
  await expect(items).toHaveCount(3);
  await expect(items.nth(1)).toContainText("Title 2");
  await expect(bell(page)).toHaveText("3");
  await expectAccessible(page, "notification not deleted");
});

test("NTF16 ERR12 notifications that cannot be loaded are told in the list, and stand in nobody's way", async ({
  page,
}) => {
  const asking = product.api.hold("GET /notifications");
  await openList(page, "viewer@example.com");
  await asking.arrived;
  await expect(page.getByRole("link", { name: "orders-cache" })).toBeVisible();
  await product.api.stop();
  await bell(page).click();
  const failed = panel(page).getByRole("alert").filter({ hasText: "Failed to load notifications" });
  await expect(failed).toBeVisible();
  await expectAccessible(page, "notifications failed");
  product.api.open();
  await product.api.start();
  await panel(page).getByRole("button", { name: "Retry" }).click();
  await expect(panel(page)).toContainText("No new notifications");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "orders-cache" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "orders-cache" })).toBeVisible();
});
