import { createRequire } from "node:module";
import type { HeaderBlock, RichTextBlock } from "@slack/types";
import type { AdaptiveCard, SerializationContext } from "adaptivecards";
import { expect, test } from "vitest";
import { hostileTexts } from "../../../../../tests/support/hostile-texts.ts";
import {
  hostileNames,
  incidentEvent,
  messageIncident,
  namedIncident,
} from "../../../../../tests/support/messages.ts";
import { googleChatMessage } from "./google-chat.ts";
import { cut } from "./message.ts";
import { alertEvent } from "./pagerduty.ts";
import { slackMessage, slackReply } from "./slack.ts";
import { teamsMessage } from "./teams.ts";

/** Its other form imports files without their ends, which Node does not find. */
const cards = createRequire(import.meta.url)("adaptivecards/dist/adaptivecards.js") as {
  AdaptiveCard: new () => AdaptiveCard;
  SerializationContext: new () => SerializationContext;
};

/** What the official parser has to say against a card. */
function faultsOf(card: object): string[] {
  const [parsed, context] = [new cards.AdaptiveCard(), new cards.SerializationContext()];
  parsed.parse(card, context);
  const events = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message);
  return [...events, ...parsed.validateProperties().validationEvents.map(({ message }) => message)];
}

const texts = [...hostileNames, ...hostileTexts];
const many = (length: number) =>
  messageIncident({
    title: "🎉".repeat(2_000),
    affected: {
      count: 5_000,
      first: Array.from({ length: 5_000 }, (_, index) => ({
        id: `dep_${index}`,
        name: "名".repeat(length),
        value: `${"W".repeat(length)} %`,
      })),
    },
    advice: "<".repeat(5_000),
    command: "&".repeat(5_000),
  });

test("CHN10 R24 what is sent to Slack is of its types, in blocks that read no markup", () => {
  for (const name of texts) {
    const { text, blocks } = slackMessage(incidentEvent(namedIncident(name)), false);
    const typed: (HeaderBlock | RichTextBlock)[] = blocks;
    expect(typed.map(({ type }) => type)).toEqual(["header", "rich_text"]);
    const reply = slackReply(namedIncident(name));
    for (const part of [text, reply.text]) expect(part).not.toMatch(/[<>]/);
    // The only link is ours.
    expect(JSON.stringify(blocks).match(/"type":"(?:link|user|broadcast|usergroup|emoji)"/g)).toEqual([
      '"type":"link"',
    ]);
    expect(JSON.stringify([...blocks, ...reply.blocks])).not.toContain('"mrkdwn"');
  }
});

test("CHN12 R24 cards for Teams are what the official parser accepts, and names are runs of text", () => {
  for (const name of texts) {
    const { attachments } = teamsMessage(incidentEvent(namedIncident(name)), false);
    const [{ content, contentUrl }] = attachments;
    expect(contentUrl).toBeNull();
    expect(faultsOf(content)).toEqual([]);
    expect(new Set(content.body.map(({ type }) => type))).toEqual(new Set(["RichTextBlock"]));
    expect(content.actions.map(({ url }) => url)).toEqual([messageIncident().links.web]);
  }
  expect(faultsOf({ type: "AdaptiveCard", version: "1.4", body: [{ type: "Nothing" }] })).not.toEqual([]);
});

test("CHN13 R24 a text for Google Chat has no markup but ours", () => {
  for (const name of texts) {
    const { text } = googleChatMessage(incidentEvent(namedIncident(name)), "inc_1", false);
    expect(text.match(/<[^>]*>/g)).toEqual([`<${messageIncident().links.web}|Open the incident>`]);
    const [first = "", ...others] = text.split("\n");
    expect(first.match(/\*/g)).toHaveLength(2);
    const plain = others.slice(0, -1).filter((line) => !line.startsWith("`"));
    expect(plain.join("\n")).not.toMatch(/[*~`@]/);
    expect(others.slice(0, -1).join("\n")).not.toContain("://");
    expect([first, ...plain].join("\n")).not.toContain("](");
  }
});

test("CHN11 R24 an event for PagerDuty carries names as text on one line", () => {
  for (const name of texts) {
    const { payload } = alertEvent(namedIncident(name), "trigger");
    expect(payload?.summary).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect(payload?.source).not.toBe("");
  }
});

test("CHN10 CHN11 CHN12 CHN13 five thousand members and long names stay within every size, and the count stays", () => {
  for (const length of [1, 60, 5_000])
    for (const type of ["incident.opened", "incident.changed", "incident.resolved"] as const) {
      const event = incidentEvent(many(length), type);
      const slack = slackMessage(event, false);
      expect(JSON.stringify(slack).length).toBeLessThan(13_000);
      expect(JSON.stringify(slack)).toMatch(/and 49\d\d more/);
      const [header] = slack.blocks;
      expect(header?.type === "header" && header.text.text.length).toBeLessThanOrEqual(150);
      const teams = JSON.stringify(teamsMessage(event, false));
      expect(Buffer.byteLength(teams)).toBeLessThan(28 * 1_024);
      expect(teams).toMatch(/and 49\d\d more/);
      const { text } = googleChatMessage(event, "inc_1", false);
      expect(text.length).toBeLessThanOrEqual(4_096);
      expect(text).toMatch(/and \d{4} more/);
      const alert = alertEvent(many(length), "trigger");
      expect(alert.payload?.summary.length).toBeLessThanOrEqual(1_024);
      expect(Buffer.byteLength(JSON.stringify(alert))).toBeLessThan(512 * 1_024);
      expect(alert.payload?.custom_details).toMatchObject({ affected: 5_000 });
    }
});

test("CHN10 a text that is cut keeps whole characters", () => {
  expect(cut("🎉".repeat(3), 4)).toBe("🎉…");
});
