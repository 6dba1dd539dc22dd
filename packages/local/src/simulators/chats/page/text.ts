import { html } from "hono/html";
import type { Html } from "../../provider/layout.ts";

type Part = Html | string;

const marked =
  /<([^<>\n]+)>|`([^`\n]+)`|(?<!\w)\*([^*\n]+)\*(?!\w)|(?<!\w)_([^_\n]+)_(?!\w)|(?<!\w)~([^~\n]+)~(?!\w)/g;

/**
 * A text with the marks of Slack and of Google Chat: bold, italic, struck, code, links and mentions.
 * @param decode what the service makes of the characters between the marks
 */
export function marksDrawn(text: string, decode: (text: string) => string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(marked)) {
    parts.push(decode(text.slice(end, match.index)), drawn(match, decode));
    end = match.index + match[0].length;
  }
  return [...parts, decode(text.slice(end))];
}

function drawn(
  [all, tag, code, bold, italic, struck]: RegExpExecArray,
  decode: (text: string) => string,
): Part {
  const inner = (text: string) => marksDrawn(text, decode);
  if (code !== undefined) return html`<code>${decode(code)}</code>`;
  if (bold !== undefined) return html`<strong>${inner(bold)}</strong>`;
  if (italic !== undefined) return html`<em>${inner(italic)}</em>`;
  if (struck !== undefined) return html`<s>${inner(struck)}</s>`;
  const [target = "", label] = (tag ?? "").split("|");
  if (/^https?:/i.test(target)) return link(decode(target), decode(label ?? target));
  const [, kind, whom] = /^([!@#]|users\/)(.*)$/.exec(target) ?? [];
  if (kind !== undefined) return html`<mark>${decode(label ?? `${kind === "#" ? "#" : "@"}${whom}`)}</mark>`;
  return decode(all);
}

/** Slack's own escapes, and no others. */
export const decodeSlack = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

const markdown = /\[([^\]\n]*)\]\(([^)\s]*)\)|\*\*([^*\n]+)\*\*|(?<!\w)_([^_\n]+)_(?!\w)/g;

/** A text of a card with the Markdown that Teams reads. */
export function markdownDrawn(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(markdown)) {
    const [all, label = "", target = "", bold, italic] = match;
    parts.push(text.slice(end, match.index));
    if (bold !== undefined) parts.push(html`<strong>${bold}</strong>`);
    else if (italic !== undefined) parts.push(html`<em>${italic}</em>`);
    else parts.push(link(target, label));
    end = match.index + all.length;
  }
  return [...parts, text.slice(end)];
}

/** Leads only to the web: another address is shown as text. */
export const link = (target: string, label: string): Html =>
  /^https?:/i.test(target)
    ? html`<a href="${target}" rel="noreferrer">${label}</a>`
    : html`${label} (${target})`;

/** A link that looks like a button. */
export const linkButton = (target: string, label: string): Html =>
  /^https?:/i.test(target)
    ? html`<a class="button" href="${target}" rel="noreferrer">${label}</a>`
    : html`<span class="button">${label}</span>`;

export function timeOf(at: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")}</time>`;
}

/** Says whom a message pings: ours never should. */
export const pingsOf = (pings: readonly string[]): Html | string =>
  pings.length === 0 ? "" : html`<p class="warning">This pings: ${pings.join(" ")}</p>`;
