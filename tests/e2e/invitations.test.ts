import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { answered, arrive, openAs, scrollsSideways } from "./place.ts";
import { field, problem, said, whoAmI } from "./profile.ts";
import { activationLink } from "./provider.ts";
import { fillIn, send, values } from "./signup.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterEach(async () => {
  product.api.open();
  await product.api.start();
});
test.afterAll(() => product.stop());

const sendButton = (page: Page) => page.getByRole("button", { name: "Send invitation" });
const banner = (page: Page) => page.getByRole("region", { name: "Pending invitations" }).first();
const sentTo = (page: Page, email: string) => page.getByRole("row").filter({ hasText: email });
/** Opens the menu of a sent invitation, and chooses an action. */
async function choose(page: Page, email: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for the invitation to ${email}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}
const errorToast = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

/** Invites a person who has signed in before, as the demo's admin. */
async function inviteByApi(page: Page, email: string): Promise<void> {
  const headers = { origin: product.webUrl };
  const answer = await page.request.post(`${product.apiUrl}/invitations`, {
    headers,
    data: { inviteeEmail: email },
  });
  expect(answer.status()).toBe(201);
}

test("ORG12 ORG13 ORG14 ORG15 ORG16 ORG17 ORG24 ORG25 ERR33 ERR38 AMD24 INV01 INV03 INV09 INV12 INV16 INV19 INV20 INV23 PRF02 OPS10 an admin invites somebody, who accepts and brings their keys along", async ({
  page,
  browser,
}) => {
  const email = "mia.wong@example.com";
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openAs(page, "admin@example.com", "/profile/organization", product);
  await expect(sentTo(page, "solo@example.com")).toContainText("Marco Reyes");
  await expect(field(page, "Email")).toHaveAttribute("type", "email");
  await expect(field(page, "Email")).toHaveAccessibleDescription(/signed in to Shardwatch at least once/);
  const copySignUp = page.getByRole("button", { name: "Copy sign-up address" });
  await expect(copySignUp).toHaveCount(1);
  await sendButton(page).click();
  await expect(field(page, "Email")).toHaveAccessibleDescription(/Email is required/);
  await field(page, "Email").fill("mia");
  await page.keyboard.press("Enter");
  await expect(field(page, "Email")).toHaveAccessibleDescription(/must be an email address/);
  await field(page, "Email").fill("");
  await field(page, "Email").pressSequentially(`  ${email}  `);
  const asked = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/invitations"),
  );
  await sendButton(page).click();
  expect((await asked).postDataJSON()).toEqual({ inviteeEmail: email, role: "VIEWER" });
  await expect(problem(page, "Failed to send invitation")).toContainText(
    "No one with this email has signed in",
  );
  await problem(page, "Failed to send invitation").filter({ has: copySignUp }).waitFor();
  await copySignUp.click();
  await expect(said(page, "Sign-up address copied")).toBeVisible();
  expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(`${product.webUrl}/signup`);
  await expectAccessible(page, "invitation refused");

  const guest = await (await browser.newContext()).newPage();
  await openAs(guest, email, "/deployments", product);
  const created = await guest.request.post(`${product.apiUrl}/access-key`, {
    headers: { origin: product.webUrl },
    data: { name: "Mia agent" },
  });
  expect(created.status()).toBe(201);
  await sendButton(page).click();
  await expect(said(page, "Invitation sent successfully!")).toBeVisible();
  await expect(field(page, "Email")).toHaveValue("");
  await expect(sentTo(page, email)).toContainText("Mia Wong");
  await expectAccessible(page, "invitation sent");

  await guest.goto(`${product.webUrl}/profile/personal`);
  await expect(guest.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible();
  await expect(banner(guest)).toContainText("Marco Reyes (admin@example.com) invited you to join Acme Data");
  await expect(banner(guest)).toContainText(
    "You'll leave Mia's organization and become a viewer in Acme Data.",
  );
  await expect(banner(guest)).toContainText("Moves with you");
  await expect(banner(guest)).toContainText("1 agent key: Mia agent");
  await expectAccessible(guest, "invitation received");
  await banner(guest)
    .getByRole("button", { name: /^Accept/ })
    .click();
  await expect(guest).toHaveURL(/\/invitation\/success\?inviter=Marco\+Reyes&invitation=inv_\w+$/);
  await expect(guest.getByRole("main")).toContainText("Moved with you");
  await expect(guest.getByRole("main")).toContainText("1 agent key: Mia agent");
  await guest.reload();
  await expect(guest.getByRole("main")).toContainText("1 agent key: Mia agent");
  await expectAccessible(guest, "what moved");
  await guest.getByRole("link", { name: "Continue to Deployments" }).click();
  await expect(guest.getByRole("link", { name: "orders-cache" })).toBeVisible();
  await guest.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sources" }).click();
  await guest.getByRole("link", { name: "Agent Keys" }).click();
  await expect(guest.getByRole("button", { name: "Revoke Mia agent" })).toBeVisible();
  await guest.goto(`${product.webUrl}/profile/organization`);
  await expect(guest.getByRole("main")).toContainText("Acme Data");
  await expect(banner(guest)).toHaveCount(0);
  await expect(sendButton(guest)).toHaveCount(0);
  expect(await whoAmI(guest, product)).toMatchObject({
    roles: ["VIEWER"],
    organization: { name: "Acme Data" },
  });
  await page.reload();
  await expect(page.getByRole("table", { name: "Members" })).toContainText(email);
  await expect(page.getByRole("table", { name: "Pending invitations" })).not.toContainText(email);
  await guest.context().close();
});

test("INV02 INV17 ERR34 ERR35 Q28 declining changes nothing, and what fails is told with its reason", async ({
  page,
  browser,
}) => {
  const admin = await (await browser.newContext()).newPage();
  await arrive(admin, "admin@example.com", product);
  const globex = await (await browser.newContext()).newPage();
  await arrive(globex, "globex@example.com", product);
  await openAs(page, "ruth.klein@example.com", "/deployments", product);
  await inviteByApi(admin, "ruth.klein@example.com");
  await inviteByApi(globex, "admin@example.com");

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${product.webUrl}/profile/personal`);
  await expect(banner(page)).toBeVisible();
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await product.api.stop();
  await banner(page)
    .getByRole("button", { name: /^Decline/ })
    .click();
  await expect(errorToast(page, "Failed to reject invitation")).toBeVisible();
  await banner(page)
    .getByRole("button", { name: /^Accept/ })
    .click();
  await expect(errorToast(page, "Failed to accept invitation")).toBeVisible();
  await product.api.start();
  await banner(page)
    .getByRole("button", { name: /^Decline/ })
    .click();
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect((await whoAmI(page, product)).organization?.name).toBe("Ruth's organization");

  await admin.goto(`${product.webUrl}/profile/personal`);
  await banner(admin)
    .getByRole("button", { name: /^Accept/ })
    .click();
  await expect(errorToast(admin, "Failed to accept invitation")).toContainText("last admin");
  await expect(admin).toHaveURL(`${product.webUrl}/profile/personal`);
  await admin.context().close();
  await globex.context().close();
});

test("ORG19 ORG20 ORG21 ERR31 ERR32 ERR36 ERR37 an invitation is cancelled, and a failing cancel names the email and the reason", async ({
  page,
}) => {
  await openAs(page, "globex@example.com", "/deployments", product);
  await arrive(page, "ines.ferro@example.com", product);
  await arrive(page, "globex@example.com", product);
  await inviteByApi(page, "ines.ferro@example.com");
  // A running call would fail too, and show an error page.
  const paths = ["/me", "/me/invitations", "/organizations/me/invitations", "/notifications"];
  const last = answered(page, product, ...paths);
  await page.goto(`${product.webUrl}/profile/organization`);
  const row = sentTo(page, "ines.ferro@example.com");
  await expect(row).toBeVisible();
  await last;
  await page.waitForLoadState("networkidle");
  await product.api.stop();
  await choose(page, "ines.ferro@example.com", "Cancel invitation");
  await expect(
    errorToast(page, "Failed to cancel invitation to ines.ferro@example.com: Failed to cancel invitation"),
  ).toBeVisible();
  await expect(row).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await product.api.start();
  await choose(page, "ines.ferro@example.com", "Cancel invitation");
  await expect(row).toHaveCount(0);

  const [received, sent] = [
    product.api.hold("GET /me/invitations"),
    product.api.hold("GET /organizations/me/invitations"),
  ];
  await page.reload();
  await Promise.all([received.arrived, sent.arrived]);
  await product.api.stop();
  await expect(problem(page, "Failed to load invitations")).toBeVisible();
  await expect(page.getByText("Failed to load organization invitations")).toBeVisible();
});

test(
  "SEC14 a name from right to left turns nothing around in an invitation, in its notification and in a heading",
  { tag: "@all" },
  async ({ page, browser }) => {
    const name = "צוות (רדיס) 7";
    const [host, email] = ["rtl.host@example.com", "rtl.guest@example.com"];
    const guest = await (await browser.newContext()).newPage();
    await openAs(guest, email, "/profile/personal", product);
    await openAs(page, host, "/profile/organization", product);
    const headers = { origin: product.webUrl };
    const renamed = await page.request.patch(`${product.apiUrl}/me/organization`, {
      headers,
      data: { name },
    });
    expect(renamed.status()).toBe(200);
    await inviteByApi(page, email);
    await guest.reload();
    await expect(banner(guest).locator("bdi").filter({ hasText: name }).first()).toBeVisible();
    await expect(banner(guest)).toContainText(`invited you to join ${name}`);
    await guest.getByRole("button", { name: "Notifications, 1 unread" }).click();
    const title = guest.getByRole("link", { name: `Invitation to ${name}` });
    await expect(title.locator("bdi")).toHaveText(name);
    await expect(title).toHaveText(`Invitation to ${name}`);
  },
);

test(
  "INV01 INV20 accepting asks first when it deletes what an organization without members has",
  { tag: "@all" },
  async ({ page, browser }) => {
    const guest = await (await browser.newContext()).newPage();
    await openAs(guest, "lena.koch@example.com", "/deployments", product);
    await arrive(page, "admin@example.com", product);
    const keys = { apiKey: "demo-api-key", apiSecret: "demo-api-secret" };
    for (const person of [guest, page]) {
      const options = { headers: { origin: product.webUrl }, data: { name: "Shared account", ...keys } };
      expect((await person.request.post(`${product.apiUrl}/redis-cloud`, options)).status()).toBe(201);
    }
    await inviteByApi(page, "lena.koch@example.com");
    await guest.goto(`${product.webUrl}/profile/personal`);
    await expect(banner(guest)).toContainText("Nothing moves with you.");
    await expect(banner(guest)).toContainText(
      "Will be deleted, because Lena's organization has no members left",
    );
    await expect(banner(guest)).toContainText("1 Redis Cloud account: Shared account");
    await expect(banner(guest)).not.toContainText("Stays");
    const accept = banner(guest).getByRole("button", { name: /^Accept/ });
    await accept.click();
    const dialog = guest.getByRole("dialog", { name: "Accept invitation" });
    await expect(dialog).toContainText("You're the last member of Lena's organization.");
    await expect(dialog.getByRole("listitem")).toHaveText([
      "1 Redis Cloud account: Shared account",
      /^5 deployments: /,
    ]);
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await expectAccessible(guest, "acceptance that deletes");
    await guest.keyboard.press("Escape");
    await expect(accept).toBeFocused();
    expect((await whoAmI(guest, product)).organization?.name).toBe("Lena's organization");
    await accept.click();
    await dialog.getByRole("button", { name: "Accept and delete" }).click();
    await expect(guest).toHaveURL(/\/invitation\/success/);
    await expect(guest.getByRole("main")).toContainText("Deleted, because Lena's organization");
    await guest.context().close();
  },
);

test(
  "AMD24 SCR13 where anybody is invited, the link leads through the sign-up and its mail to the acceptance",
  { tag: "@all" },
  async ({ page, browser }) => {
    const open = await startTestProduct({ moreSettings: async () => ({ INVITE_ANYONE: "on" }) });
    const admin = await (await browser.newContext()).newPage();
    await openAs(admin, "admin@example.com", "/profile/organization", open);
    await expect(admin.getByRole("button", { name: "Copy sign-up address" })).toHaveCount(0);
    await field(admin, "Email").fill(values.Email);
    await sendButton(admin).click();
    const link = await admin.getByLabel("Invitation link", { exact: true }).inputValue();

    await page.goto(link);
    await expect(page.getByRole("main")).toContainText(
      "Marco Reyes (admin@example.com) invites you to join Acme Data as a viewer.",
    );
    await expectAccessible(page, "invitation at a provider");
    await page.getByRole("link", { name: "Create an account" }).click();
    await fillIn(page);
    await send(page);
    await expect(page.getByRole("heading", { name: "You're almost there" })).toBeVisible();
    const mail = await page.context().newPage();
    await mail.goto(await activationLink(open, values.Email));
    await mail.getByRole("button", { name: "Activate the account" }).click();
    await mail.close();
    await page.getByRole("link", { name: "Reload and sign in" }).click();
    await page.getByLabel("Email").fill(values.Email);
    await page.getByLabel("Password").fill(values.Password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(/\/profile\/organization\?invitation=inv_\w+$/);
    await expect(banner(page)).toContainText("invited you to join Acme Data");

    // The link still leads there, too.
    const later = await page.context().newPage();
    await later.goto(link);
    await later.getByRole("link", { name: "Review and accept" }).click();
    await banner(later)
      .getByRole("button", { name: /^Accept/ })
      .click();
    await expect(later).toHaveURL(/\/invitation\/success/);
    expect((await whoAmI(later, open)).organization?.name).toBe("Acme Data");
    await later.goto("about:blank");
    await later.goto(link);
    await expect(later.getByRole("heading", { level: 1, name: "This link" })).toBeVisible();
    await admin.context().close();
    await open.stop();
  },
);
