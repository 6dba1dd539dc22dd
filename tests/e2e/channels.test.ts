import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { openAs, scrollsSideways, sharedPlace } from "./place.ts";

const section = (page: Page) => page.getByRole("region", { name: "Notification channels" });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const verdictsOf = async (page: Page, receiver: string) => {
  const answer = await page.request.get(`${sharedPlace().providerUrl}/receivers/state`);
  const { receivers } = (await answer.json()) as {
    receivers: { name: string; arrivals: { body: string }[] }[];
  };
  return receivers.find(({ name }) => name === receiver)?.arrivals ?? [];
};

/** Chooses an action of the channel with this name. */
async function act(page: Page, channel: string, action: string): Promise<void> {
  await section(page)
    .getByRole("button", { name: `Actions for ${channel}` })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
}

test(
  "CHN01 CHN06 CHN08 CHN09 an admin adds a webhook, sees its secret once, and sees what becomes of tests",
  { tag: "@all" },
  async ({ page }) => {
    const { providerUrl } = sharedPlace();
    const receiver = `test-${Date.now()}`;
    const name = `Hook ${receiver}`;
    const misbehave = (fault: string) =>
      page.request.post(`${providerUrl}/receivers/${receiver}/state`, { data: { fault } });
    await openAs(page, "admin@example.com", "/profile/notifications");
    await expect(section(page).getByRole("row", { name: /Admins by email/ })).toContainText(
      "Warnings and critical",
    );
    await section(page).getByRole("button", { name: "Add channel" }).click();
    const form = dialog(page, "Add channel");
    await form.getByRole("textbox", { name: "Name" }).fill(name);
    await form.getByRole("textbox", { name: "Address" }).fill("https://localhost/hook");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(form.getByRole("textbox", { name: "Address" })).toHaveAccessibleDescription(
      /Address must have a name that the public internet knows/,
    );
    await form.getByRole("textbox", { name: "Address" }).fill(`${providerUrl}/receivers/${receiver}`);
    await expectAccessible(page, "add webhook", { within: "dialog" });
    await form.getByRole("button", { name: "Add", exact: true }).press("Enter");
    const shown = dialog(page, "Signing secret");
    await expect(shown.getByLabel("Secret")).toHaveValue(/^whsec_.{44}$/);
    await shown.getByRole("button", { name: "Done" }).click();
    const row = section(page).getByRole("row", { name });
    await expect(row).toContainText("On");
    await expect(row).toContainText(`…${receiver.slice(-4)}`);
    await expect(row).not.toContainText("/receivers/");

    const outcome = dialog(page, "Test result");
    await act(page, name, "Send a test");
    await expect(outcome.getByRole("status")).toHaveText(/^Sent\. 200 OK in \d+ ms\.$/);
    await expect(outcome).toContainText("received");
    await outcome.getByRole("button", { name: "Close" }).last().click();
    const [arrival] = await verdictsOf(page, receiver);
    expect(JSON.parse(arrival?.body ?? "{}")).toMatchObject({ type: "test.ping" });

    expect((await misbehave("500")).ok()).toBe(true);
    await act(page, name, "Send a test");
    await expect(outcome.getByRole("status")).toHaveText(/^Failed\. HTTP 500 in \d+ ms\.$/);
    await expectAccessible(page, "failed test", { within: "dialog" });
    await outcome.getByRole("button", { name: "Close" }).last().click();
    await expect(row).toContainText("Failing");

    await section(page)
      .getByRole("button", { name: `Log of ${name}` })
      .click();
    const log = section(page).getByRole("list", { name: "What was sent, newest first" });
    // Messages about incidents may be there as well.
    await expect(
      log.getByRole("listitem").filter({ has: page.getByText("Test", { exact: true }) }),
    ).toHaveCount(2);
    await expectAccessible(page, "channels", { within: "main" });
    expect((await misbehave("works")).ok()).toBe(true);
    await log.getByRole("button", { name: "Retry Test" }).click();

    await page.setViewportSize({ width: 375, height: 812 });
    await expect(section(page).getByText(name).first()).toBeVisible();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await act(page, name, "Delete");
    await dialog(page, "Delete channel").getByRole("button", { name: "Delete" }).click();
    await expect(section(page).getByText(name)).toHaveCount(0);

    const own = section(page).getByRole("checkbox", { name: "Send mail about incidents to me" });
    await expect(own).toBeChecked();
    // A reload would cut off the request.
    const saved = page.waitForResponse(/\/me\/mail$/);
    await own.uncheck();
    await saved;
    await page.reload();
    await expect(own).not.toBeChecked();
    await own.check();
    await expect(own).toBeEnabled();
  },
);

test("CHN01 a viewer sees no channels", { tag: "@all" }, async ({ page }) => {
  await openAs(page, "viewer@example.com", "/profile/notifications");
  await expect(page).toHaveURL(/\/deployments$/);
  await page.goto(`${sharedPlace().webUrl}/profile/members`);
  await expect(page.getByRole("heading", { name: "Members" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Notifications" })).toHaveCount(0);
});
