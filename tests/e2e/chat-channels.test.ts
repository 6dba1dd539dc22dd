import { expect, type Page, test } from "@playwright/test";
import { dueDeliveries } from "@shardwatch/core/channel/delivery/due";
import { expectAccessible } from "./axe.ts";
import { seen } from "./deployments.ts";
import { minuteOf, pass } from "./passes.ts";
import { openAs, type Place, scrollsSideways, sharedPlace } from "./place.ts";
import { startTestProduct } from "./test-product.ts";

const admin = "admin@example.com";
const section = (page: Page) => page.getByRole("region", { name: "Notification channels" });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const row = (page: Page, name: string) => section(page).getByRole("row", { name });

/** A form with the fields of a kind. */
async function openForm(page: Page, kind: string) {
  await section(page).getByRole("button", { name: "Add channel" }).click();
  const form = dialog(page, "Add channel");
  await form.getByRole("combobox", { name: "Kind" }).selectOption(kind);
  return {
    form,
    field: (name: string) => form.getByRole("textbox", { name }),
    add: () => form.getByRole("button", { name: "Add", exact: true }).click(),
  };
}

async function act(page: Page, channel: string, action: string): Promise<void> {
  await section(page)
    .getByRole("button", { name: `Actions for ${channel}` })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Leaves the test of a new channel for later. */
const notNow = (page: Page) => dialog(page, "Channel added").getByRole("button", { name: "Done" }).click();

/** Sends a test, and closes its result. */
async function sendTest(page: Page, channel: string, outcome: RegExp, more: readonly string[] = []) {
  const result = dialog(page, "Test result");
  await act(page, channel, "Send a test");
  await expect(result.getByRole("status")).toHaveText(outcome);
  for (const text of more) await expect(result).toContainText(text);
  return { result, close: () => result.getByRole("button", { name: "Close" }).last().click() };
}

async function remove(page: Page, channel: string): Promise<void> {
  await act(page, channel, "Delete");
  await dialog(page, "Delete channel").getByRole("button", { name: "Delete" }).click();
  await expect(row(page, channel)).toHaveCount(0);
}

const misbehave = async (page: Page, { providerUrl }: Place, path: string, fault: string) =>
  expect((await page.request.post(`${providerUrl}/chats/state/${path}`, { data: { fault } })).ok()).toBe(
    true,
  );

/** The channel in Slack of one test. */
const newConversation = () => `C${Date.now().toString(36).toUpperCase()}`;

test("CHN01 AMD20 CHN10 a Slack channel: wrong settings are said at their fields, its place is shown, and it changes without its token", async ({
  page,
}) => {
  const name = `Slack ${Date.now()}`;
  const [first, second] = [newConversation(), `${newConversation()}B`];
  await openAs(page, admin, "/profile/notifications");
  const { form, field, add } = await openForm(page, "Slack");
  // What has just been used does not move away.
  const kind = form.getByRole("combobox", { name: "Kind" });
  const place = await kind.boundingBox();
  for (const other of ["Webhook", "Slack"]) {
    await kind.selectOption(other);
    expect(await kind.boundingBox()).toEqual(place);
  }
  await expect(form.getByRole("list", { name: "What to do in Slack" }).getByRole("link")).toHaveAttribute(
    "href",
    /^https:\/\/api\.slack\.com\/apps\?new_app=1&manifest_json=/,
  );
  await add();
  await expect(field("Bot token")).toHaveAccessibleDescription(/Bot token is required/);
  await field("Name").fill(name);
  await field("Bot token").fill("xoxp-of-a-person");
  await field("Channel ID").fill("#on-call");
  await add();
  await expect(field("Bot token")).toHaveAccessibleDescription(/Bot token must be the token of a bot/);
  await expect(field("Bot token")).toBeFocused();
  await expect(field("Channel ID")).toHaveAccessibleDescription(/Channel ID must be the id of a channel/);
  // One message is at one place.
  await expect(form.getByText("Failed to add the channel")).toHaveCount(0);
  await field("Bot token").fill("xoxb-1-2-abcdefghijkl");
  await expect(field("Bot token")).not.toHaveAccessibleDescription(/must be/);
  await field("Channel ID").fill(first);
  await add();
  await expect(dialog(page, "Channel added")).toContainText(`${name} gets incidents from now on.`);
  await notNow(page);
  await expect(section(page).getByRole("button", { name: "Add channel" })).toBeFocused();
  await expect(row(page, name)).toContainText("slack.com/…ijkl");
  await expect(row(page, name)).toContainText(first);

  await act(page, name, "Change");
  const change = dialog(page, "Change channel");
  await expect(change.getByRole("textbox", { name: "Bot token" })).toHaveValue("");
  await expect(change.getByRole("textbox", { name: "Bot token" })).toHaveAccessibleDescription(
    /Leave it empty to keep slack\.com\/…ijkl/,
  );
  await change.getByRole("textbox", { name: "Channel ID" }).fill(second);
  await change.getByRole("button", { name: "Save" }).click();
  await expect(row(page, name)).toContainText(second);
  await expect(row(page, name)).toContainText("slack.com/…ijkl");
  await remove(page, name);
});

test(
  "CHN01 AMD20 CHN11 CHN12 CHN13 an admin adds PagerDuty, Teams and Google Chat by the form, and sees each test arrive",
  { tag: "@all" },
  async ({ page }) => {
    const { providerUrl } = sharedPlace();
    const place = `e2e-${Date.now()}`;
    const kinds = [
      {
        kind: "PagerDuty",
        wrong: ["Integration key", "short", /32 letters and digits/],
        right: place.replaceAll("-", "").padEnd(32, "0"),
        shows: "Europe",
        outcome: /^Sent\. HTTP 202 in \d+ ms\.$/,
      },
      {
        kind: "Microsoft Teams",
        wrong: ["Address", "https://a.webhook.office.com/webhookb2/x", /Microsoft has retired/],
        right: `${providerUrl}/chats/teams/workflows/${place}/triggers/manual/paths/invoke?sig=secret`,
        shows: "…cret",
        outcome: /^Sent\. HTTP 202 in \d+ ms\.$/,
      },
      {
        kind: "Google Chat",
        wrong: ["Address", "https://chat.google.com/room/x", /Address must be the address of a webhook/],
        right: `${providerUrl}/chats/googlechat/v1/spaces/${place}/messages?key=k&token=secret`,
        shows: "…cret",
        outcome: /^Sent\. 200 OK in \d+ ms\.$/,
      },
    ] as const;
    await page.setViewportSize({ width: 360, height: 740 });
    await openAs(page, admin, "/profile/notifications");
    for (const { kind, wrong, right, shows, outcome } of kinds) {
      await page.setViewportSize({ width: 360, height: 740 });
      const name = `${kind} ${place}`;
      const [label, text, fault] = wrong;
      const { form, field, add } = await openForm(page, kind);
      await field("Name").fill(name);
      await field(label).fill(text);
      if (shows === "Europe") await form.getByRole("combobox", { name: "Region" }).selectOption("Europe");
      await add();
      await expect(field(label)).toHaveAccessibleDescription(fault);
      await expect(form.getByRole("alert").filter({ hasText: fault })).toBeInViewport();
      await expectAccessible(page, `add ${kind}`, { within: "dialog" });
      expect(await scrollsSideways(page)).toBe(false);
      await field(label).fill(right);
      await add();
      const added = dialog(page, "Channel added");
      await expect(added.getByRole("button", { name: "Send a test" })).toBeFocused();
      if (kind === "PagerDuty") await expect(added).toContainText("That may page somebody.");
      await expectAccessible(page, `added ${kind}`, { within: "dialog" });
      await page.keyboard.press("Enter");
      const result = dialog(page, "Test result");
      await expect(result.getByRole("status")).toHaveText(outcome);
      // PagerDuty answers a success with JSON, which says no more than "Sent".
      await expect(result).not.toContainText("dedup_key");
      await result.getByRole("button", { name: "Close" }).last().click();
      await page.setViewportSize({ width: 1_280, height: 800 });
      await expect(row(page, name)).toContainText(shows);
    }
    const chats = await page.context().newPage();
    await chats.goto(`${providerUrl}/chats`);
    for (const { kind } of kinds)
      await expect(chats.getByText(`Test of channel ${kind} ${place}`).first()).toBeVisible();
    await chats.close();
    for (const { kind } of kinds) await remove(page, `${kind} ${place}`);
  },
);

test(
  "CHN06 CHN10 a test shows the words of Slack and what to do; a revoked token switches the channel off, and a new one on again",
  { tag: "@all" },
  async ({ page }) => {
    const place = sharedPlace();
    const name = `Revoked ${Date.now()}`;
    const conversation = newConversation();
    await openAs(page, admin, "/profile/notifications");
    const { field, add } = await openForm(page, "Slack");
    await field("Name").fill(name);
    await field("Bot token").fill("xoxb-1-2-abcdefghijkl");
    await field("Channel ID").fill(conversation);
    await add();
    await notNow(page);
    // What Slack answers to a success is the message itself, and nobody has to read that.
    const sent = await sendTest(page, name, /^Sent\. 200 OK in \d+ ms\.$/);
    await expect(sent.result).not.toContainText("rich_text");
    await sent.close();

    await misbehave(page, place, `slack/${conversation}`, "token_revoked");
    const failed = await sendTest(page, name, /^Failed\. HTTP 200 in \d+ ms, but not accepted\.$/, [
      "token_revoked",
      "Install the app in Slack again, and enter its new bot token.",
    ]);
    await expectAccessible(page, "refused test", { within: "dialog" });
    await failed.close();
    await expect(row(page, name)).toContainText("Off: the other side refuses it");

    await misbehave(page, place, `slack/${conversation}`, "works");
    await act(page, name, "Change");
    const change = dialog(page, "Change channel");
    const on = change.getByRole("checkbox", { name: "Send messages to this channel" });
    await expect(on).not.toBeChecked();
    await change.getByRole("textbox", { name: "Bot token" }).fill("xoxb-1-2-mnopqrstuvwx");
    await expect(on).toBeChecked();
    await change.getByRole("button", { name: "Save" }).click();
    await expect(row(page, name)).toContainText("slack.com/…uvwx");
    await expect(row(page, name)).not.toContainText("refuses");
    await (await sendTest(page, name, /^Sent\./)).close();
    await remove(page, name);
  },
);

test(
  "CHN10 INC05 the link of a message in Slack opens the incident on a phone, with acknowledge and silence in reach, and the message shows the acknowledgement in place",
  { tag: "@all" },
  async ({ page }) => {
    const product = await startTestProduct();
    try {
      const { providerUrl, people, services } = product;
      const conversation = newConversation();
      await openAs(page, admin, "/profile/notifications", product);
      const { field, add } = await openForm(page, "Slack");
      await field("Name").fill("On call");
      await field("Bot token").fill("xoxb-1-2-abcdefghijkl");
      await field("Channel ID").fill(conversation);
      await add();
      await notNow(page);
      await expect(row(page, "On call")).toBeVisible();
      const full = {
        id: "1",
        name: "main",
        status: "active",
        version: "7.2.4",
        memoryUsed: "97",
        memoryLimit: "100",
        tlsEnabled: true,
      };
      await seen(product, { kind: "agent", id: "key", instance: "theta" }, [
        { name: "theta-full", databases: [full] },
      ]);
      await pass(product, people.organization, minuteOf(services.clock.now()));

      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`${providerUrl}/chats`);
      const title = "theta-full: memory at 97.0% of its limit";
      const shown = page
        .getByRole("region", { name: "Simulated Slack", exact: true })
        .getByRole("article")
        .filter({ hasText: conversation })
        .getByRole("listitem")
        .filter({ hasText: title });
      await expect(async () => {
        await page.reload();
        await expect(shown).toContainText(title, { timeout: 500 });
      }).toPass();
      await shown.getByRole("link", { name: "Open the incident" }).click();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      const acknowledge = page.getByRole("button", { name: "Acknowledge", exact: true });
      for (const button of [acknowledge, page.getByRole("button", { name: /^Silence/ }).first()])
        await expect(button).toBeInViewport();
      await acknowledge.click();
      await expect(page.getByText(/^Acknowledged by/).first()).toBeVisible();
      // What the schedule does at the begin of each minute.
      await services.queue.send(await dueDeliveries(services));

      await page.goto(`${providerUrl}/chats`);
      await expect(async () => {
        await page.reload();
        await expect(shown).toContainText("Acknowledged", { timeout: 500 });
      }).toPass();
      // It is the same message: nothing was added to the channel.
      await expect(shown).toHaveCount(1);
      await expect(shown).toContainText("(edited)");
    } finally {
      await product.stop();
    }
  },
);
