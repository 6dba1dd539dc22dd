import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { hadSession, openAs, scrollsSideways, sharedPlace } from "./place.ts";

const { webUrl } = sharedPlace();
const success = (inviter: string) => `/invitation/success?${new URLSearchParams({ inviter }).toString()}`;
const main = (page: Page) => page.getByRole("main");

/** Opens the page as after an acceptance: the history entry holds the id. */
async function openAccepted(page: Page, inviter: string): Promise<void> {
  await page.goto(`${webUrl}${success(inviter)}`);
  const id = "inv_00000000000000000000000000";
  await page.evaluate(`history.replaceState({ usr: { invitation: "${id}" }, key: "default", idx: 0 }, "")`);
  await page.reload();
}

test("NAV14 NAV25 NAV27 INV19 INV21 whoever accepted an invitation is told whose it was; an address alone claims nothing", async ({
  page,
}) => {
  const address = success("Marco Reyes");
  await hadSession(page);
  await page.goto(`${webUrl}${address}`);
  await expect(page).toHaveURL(`${webUrl}/logout?returnTo=${encodeURIComponent(address)}`);
  await openAs(page, "viewer@example.com", address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No accepted invitation");
  await expect(main(page)).not.toContainText("Marco Reyes");
  await expect(page.getByRole("link", { name: "Show your invitations" })).toHaveAttribute(
    "href",
    "/profile/organization",
  );
  await openAccepted(page, "Marco Reyes");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Invitation Accepted!");
  await expect(page).toHaveTitle("Invitation Accepted! - Shardwatch");
  await expect(main(page)).toContainText("You accepted the invitation from Marco Reyes.");
  await expectAccessible(page, "invitation accepted");
  await page.getByRole("link", { name: "Continue to Deployments" }).press("Enter");
  await expect(page).toHaveURL(`${webUrl}/deployments`);
  await expect(page.getByRole("heading", { level: 1, name: "Deployments" })).toBeFocused();
});

test("INV18 without an inviter there is nothing to tell, and the page leads to the deployments", async ({
  page,
}) => {
  await openAs(page, "viewer@example.com", "/invitation/success");
  await expect(page).toHaveURL(`${webUrl}/deployments`);
  for (const inviter of ["", "  "]) {
    await page.goto(`${webUrl}${success(inviter)}`);
    await expect(page).toHaveURL(`${webUrl}/deployments`);
  }
});

test("INV22 SEC14 SEC17 whatever the inviter's name holds is text, cut at 100 characters, and leads nowhere", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const hostile = `<img src=x onerror="document.title='taken'"><a href="https://evil.example">click</a>`;
  await openAs(page, "viewer@example.com");
  await openAccepted(page, hostile);
  await expect(main(page)).toContainText(hostile);
  await expect(main(page).locator("img, a[href*=evil]")).toHaveCount(0);
  await expect(page).toHaveTitle("Invitation Accepted! - Shardwatch");
  await openAccepted(page, "https://evil.example/");
  await expect(main(page)).toContainText("invitation from https://evil.example/.");
  await expect(main(page).getByRole("link")).toHaveText(["Continue to Deployments"]);
  await openAccepted(page, "🦊".repeat(101));
  await expect(main(page).locator("bdi")).toHaveText(`${"🦊".repeat(100)}...`);
  expect(await scrollsSideways(page)).toBe(false);
});
