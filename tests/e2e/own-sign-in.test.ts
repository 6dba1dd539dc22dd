import { expect, type Page, test } from "@playwright/test";
import { firstLink, linkFor } from "@shardwatch/core/own-sign-in/links";
import { plugIn } from "../support/virtual-authenticator.ts";
import { expectAccessible } from "./axe.ts";
import { scrollsSideways } from "./place.ts";
import { sentMails } from "./provider.ts";
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
  product.configure({ mailsLinks: false });
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
  await expect(heading(page, "Come back without a link")).toBeFocused();
  await picture(page, "add-passkey");
  await expectAccessible(page, "a passkey after a link");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  // They see all organizations, so the page has to be that of their own.
  await page.getByRole("link", { name: "Set up the agent" }).click();
  await expect(page).toHaveURL(/\/integrations\/add\?kind=agent&org=org_/);
  await expect(page.getByLabel("API key name")).toBeVisible();

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

/** Signs the first person in, on the page with the members and invitations. */
async function arriveAsFirst(page: Page): Promise<void> {
  await page.goto((await firstLink(product.services)).url);
  await page.getByLabel("Your email").fill("ada@example.com");
  await enter(page);
  await expect(page).toHaveURL(/\/integrations\/add/);
  await page.goto(`${product.webUrl}/profile/organization`);
  // A super admin sees all organizations at first.
  await page.getByRole("link", { name: "Show Our organization" }).click();
}

const invitationLink = (page: Page) => page.getByLabel("Invitation link", { exact: true });

/** Invites somebody, and returns the link that is shown. */
async function invite(page: Page, email: string): Promise<string> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("group", { name: `The link for ${email}` })).toBeVisible();
  return await invitationLink(page).inputValue();
}

test(
  "SCR13 AMD24 somebody who never signed in is invited by a link and joins by it; sending again ends the former one",
  { tag: "@all" },
  async ({ page, browser }) => {
    await arriveAsFirst(page);
    await picture(page, "invite");
    const former = await invite(page, "bob@example.com");
    expect(former).toMatch(/\/invitation#[\w-]{43}$/);
    await expect(invitationLink(page)).toBeFocused();
    // The message of the success is in the lowest hundred pixels of 720. It covers nothing of the link.
    const shown = await page.getByRole("group", { name: "The link for bob@example.com" }).boundingBox();
    expect((shown?.y ?? Infinity) + (shown?.height ?? 0)).toBeLessThan(620);
    const sent = page.getByRole("row").filter({ hasText: "bob@example.com" });
    await expect(sent).toContainText(/Link ends in (6 days|1 week)/);
    await expectAccessible(page, "the link of an invitation");
    await picture(page, "invited");
    await page.getByRole("button", { name: "Actions for the invitation to bob@example.com" }).click();
    await expect(page.getByRole("menuitem")).toHaveText(["Send again", "Cancel invitation"]);
    await page.getByRole("menuitem", { name: "Send again" }).click();
    await expect(invitationLink(page)).not.toHaveValue(former);
    await expect(invitationLink(page)).toBeFocused();
    const link = await invitationLink(page).inputValue();

    const guest = await (await browser.newContext()).newPage();
    await guest.goto(former);
    await expect(heading(guest, "This link no longer works")).toBeVisible();
    await picture(guest, "invitation-ended");
    await guest.goto("about:blank");
    await guest.goto(link);
    await expect(heading(guest, "You're invited")).toBeVisible();
    // To open it uses nothing up.
    await guest.reload();
    await expect(guest.getByRole("main")).toContainText(
      "ada@example.com invites you to join Our organization as a viewer.",
    );
    await expect(guest.getByRole("main")).toContainText("The invitation is for bob@example.com.");
    await expectAccessible(guest, "invitation");
    await picture(guest, "invitation");
    await guest.getByRole("button", { name: "Join" }).click();
    await expect(heading(guest, "Come back without a link")).toBeVisible();
    await guest.getByRole("button", { name: "Not now" }).click();
    await expect(guest).toHaveURL(`${product.webUrl}/deployments`);

    await page.reload();
    await expect(page.getByRole("table", { name: "Members" })).toContainText("bob@example.comNot verified");
    await page.getByText("Not verified").hover();
    await expect(page.getByRole("tooltip")).toContainText("Anyone could have used the copied link");
    await expectAccessible(page, "a member whose email is not verified");
    await picture(page, "unverified");
    await expect(page.getByText("No pending invitations")).toBeVisible();
    const late = await (await browser.newContext()).newPage();
    await late.goto(link);
    await expect(heading(late, "This link was used already")).toBeVisible();
    await picture(late, "invitation-used");
    await late.context().close();
    await guest.context().close();
  },
);

test(
  "SCR13 an invitation opened by somebody who is signed in says so; joining by it signs them in anew",
  { tag: "@all" },
  async ({ page }) => {
    await arriveAsFirst(page);
    const link = await invite(page, "carol@example.com");
    await product.api.stop();
    await page.goto(link);
    await expect(page.getByRole("alert")).toContainText("Can't look at the link");
    await picture(page, "invitation-unreachable");
    await product.api.start();
    await page.getByRole("button", { name: "Retry" }).click();
    const main = page.getByRole("main");
    await expect(main).toContainText(
      "You're signed in as ada@example.com. Joining signs that account out here.",
    );
    await picture(page, "invitation-other");
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      await expect.poll(() => scrollsSideways(page), `${width} px`).toBe(false);
    }
    await page.getByRole("button", { name: "Join" }).click();
    // The data of the former person are loaded again. The link is not: it is used up.
    await page.getByRole("button", { name: "Not now" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/deployments`);
    await page.goto(`${product.webUrl}/profile/organization?invitation=inv_another`);
    await expect(page.getByText("first sign in by a link that proves it's yours")).toBeVisible();
    await page.goto("about:blank");
    await page.goto(link.slice(0, -5));
    await expect(heading(page, "This link isn't whole")).toBeVisible();
    await page.getByRole("link", { name: "Go to sign-in" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/deployments`);
  },
);

test(
  "AMD24 where links are mailed, the sign-in page mails one and says the same for every email",
  { tag: "@all" },
  async ({ page, browser }) => {
    const before = await (await browser.newContext()).newPage();
    await before.goto((await linkFor(product.services, "bob@example.com")).url);
    await enter(before);
    await expect(before).toHaveURL(`${product.webUrl}/deployments`);
    await before.context().close();
    await page.goto(product.webUrl);
    for (const email of ["nobody@example.com", "bob@example.com"]) {
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Email me a sign-in link" }).click();
      await expect(
        page.getByText("If this email has an account, a link is on its way. It works once, for 15 minutes."),
      ).toBeVisible();
    }
    await expectAccessible(page, "sign-in by a mailed link");
    await picture(page, "sign-in-mailed");
    await page.getByText("No email?").click();
    await expect(page.getByText("shardwatch-server link you@example.com", { exact: true })).toBeVisible();
    await picture(page, "sign-in-mailed-command");
    await expect
      .poll(async () => (await sentMails(product)).map(({ to }) => to))
      .toEqual(["bob@example.com"]);
    const [mail] = await sentMails(product);
    await page.goto(/http\S+\/sign-in#[\w-]{43}/.exec(mail?.text ?? "")?.[0] ?? "");
    await expect(page.getByText("As bob@example.com, in this browser.")).toBeVisible();
    await enter(page);
    await expect(page).toHaveURL(`${product.webUrl}/deployments`);
  },
);

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
