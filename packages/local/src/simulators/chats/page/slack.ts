import { html } from "hono/html";
import type { Html } from "../../provider/layout.ts";
import type { SlackBlock, SlackButton, SlackText } from "../slack-blocks.ts";
import type { SlackChannel, SlackMessage } from "../slack.ts";
import { richTextDrawn } from "./rich-text.ts";
import { decodeSlack, linkButton, marksDrawn, pingsOf, timeOf } from "./text.ts";

/** A channel as Slack shows it: the oldest message first, with its thread below it. */
export function slackDrawn({ messages }: SlackChannel): Html {
  const threads = Map.groupBy(messages, ({ ts, thread_ts: thread }) => thread ?? ts);
  return html`${[...threads].map(([ts, all]) => {
    const replies = all.filter((message) => message.ts !== ts);
    const first = all.find((message) => message.ts === ts);
    return html`<li>
      ${first ? messageDrawn(first) : html`<p class="quiet">The first message of this thread is gone.</p>`}
      ${replies.length === 0 ? "" : threadDrawn(replies)}
    </li>`;
  })}`;
}

const threadDrawn = (replies: readonly SlackMessage[]): Html =>
  html`<p class="quiet">${replies.length} ${replies.length === 1 ? "reply" : "replies"}</p>
    <ol class="thread">
      ${replies.map((reply) => html`<li>${messageDrawn(reply)}</li>`)}
    </ol>`;

function messageDrawn({ ts, text, blocks, edited, pings }: SlackMessage): Html {
  return html`<div class="message">
    <p class="sender"><b>Shardwatch</b> <span class="tag">App</span> ${timeOf(Number(ts) * 1_000)}</p>
    ${
      blocks && blocks.length > 0
        ? html`${blocks.map(blockDrawn)}
            <p class="quiet">Notification: ${decodeSlack(text)}</p>`
        : html`<p class="text">${marksDrawn(text, decodeSlack)}</p>`
    }
    ${edited ? html`<p class="quiet">(edited)</p>` : ""} ${pingsOf(pings)}
  </div>`;
}

function blockDrawn(block: SlackBlock): Html {
  switch (block.type) {
    case "header":
      return html`<p class="title">${block.text.text}</p>`;
    case "divider":
      return html`<hr />`;
    case "section":
      return html`<div>
        ${block.text ? html`<p class="text">${textDrawn(block.text)}</p>` : ""}
        ${
          block.fields
            ? html`<ul class="fields">
                ${block.fields.map((field) => html`<li class="text">${textDrawn(field)}</li>`)}
              </ul>`
            : ""
        }
        ${block.accessory?.type === "button" ? buttonDrawn(block.accessory) : ""}
      </div>`;
    case "context":
      return html`<p class="quiet">${block.elements.map(contextDrawn)}</p>`;
    case "actions":
      return html`<p>${block.elements.map(buttonDrawn)}</p>`;
    case "rich_text":
      return richTextDrawn(block.elements);
  }
}

const contextDrawn = (element: SlackText | { type: "image"; alt_text: string }): Html =>
  html`<span class="text">${element.type === "image" ? element.alt_text : textDrawn(element)}</span> `;

const textDrawn = ({ type, text }: SlackText) => (type === "mrkdwn" ? marksDrawn(text, decodeSlack) : text);

const buttonDrawn = ({ url = "", text }: SlackButton): Html => html`${linkButton(url, text.text)} `;
