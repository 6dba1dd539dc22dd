import { html } from "hono/html";
import type { Html } from "../../provider/layout.ts";
import type { GoogleChatMessage, GoogleChatSpace } from "../googlechat.ts";
import { marksDrawn, pingsOf, timeOf } from "./text.ts";

/** A space as Google Chat shows it: its threads, each with the oldest message first. */
export function googleChatDrawn({ messages }: GoogleChatSpace): Html {
  const threads = Map.groupBy(messages, ({ thread }) => thread.name);
  return html`${[...threads.values()].map(([first, ...replies]) =>
    first === undefined
      ? ""
      : html`<li>
          ${messageDrawn(first)}
          ${
            replies.length === 0
              ? ""
              : html`<ol class="thread">
                  ${replies.map((reply) => html`<li>${messageDrawn(reply)}</li>`)}
                </ol>`
          }
        </li>`,
  )}`;
}

const asIs = (text: string): string => text;

const messageDrawn = ({ createTime, text, cardsV2, pings }: GoogleChatMessage): Html =>
  html`<div class="message">
    <p class="sender"><b>Shardwatch</b> <span class="tag">App</span> ${timeOf(Date.parse(createTime))}</p>
    <p class="text">${marksDrawn(text, asIs)}</p>
    ${cardsV2 ? html`<pre>${JSON.stringify(cardsV2, undefined, 2)}</pre>` : ""} ${pingsOf(pings)}
  </div>`;
