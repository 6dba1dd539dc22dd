import { fitting, symbolOf, type Tone, toneOf } from "./chat.ts";
import { partsOf } from "./mail.ts";
import { line, type Parts } from "./mail-body.ts";
import type { ChannelEvent } from "./message.ts";

/*
 * Messages for Teams: an adaptive card of version 1.4. Names are in runs of text, which read no Markdown.
 */

interface Run {
  type: "TextRun";
  text: string;
  weight?: "Bolder";
  size?: "Large";
  color?: "Attention" | "Warning" | "Accent" | "Good";
  fontType?: "Monospace";
}

interface Card {
  $schema: string;
  type: "AdaptiveCard";
  version: "1.4";
  msteams: { width: "full" };
  body: { type: "RichTextBlock"; inlines: Run[]; separator?: true }[];
  actions: { type: "Action.OpenUrl"; title: string; url: string }[];
}

/** A message as a workflow takes it. */
export interface TeamsMessage {
  type: "message";
  attachments: [{ contentType: "application/vnd.microsoft.card.adaptive"; contentUrl: null; content: Card }];
}

/** Teams takes 28 KB. */
const longestMessage = 25_000;

const colors = {
  critical: "Attention",
  warning: "Warning",
  info: "Accent",
  over: "Good",
} as const satisfies Record<Tone, Run["color"]>;

export function teamsMessage(event: ChannelEvent, isWhole: boolean): TeamsMessage {
  const [symbol, color] = [symbolOf(event), colors[toneOf(event)]];
  return fitting(
    partsOf(event, isWhole),
    (parts) => messageOf(parts, symbol, color),
    (message) => Buffer.byteLength(JSON.stringify(message)) <= longestMessage,
  );
}

const run = (text: string, more: Omit<Run, "type" | "text"> = {}): Run => ({
  type: "TextRun",
  text,
  ...more,
});
const block = (...inlines: Run[]) => ({ type: "RichTextBlock", inlines }) as const;

function messageOf(parts: Parts, symbol: string, color: NonNullable<Run["color"]>): TeamsMessage {
  const { title, facts, members, more, advice, command, link, linkText } = parts;
  const named = [...members.map((one) => `• ${one}`), ...(more > 0 ? [`and ${more} more`] : [])];
  const content: Card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    msteams: { width: "full" },
    body: [
      block(run(`${symbol} ${title}`, { weight: "Bolder", size: "Large", color })),
      ...facts.map(([label, value]) => block(run(`${label}: `, { weight: "Bolder" }), run(value))),
      ...named.map((one) => block(run(one))),
      ...(advice ? [{ ...block(run(advice.join(""))), separator: true as const }] : []),
      ...(command ? [block(run(command, { fontType: "Monospace" }))] : []),
    ],
    actions: [{ type: "Action.OpenUrl", title: linkText, url: line(link, 2_000) }],
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  };
}
