import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { scrollsSideways, sharedPlace } from "./place.ts";

const sections = [
  { type: "header", text: { type: "plain_text", text: "Memory is full" } },
  { type: "section", text: { type: "mrkdwn", text: `*${"long-name-".repeat(30)}* <!here>` } },
  {
    type: "actions",
    elements: [{ type: "button", text: { type: "plain_text", text: "Open" }, url: "https://a" }],
  },
];
const card = {
  type: "AdaptiveCard",
  version: "1.4",
  body: [
    { type: "TextBlock", text: "Memory is full", weight: "Bolder", color: "Attention" },
    { type: "FactSet", facts: [{ title: "Severity", value: "Critical" }] },
  ],
};

test(
  "CHN08 people see what the simulated chats were sent, on a phone, in both themes, and make one misbehave",
  { tag: "@all" },
  async ({ page }) => {
    const address = `${sharedPlace().providerUrl}/chats`;
    const place = `phone-${Date.now()}`;
    const key = place.padEnd(32, "0");
    const post = async (path: string, data: object, headers = {}) =>
      expect((await page.request.post(address + path, { data, headers })).ok()).toBe(true);
    const authorization = { authorization: "Bearer xoxb-1-2-abc" };
    await post(
      "/slack/api/chat.postMessage",
      { channel: `#${place}`, text: "x", blocks: sections },
      authorization,
    );
    await post("/pagerduty/v2/enqueue", {
      routing_key: key,
      event_action: "trigger",
      payload: { summary: "Memory is full", source: "x".repeat(300), severity: "critical" },
    });
    await post(`/teams/workflows/${place}/triggers/manual/paths/invoke?sig=s`, {
      type: "message",
      attachments: [
        { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content: card },
      ],
    });
    const google = `/googlechat/v1/spaces/${place}/messages?key=k&token=t`;
    await post(google, { text: "*Memory is full* <users/all>" });

    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(address);
    for (const name of ["Slack", "PagerDuty", "Teams", "Google Chat"]) {
      const service = page.getByRole("region", { name: `Simulated ${name}`, exact: true });
      const shown = service.getByRole("article").filter({ hasText: place });
      await expect(shown).toContainText("Memory is full");
      await shown.getByText("Make it misbehave").click();
    }
    expect(await scrollsSideways(page)).toBe(false);
    await expectAccessible(page, "chats", { thorough: true });

    const space = page
      .getByRole("region", { name: "Simulated Google Chat" })
      .getByRole("article")
      .filter({ hasText: place });
    await space.getByRole("combobox").selectOption("The space is gone: 404");
    await space.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(address);
    expect((await page.request.post(address + google, { data: { text: "x" } })).status()).toBe(404);
  },
);
