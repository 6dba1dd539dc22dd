import { expect, type Page, test } from "@playwright/test";
import { provisionMember } from "@shardwatch/core/account/sign-in";
import type { Invitation } from "@shardwatch/core/contract/people/invitation";
import { receivedInvitationKey, sentInvitationKey } from "@shardwatch/core/invitation/invitation.keys";
import { scopeOf } from "../support/scope.ts";
import { expectAccessible } from "./axe.ts";
import { arrive, openAs, scrollsSideways } from "./place.ts";
import { field, problem, said, whoAmI } from "./profile.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

const tab = "/profile/organization";
const members = (page: Page) => page.getByRole("table", { name: "Members" });
const member = (page: Page, email: string) => members(page).getByRole("row").filter({ hasText: email });
const sentTo = (page: Page, email: string) =>
  page.getByRole("table", { name: "Pending invitations" }).getByRole("row").filter({ hasText: email });

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Calls the API as the page's person. */
async function post<Answer>(page: Page, path: string, data: object = {}): Promise<Answer> {
  const headers = { origin: product.webUrl };
  const answer = await page.request.post(`${product.apiUrl}${path}`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (answer.status() === 204 ? undefined : await answer.json()) as Answer;
}

test("ONB08 AMD13 ROL40 ROL41 an admin changes the role of a member, who manages at once, and the last admin stays", async ({
  page,
  browser,
}) => {
  await openAs(page, "admin@example.com", tab, product);
  await expect(members(page).getByRole("columnheader")).toHaveText([
    "Name",
    "Email",
    "Role",
    "Last sign-in",
    "Actions",
  ]);
  await expect(member(page, "admin@example.com")).toContainText("Marco Reyes (you)");
  await expect(member(page, "viewer@example.com")).toContainText("Viewer");
  await expect(member(page, "viewer@example.com").locator("time")).toBeVisible();
  await choose(page, "Marco Reyes", "Change role");
  const dialog = page.getByRole("dialog", { name: "Change role" });
  await dialog.getByLabel("Role").selectOption("Viewer");
  await expect(dialog).toContainText("This is your own role.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(problem(page, "Failed to change role")).toContainText("the organization's last admin");
  await expectAccessible(page, "role of the last admin");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const viewer = await (await browser.newContext()).newPage();
  await openAs(viewer, "viewer@example.com", tab, product);
  await expect(members(viewer)).toContainText("Marco");
  await expect(member(viewer, "admin@example.com")).toContainText("Org Admin");
  await expect(viewer.getByRole("button", { name: /^Actions for/ })).toHaveCount(0);
  await choose(page, "Yuki Tanaka", "Change role");
  await dialog.getByLabel("Role").selectOption("Org Admin");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(said(page, "Role changed")).toBeVisible();
  await expect(member(page, "viewer@example.com")).toContainText("Org Admin");
  await expect(page.getByRole("button", { name: "Actions for Yuki Tanaka" })).toBeFocused();
  await viewer.reload();
  await expect(viewer.getByRole("button", { name: "Actions for Marco Reyes" })).toBeVisible();
  await choose(viewer, "Yuki Tanaka", "Change role");
  await viewer.getByRole("dialog").getByLabel("Role").selectOption("Viewer");
  await viewer.getByRole("button", { name: "Save" }).click();
  await expect(viewer.getByRole("button", { name: /^Actions for/ })).toHaveCount(0);
  await viewer.context().close();
});

test("MND07 who removes or demotes an admin sees how many of their invitations end", async ({
  page,
  browser,
}) => {
  const [email, friend] = ["ida.moss@example.com", "lee.park@example.com"];
  const guest = await (await browser.newContext()).newPage();
  const other = await (await browser.newContext()).newPage();
  await arrive(guest, email, product);
  await arrive(other, friend, product);
  await arrive(page, "admin@example.com", product);
  const invited = await post<Invitation>(page, "/invitations", { inviteeEmail: email, role: "ORG_ADMIN" });
  await post(guest, `/invitations/${invited.id}/accept`);
  await post(guest, "/invitations", { inviteeEmail: friend });

  await page.goto(`${product.webUrl}${tab}`);
  await choose(page, "Ida Moss", "Change role");
  const change = page.getByRole("dialog", { name: "Change role" });
  await change.getByLabel("Role").selectOption({ label: "Viewer" });
  await expect(change.getByText("that they sent")).toHaveCount(0);
  await change.getByRole("button", { name: "Cancel" }).click();
  await choose(page, "Ida Moss", "Remove");
  const dialog = page.getByRole("dialog", { name: "Remove member" });
  await expect(dialog).toContainText("1 pending invitation that they sent ends.");
  await expectAccessible(page, "removal of a member who has invited somebody");
  await expect(sentTo(page, friend)).toHaveCount(1);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(said(page, "Member removed")).toBeVisible();
  await expect(sentTo(page, friend)).toHaveCount(0);
});

test(
  "ONB07 ONB08 AMD13 whoever is removed is told, and creates an organization of their own",
  { tag: "@all" },
  async ({ page, browser }) => {
    const email = "kim.soto@example.com";
    const guest = await (await browser.newContext()).newPage();
    await arrive(guest, email, product);
    await arrive(page, "admin@example.com", product);
    const invited = await post<Invitation>(page, "/invitations", { inviteeEmail: email });
    await post(guest, `/invitations/${invited.id}/accept`);
    await post(guest, "/access-key", { name: "Kim agent" });
    await guest.goto(`${product.webUrl}/integrations/agent-keys`);
    await expect(guest.getByText("Production agent").first()).toBeVisible();

    await page.goto(`${product.webUrl}${tab}`);
    await choose(page, "Kim Soto", "Remove");
    const dialog = page.getByRole("dialog", { name: "Remove member" });
    await expect(dialog).toContainText("stay with the organization");
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    const revokes = dialog.getByRole("checkbox", { name: "Revoke the 1 agent key they created" });
    await expect(revokes).toBeChecked();
    await expect(dialog).toContainText("Kim agent. Agents that use them can no longer report.");
    await revokes.uncheck();
    await expect(dialog).toContainText(
      "Kim agent. Agents that use them keep reporting, and so can anyone with a copy.",
    );
    await revokes.check();
    await expectAccessible(page, "removal of a member");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(said(page, "Member removed")).toBeVisible();
    await expect(member(page, email)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.goto(`${product.webUrl}/integrations/agent-keys`);
    await expect(page.getByText("Production agent").first()).toBeVisible();
    await expect(page.getByText("Kim agent")).toHaveCount(0);

    await guest.goto(`${product.webUrl}/deployments`);
    await expect(guest.getByText("You're not in an organization yet.")).toBeVisible();
    await expect(guest.getByRole("navigation", { name: "Main" })).not.toContainText("Acme Data");
    await guest.goto(`${product.webUrl}/profile/personal`);
    await guest.getByRole("button", { name: "Notifications, 1 unread" }).click();
    await expect(guest.getByText("An admin removed you from Acme Data.")).toBeVisible();
    await guest.goto(`${product.webUrl}${tab}`);
    await guest.getByRole("button", { name: "Create organization" }).click();
    const create = guest.getByRole("dialog", { name: "Create organization" });
    await expect(field(guest, "Name")).toBeFocused();
    await create.getByRole("button", { name: "Create" }).click();
    await expect(field(guest, "Name")).toHaveAccessibleDescription(/Organization name is required/);
    await field(guest, "Name").fill("  Soto Caches ");
    await expectAccessible(guest, "new organization");
    await guest.keyboard.press("Enter");
    await expect(guest).toHaveURL(`${product.webUrl}/deployments`);
    await expect(guest.getByText("Connect a source, and its deployments show up here.")).toBeVisible();
    await expect(guest.getByRole("heading", { level: 1 })).toBeFocused();
    expect(await whoAmI(guest, product)).toMatchObject({
      roles: ["ORG_ADMIN"],
      organization: { name: "Soto Caches" },
    });
    await guest.context().close();
  },
);

test(
  "ONB08 AMD10 NTF04 an invitation with a role is sent again once it has expired, and its link leads to it",
  { tag: "@all" },
  async ({ page, browser }) => {
    const email = "ola.berg@example.com";
    const guest = await (await browser.newContext()).newPage();
    await arrive(guest, email, product);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await openAs(page, "admin@example.com", tab, product);
    await field(page, "Email").fill(email);
    await page.getByLabel("Role").selectOption("Org Admin");
    const sending = page.waitForResponse(`${product.apiUrl}/invitations`);
    await page.getByRole("button", { name: "Send invitation" }).click();
    const { id } = (await (await sending).json()) as Invitation;
    await expect(sentTo(page, email)).toContainText("Org Admin");
    await expect(sentTo(page, email)).toContainText(/in (4 weeks|1 month)/);
    await expect(page.getByText(`${email} sees the invitation at their next visit.`)).toBeVisible();
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(said(page, "Link copied")).toBeVisible();
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toContain(`?invitation=${id}`);

    const [{ organization }, { id: inviteeId }] = [await whoAmI(page, product), await whoAmI(guest, product)];
    const set = { endsAt: Date.now() - 1_000 };
    const sent = sentInvitationKey(scopeOf({ organizationId: organization?.id ?? "" }), id);
    for (const key of [sent, receivedInvitationKey(inviteeId, id)])
      await product.services.table.update(key, { set });
    await guest.goto(`${product.webUrl}/profile/organization?invitation=${id}`);
    await expect(guest.getByText("This invitation can't be answered")).toBeVisible();
    await expect(guest.getByRole("button", { name: /^Accept/ })).toHaveCount(0);
    await guest.getByRole("button", { name: "Notifications", exact: true }).click();
    await expect(guest.getByText("This invitation has expired. Ask for a new one.")).toBeVisible();

    await page.reload();
    await expect(sentTo(page, email)).toContainText("Expired");
    const name = `the invitation to ${email}`;
    await choose(page, name, "Send again");
    await expect(said(page, "Invitation sent again")).toBeVisible();
    await expect(sentTo(page, email)).toContainText(/in (4 weeks|1 month)/);
    await choose(page, name, "Copy link");
    await expect(said(page, "Link copied")).toBeVisible();
    const link = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(link).toBe(`${product.webUrl}/profile/organization?invitation=${id}`);
    await expectAccessible(page, "invitations sent");
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => scrollsSideways(page)).toBe(false);

    await guest.goto(link);
    await expect(guest.getByText("become an admin in Acme Data")).toBeVisible();
    await expect(guest.getByText("This invitation ends")).toBeVisible();
    await expect(guest.getByText("This invitation can't be answered")).toHaveCount(0);
    await guest
      .getByRole("button", { name: /^Accept/ })
      .first()
      .click();
    await expect(guest).toHaveURL(/\/invitation\/success/);
    expect((await whoAmI(guest, product)).roles).toEqual(["ORG_ADMIN"]);
    await guest.context().close();
  },
);

test(
  "ONB08 more than twenty members are searched and shown on demand, and a load that failed can be tried again",
  { tag: "@all" },
  async ({ page }) => {
    const { services, people } = product;
    for (let number = 1; number <= 25; number += 1) {
      const person = { redisCloudId: `9000${number}`, firstName: "Member", lastName: `No ${number}` };
      const identity = { ...person, email: `member.${number}@example.com`, company: undefined };
      await provisionMember(services, identity, people.organization, ["VIEWER"]);
    }
    await openAs(page, "admin@example.com", tab, product);
    const rows = members(page).getByRole("row");
    await expect(rows).toHaveCount(21);
    await expect(rows.nth(1)).toContainText("Org Admin");
    await page.getByRole("searchbox", { name: "Search by name or email" }).fill("MEMBER.25@");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText("Member No 25");
    await page.getByRole("searchbox").fill("nobody");
    await expect(page.getByText("No names or emails match the search.")).toBeVisible();
    await page.getByRole("searchbox").press("Escape");
    await page.getByRole("button", { name: /^Show all \d+ members$/ }).click();
    await expect(member(page, "member.9@example.com")).toBeVisible();
    await expect(page.getByRole("button", { name: "Show the first 20" })).toBeFocused();

    const loading = product.api.hold("GET /me/organization/members");
    await page.reload();
    await loading.arrived;
    await product.api.stop();
    const section = page.getByRole("region", { name: "Members" });
    await expect(section).toContainText("Failed to load members");
    await expectAccessible(page, "members that failed to load");
    product.api.open();
    await product.api.start();
    await section.getByRole("button", { name: "Retry" }).click();
    await expect(rows).toHaveCount(21);
  },
);
