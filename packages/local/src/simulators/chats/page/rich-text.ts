import { html } from "hono/html";
import * as z from "zod";
import type { Html } from "../../provider/layout.ts";
import { link } from "./text.ts";

/*
 * Slack's rich text. Its texts have no markup: what looks like one is shown as it is.
 */

const inline = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("text"),
    text: z.string(),
    style: z.object({ bold: z.boolean(), italic: z.boolean(), code: z.boolean() }).partial().optional(),
  }),
  z.object({ type: z.literal("link"), url: z.string(), text: z.string().optional() }),
]);
type Inline = z.infer<typeof inline>;

const line = z.object({
  type: z.enum(["rich_text_section", "rich_text_preformatted", "rich_text_quote"]),
  elements: z.array(inline),
});
type Line = z.infer<typeof line>;

const part = z.union([
  line,
  z.object({
    type: z.literal("rich_text_list"),
    style: z.enum(["bullet", "ordered"]),
    elements: z.array(line),
  }),
]);

/** The parts of a block. What is not drawn here, such as a mention, is shown as JSON. */
export const richTextDrawn = (elements: readonly unknown[]): Html => html`${elements.map(partDrawn)}`;

function partDrawn(element: unknown): Html {
  const { data } = part.safeParse(element);
  if (!data) return html`<pre>${JSON.stringify(element, undefined, 2)}</pre>`;
  return data.type === "rich_text_list"
    ? html`<ul class="bullets">
        ${data.elements.map((one) => html`<li>${lineDrawn(one)}</li>`)}
      </ul>`
    : lineDrawn(data);
}

const lineDrawn = ({ type, elements }: Line): Html =>
  type === "rich_text_preformatted"
    ? html`<pre>${elements.map(inlineDrawn)}</pre>`
    : html`<p class="text">${elements.map(inlineDrawn)}</p>`;

function inlineDrawn(element: Inline): Html | string {
  if (element.type === "link") return link(element.url, element.text ?? element.url);
  const { text, style = {} } = element;
  if (style.bold) return html`<strong>${text}</strong>`;
  if (style.italic) return html`<em>${text}</em>`;
  return style.code ? html`<code>${text}</code>` : text;
}
