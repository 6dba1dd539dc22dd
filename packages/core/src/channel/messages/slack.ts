import { fitting, partsOfState, symbolOf } from "./chat.ts";
import type { Parts } from "./mail-body.ts";
import { line } from "./mail-body.ts";
import { type ChannelEvent, cut, type MessageIncident } from "./message.ts";

/*
 * Messages for Slack. Names are in `rich_text` and `plain_text`, which read no markup. The text beside the blocks is for
 * notifications; in it, the three characters that begin links and mentions are escaped.
 */

/** A part of a line of `rich_text`. */
type Element =
  | { type: "text"; text: string; style?: { bold: true } }
  | { type: "link"; url: string; text: string };
type Line = { type: "rich_text_section"; elements: Element[] };
type Part =
  | Line
  | { type: "rich_text_preformatted"; elements: { type: "text"; text: string }[] }
  | { type: "rich_text_list"; style: "bullet"; elements: Line[] };

export type Block =
  | { type: "header"; text: { type: "plain_text"; text: string; emoji: false } }
  | { type: "rich_text"; elements: Part[] };

/** A message as `chat.postMessage` takes it, without its channel. */
export interface SlackMessage {
  text: string;
  blocks: Block[];
}

/** Slack takes about 13,000 characters, and a header of 150. */
const longestMessage = 11_000;
const longestHeader = 150;

const text = (value: string, isBold = false): Element => ({
  type: "text",
  text: value,
  ...(isBold && { style: { bold: true } }),
});
const section = (...elements: Element[]): Line => ({ type: "rich_text_section", elements });

/** What begins a link, a mention or an entity in a text of Slack. */
export const escapeSlack = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The message of an event, with the state that its incident has now. */
export function slackMessage(event: ChannelEvent, isWhole: boolean): SlackMessage {
  const symbol = symbolOf(event);
  return fitting(
    partsOfState(event, isWhole),
    (parts) => messageOf(`${symbol} ${parts.title}`, partOf(parts)),
    (message) => JSON.stringify(message).length <= longestMessage,
  );
}

const messageOf = (title: string, elements: Part[]): SlackMessage => ({
  text: escapeSlack(title),
  blocks: [
    { type: "header", text: { type: "plain_text", text: cut(title, longestHeader), emoji: false } },
    ...(elements.length > 0 ? [{ type: "rich_text", elements } as const] : []),
  ],
});

function partOf({ facts, members, more, advice, command, link, linkText }: Parts): Part[] {
  const named = [...members, ...(more > 0 ? [`and ${more} more`] : [])];
  const last = facts.length - 1;
  return [
    section(
      ...facts.flatMap(([label, value], index) => [
        text(`${label}: `, true),
        text(`${value}${index < last ? "\n" : ""}`),
      ]),
    ),
    ...(named.length > 0
      ? [
          {
            type: "rich_text_list" as const,
            style: "bullet" as const,
            elements: named.map((one) => section(text(one))),
          },
        ]
      : []),
    ...(advice ? [section(text(advice.join("")))] : []),
    ...(command
      ? [{ type: "rich_text_preformatted" as const, elements: [{ type: "text" as const, text: command }] }]
      : []),
    section({ type: "link", url: line(link, 2_000), text: linkText }),
  ];
}

/** The reply in the thread of a message: that it got worse, or that it is over. */
export function slackReply(incident: MessageIncident): SlackMessage {
  const { state, severity, title } = incident;
  const begin = state === "resolved" ? "Over" : `Worse, now ${severity}`;
  const said = `${begin}: ${line(title)}`;
  return {
    text: escapeSlack(said),
    blocks: [{ type: "rich_text", elements: [section(text(said))] }],
  };
}
