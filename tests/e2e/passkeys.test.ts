import { expect, type Page, test } from "@playwright/test";
import { createOwnIdentity } from "@shardwatch/core/own-sign-in/own-identity";
import { linkFor } from "@shardwatch/core/own-sign-in/links";
import { plugIn } from "../support/virtual-authenticator.ts";
import { expectAccessible } from "./axe.ts";
import { scrollsSideways } from "./place.ts";
import { problem } from "./profile.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
test.beforeEach(async () => {
  product = await startTestProduct({ moreSettings: async () => ({ SHARDWATCH_SIGN_IN: "links" }) });
});
test.afterEach(() => product.stop());

/** Sessions go by the same clock as the rest, which the test holds from now on. */
function holdTime(after = 0): void {
  const { services } = product;
  product.holdTime(Date.now() + after);
  services.identity = createOwnIdentity({ ...services, secure: false, passkeys: true });
}

/** Where pictures of the screens go. */
const shots = process.env["SHOTS"];
async function picture(page: Page, name: string): Promise<void> {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

/** Signs in by a new link, and opens the personal settings. */
async function openProfile(page: Page, email = "ada@example.com"): Promise<void> {
  const { url } = await linkFor(product.services, email);
  const answer = await page.request.post(`${product.apiUrl}/sign-in/link`, {
    headers: { origin: product.webUrl },
    data: { token: new URL(url).hash.slice(1) },
  });
  expect(answer.status()).toBe(200);
  await page.goto(`${product.webUrl}/profile/personal`);
  await expect(page.getByRole("heading", { level: 2, name: "Passkeys" })).toBeVisible();
}

const section = (page: Page) => page.getByRole("region", { name: "Passkeys" });
const rows = (page: Page) => section(page).getByRole("row");
const add = (page: Page) => section(page).getByRole("button", { name: "Add a passkey" });
const act = async (page: Page, name: string, action: string) => {
  await section(page)
    .getByRole("button", { name: `Actions for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
};
const rename = async (page: Page, name: string, to: string) => {
  await act(page, name, "Rename");
  await page.getByLabel("Name", { exact: true }).fill(to);
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(rows(page).filter({ hasText: to })).toHaveCount(1);
};

test("R27 passkeys are added, renamed and removed, and the last one stays", async ({ page }) => {
  const laptop = await plugIn(page);
  await openProfile(page);
  await expect(section(page)).toContainText("You have no passkeys. Links are your way in.");
  await picture(page, "passkeys-none");
  await expectAccessible(page, "no passkeys");

  await add(page).click();
  await expect(page.getByText("Passkey added")).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  expect(await laptop.passkeys()).toMatchObject([{ rpId: "localhost" }]);
  await expect(rows(page).nth(1)).toContainText(/^Chrome on \w+/);
  await rename(page, "Chrome on", "Laptop");
  await expect(section(page)).toContainText("you can't remove it");
  await section(page).getByRole("button", { name: "Actions for Laptop" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Rename"]);
  await page.keyboard.press("Escape");

  await add(page).click();
  await expect(section(page).getByRole("alert")).toHaveText("This device has a passkey of yours already.");
  await picture(page, "passkeys-known");
  await laptop.remove();
  await plugIn(page);
  await add(page).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(section(page)).not.toContainText("you can't remove it");
  await picture(page, "passkeys-two");
  await expectAccessible(page, "two passkeys");
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(add(page)).toBeVisible();
    await expect.poll(() => scrollsSideways(page), `${width} px`).toBe(false);
    await picture(page, `passkeys-${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await act(page, "Laptop", "Remove");
  const dialog = page.getByRole("dialog", { name: "Remove passkey" });
  await expect(dialog).toContainText("Laptop won't sign you in any more.");
  await picture(page, "passkeys-remove");
  await expectAccessible(page, "removing a passkey", "dialog");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText("Chrome on");
});

test(
  "R27 long after signing in a passkey signs the person in again, and then another one is added",
  { tag: "@all" },
  async ({ page }) => {
    holdTime();
    const first = await plugIn(page);
    await openProfile(page);
    await add(page).click();
    await expect(rows(page)).toHaveCount(2);

    holdTime(16 * 60_000);
    await add(page).click();
    await expect(section(page)).toContainText(
      "You signed in a while ago. Sign in again, then add the passkey.",
    );
    await picture(page, "passkeys-again");
    await expectAccessible(page, "signing in again");
    await section(page).getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByText("You're signed in again. Add the passkey now.")).toBeVisible();
    await expect(add(page)).toBeFocused();
    await expect(section(page)).not.toContainText("a while ago");
    await first.remove();
    await plugIn(page);
    await add(page).click();
    await expect(rows(page)).toHaveCount(3);
  },
);

test(
  "AMD21 without a passkey a new link is named as the way to add one; who cancels is told so",
  { tag: "@all" },
  async ({ page }) => {
    holdTime();
    await openProfile(page);
    await page.evaluate(
      `navigator.credentials.create = () => Promise.reject(new DOMException("no", "NotAllowedError"))`,
    );
    await add(page).click();
    await expect(section(page).getByRole("alert")).toHaveText(
      "No passkey was made. Try again when you're ready.",
    );
    holdTime(16 * 60_000);
    await add(page).click();
    await expect(section(page)).toContainText(
      "Open a new sign-in link in this browser, then add the passkey.",
    );
  },
);

test(
  "AMD21 while passkeys load, and when that fails, the section says so",
  { tag: "@all" },
  async ({ page }) => {
    await openProfile(page);
    await page.route("**/me/passkeys", (route) => route.abort());
    await page.reload();
    await expect(problem(page, "Failed to load passkeys")).toBeVisible();
    await picture(page, "passkeys-failing");
    await expectAccessible(page, "failing passkeys");
    await page.unroute("**/me/passkeys");
    await section(page).getByRole("button", { name: "Retry" }).click();
    await expect(add(page)).toBeVisible();
  },
);

test(
  "AMD21 where browsers make no passkeys, the section says why, and one of another host can be removed",
  { tag: "@all" },
  async ({ page }) => {
    await plugIn(page);
    await openProfile(page);
    await add(page).click();
    await expect(rows(page)).toHaveCount(2);
    product.services.settings.webOrigin = "http://shardwatch.example";
    product.configure({ ownSignIn: { passkeys: "plainHttp" } });
    await page.reload();
    await expect(section(page)).toContainText("Made for localhost, so it doesn't work here");
    await expect(section(page)).toContainText("Browsers allow passkeys at https addresses only");
    await expect(add(page)).toHaveCount(0);
    await picture(page, "passkeys-elsewhere");
    await expectAccessible(page, "passkeys of another host");
    await act(page, "Chrome on", "Remove");
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(section(page)).toContainText("You have no passkeys. Links are your way in.");
  },
);
