import { expect, type Page, test } from "@playwright/test";
import { firstLink, linkFor } from "@shardwatch/core/own-sign-in/links";
import { plugIn } from "../support/virtual-authenticator.ts";
import { expectAccessible } from "./axe.ts";
import { scrollsSideways } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
test.beforeEach(async () => {
  product = await startTestProduct({ moreSettings: async () => ({ SHARDWATCH_SIGN_IN: "links" }) });
});
test.afterEach(() => product.stop());

/** Where pictures of the screens go, for a person who looks at them. */
const shots = process.env["SHOTS"];
async function picture(page: Page, name: string): Promise<void> {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

/** Presses the button of a link, and leaves the passkey for later. */
async function enter(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Not now" }).click();
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("SLF10 AMD21 the first link leads to a passkey and the first source; the passkey signs in, and a second press finds the link used", async ({
  page,
}) => {
  const device = await plugIn(page);
  const { url } = await firstLink(product.services);
  await page.goto(product.webUrl);
  await expect(page.getByText("shardwatch-server link you@example.com", { exact: true })).toBeVisible();
  await picture(page, "sign-in");
  await expectAccessible(page, "sign-in");

  await page.goto(url);
  await expect(heading(page, "Welcome to Shardwatch")).toBeVisible();
  await picture(page, "first-link");
  await expectAccessible(page, "first link");
  await page.getByLabel("Your email").fill("ada@example.com");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(heading(page, "Come back without a link")).toBeVisible();
  await picture(page, "add-passkey");
  await expectAccessible(page, "a passkey after a link");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page).toHaveURL(/\/integrations\/add/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await page.context().clearCookies();
  await page.goto("about:blank");
  await page.goto(`${product.webUrl}/incidents`);
  await page.getByRole("link", { name: "Sign back in" }).click();
  await picture(page, "sign-in-passkey");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(`${product.webUrl}/incidents`);
  expect(await device.passkeys()).toMatchObject([{ rpId: "localhost" }]);

  await page.context().clearCookies();
  await page.goto("about:blank");
  await page.goto(url);
  await expect(heading(page, "This link was used already")).toBeVisible();
  await picture(page, "used-link");
  await expectAccessible(page, "used link");
});

test(
  "AMD21 a link says whom it signs in, comes back after a reload, and leaves its secret in no request's address",
  { tag: "@all" },
  async ({ page }) => {
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url(), request.headers()["referer"] ?? ""));
    const { url } = await linkFor(product.services, "bob@example.com");
    const token = new URL(url).hash.slice(1);
    await page.goto(url);
    await expect(page.getByText("As bob@example.com, in this browser.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("As bob@example.com, in this browser.")).toBeVisible();
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      await expect.poll(() => scrollsSideways(page), `${width} px`).toBe(false);
      await picture(page, `link-${width}`);
    }
    await enter(page);
    await expect(page).toHaveURL(`${product.webUrl}/deployments`);
    expect(addresses.filter((address) => address.includes(token))).toEqual([]);
    expect(page.url()).not.toContain(token);
  },
);

test("AMD21 half a link, and an unreachable API, are said", { tag: "@all" }, async ({ page }) => {
  const { url } = await linkFor(product.services, "bob@example.com");
  await page.goto(url.slice(0, -5));
  await expect(heading(page, "This link isn't whole")).toBeVisible();
  await product.api.stop();
  await page.goto("about:blank");
  await page.goto(url);
  await expect(page.getByRole("alert")).toContainText("Can't look at the link");
  await product.api.start();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("As bob@example.com, in this browser.")).toBeVisible();
});

test(
  "SLF10 where no passkey can be, the sign-in says why, and links serve",
  { tag: "@all" },
  async ({ page }) => {
    for (const [passkeys, text] of [
      ["plainHttp", "Browsers allow passkeys at https addresses only"],
      ["ipAddress", "Browsers allow no passkeys at an IP address"],
    ] as const) {
      product.configure({ ownSignIn: { passkeys } });
      await page.goto(product.webUrl);
      await expect(page.getByText(text)).toBeVisible();
    }
  },
);

test(
  "AMD21 a super admin makes a link for somebody who has lost their passkeys, which is shown once",
  { tag: "@all" },
  async ({ page }) => {
    await page.goto((await firstLink(product.services)).url);
    await page.getByLabel("Your email").fill("ada@example.com");
    await enter(page);
    await expect(page).toHaveURL(/\/integrations\/add/);
    await page.goto(`${product.webUrl}/admin/accounts`);
    await page.getByRole("button", { name: "Actions for ada@example.com" }).click();
    await page.getByRole("menuitem", { name: "Sign-in link" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign-in link" });
    await picture(page, "ask-for-link");
    await dialog.getByRole("button", { name: "Make link" }).click();
    await expect(dialog.getByLabel("Link", { exact: true })).toHaveValue(/\/sign-in#[\w-]{43}$/);
    await picture(page, "made-link");
    await expectAccessible(page, "made link", "dialog");
    const made = await dialog.getByLabel("Link", { exact: true }).inputValue();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toHaveCount(0);
    await page.context().clearCookies();
    await page.goto("about:blank");
    await page.goto(made);
    await enter(page);
    await expect(page).toHaveURL(`${product.webUrl}/admin`);
  },
);
