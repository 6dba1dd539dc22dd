import { fitting, symbolOf } from "./chat.ts";
import { partsOf } from "./mail.ts";
import { line, type Parts } from "./mail-body.ts";
import type { ChannelEvent } from "./message.ts";

/** A message as the webhook of a space takes it. All of one incident are in one thread. */
export interface GoogleChatMessage {
  text: string;
  thread: { threadKey: string };
}

/** Google Chat takes 4,096 characters. */
const longestMessage = 4_000;

/** Characters that begin markup, a link or a mention, and others like them that do not. */
const likeness: Readonly<Record<string, string>> = {
  "<": "‹",
  ">": "›",
  "*": "∗",
  "~": "∼",
  "`": "ʼ",
  "@": "＠",
};

/**
 * A text of others that Google Chat shows as it is. Its messages have no form that reads no markup, and no way to escape
 * it. An underline within a word is none, and an address is cut after its scheme. Where an installation of Chat reads
 * Markdown, "[text](address)" is a link.
 */
export const plainText = (value: string): string =>
  value
    .replace(/[<>*~`@]/g, (character) => likeness[character] ?? "")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "‗")
    .replaceAll("](", "］(")
    .replaceAll("://", ":∕∕");

/** A text between accents, where only what ends it and what begins a link is read. */
const inCode = (value: string): string =>
  value.replace(/[<>`]/g, (character) => likeness[character] ?? "").replaceAll("://", ":∕∕");

/** @param threadKey the same for all messages of an incident */
export function googleChatMessage(
  event: ChannelEvent,
  threadKey: string,
  isWhole: boolean,
): GoogleChatMessage {
  const symbol = symbolOf(event);
  return fitting(
    partsOf(event, isWhole),
    (parts) => ({ text: textOf(parts, symbol), thread: { threadKey } }),
    ({ text }) => text.length <= longestMessage,
  );
}

function textOf(parts: Parts, symbol: string): string {
  const { title, facts, members, more, advice, command, link, linkText } = parts;
  const named = [...members.map((one) => `• ${plainText(one)}`), ...(more > 0 ? [`and ${more} more`] : [])];
  return [
    `${symbol} *${plainText(title)}*`,
    ...facts.map(([label, value]) => `${label}: ${plainText(value)}`),
    ...named,
    ...(advice ? [plainText(advice.join(""))] : []),
    ...(command ? [`\`${inCode(command)}\``] : []),
    `<${line(link, 2_000)}|${linkText}>`,
  ].join("\n");
}
