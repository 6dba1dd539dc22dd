import { cleanText } from "../../kit/foreign-text.ts";
import { cut } from "./message.ts";

/** A mail to a person. */
export interface Mail {
  /** One line without control characters, at most 150 UTF-16 units. */
  subject: string;
  text: string;
  html: string;
}

/** The longest subject, in UTF-16 units. */
export const longestSubject = 150;
const longestName = 200;

/** A fact with its label. */
export type Fact = readonly [label: string, value: string];

/** What a mail says, in the order of its parts. */
export interface Parts {
  title: string;
  facts: Fact[];
  members: string[];
  /** How many are not named. */
  more: number;
  /** With "" as label for a text that needs none. */
  advice: Fact | undefined;
  command: string;
  link: string;
  linkText: string;
}

/** A text of others as part of one line. A line break would begin another header, or a line that looks like ours. */
export const line = (text: string, length = longestName): string => cut(cleanText(text).trim(), length);

/** Subject, text and HTML of a mail. All texts are escaped in the HTML. */
export function mailOfParts({ title: named, ...others }: Parts): Mail {
  // An encoded word of a header (RFC 2047) would bring back characters that are removed from names.
  const title = cut(named.replaceAll("=?", "= ?"), longestSubject);
  const parts = { ...others, title };
  return { subject: title, text: textOf(parts), html: htmlOf(parts) };
}

function textOf({ title, facts, members, more, advice, command, link, linkText }: Parts): string {
  const named = members.map((member) => `- ${member}`);
  if (more > 0) named.push(`and ${more} more`);
  const blocks = [
    [title],
    facts.map(([label, value]) => `${label}: ${value}`),
    named,
    advice ? [advice.join("")] : [],
    command ? [`    ${command}`] : [],
    [`${linkText}: ${line(link, 2_000)}`],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

/** A name in a script from right to left must not turn the words around it. */
const isolated = (text: string): string => `<bdi>${escape(text)}</bdi>`;

const gray = "color:#5b6472";

function htmlOf({ title, facts, members, more, advice, command, link, linkText }: Parts): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="${gray};padding:2px 16px 2px 0">${escape(label)}</td><td>${isolated(value)}</td></tr>`,
  );
  const items = members.map((member) => `<li>${isolated(member)}</li>`);
  if (more > 0) items.push(`<li>and ${more} more</li>`);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escape(title)}</title></head>`,
    '<body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#1a1f29">',
    `<h1 style="font-size:18px">${isolated(title)}</h1>`,
    `<table role="presentation">${rows.join("")}</table>`,
    items.length > 0 ? `<ul>${items.join("")}</ul>` : "",
    advice ? `<p><b>${escape(advice[0])}</b>${isolated(advice[1])}</p>` : "",
    command ? `<pre>${escape(command)}</pre>` : "",
    `<p><a href="${escape(line(link, 2_000))}">${escape(linkText)}</a></p>`,
    "</body></html>\n",
  ].join("\n");
}
