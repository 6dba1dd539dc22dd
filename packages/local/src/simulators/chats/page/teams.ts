import { html } from "hono/html";
import type { Html } from "../../provider/layout.ts";
import type { AdaptiveCard, TeamsMessage, TeamsWorkflow } from "../teams.ts";
import { linkButton, markdownDrawn, pingsOf, timeOf } from "./text.ts";

/** The channel that a workflow posts to, the oldest card first. */
export const teamsDrawn = ({ messages }: TeamsWorkflow): Html =>
  html`${messages.map((message) => html`<li>${messageDrawn(message)}</li>`)}`;

const messageDrawn = ({ at, posted, cards, bytes, pings }: TeamsMessage): Html =>
  html`<div class="message">
    <p class="sender"><b>Workflows</b> ${timeOf(at)} <span class="quiet">${bytes} bytes</span></p>
    ${posted ? cards.map(cardDrawn) : html`<p class="warning">Accepted, and never posted.</p>`}
    ${pingsOf(pings)}
  </div>`;

const cardDrawn = ({ body, actions = [] }: AdaptiveCard): Html =>
  html`<div class="card">${elements(body)} ${elements(actions)}</div>`;

type Element = Readonly<Record<string, unknown>>;

/** What is there of a list that a sender made. */
const list = (value: unknown): Element[] =>
  Array.isArray(value) ? value.filter((one): one is Element => typeof one === "object" && one !== null) : [];

const words = (value: unknown): string => (typeof value === "string" ? value : "");

const elements = (value: unknown): Html[] => list(value).map(elementDrawn);

function elementDrawn(element: Element): Html {
  switch (element["type"]) {
    case "TextBlock":
      return html`<p class="${classesOf(element)}">${markdownDrawn(words(element["text"]))}</p>`;
    case "RichTextBlock":
      return html`<p class="text">${list(element["inlines"]).map(runDrawn)}</p>`;
    case "FactSet":
      return html`<dl>
        ${list(element["facts"]).map(
          (fact) =>
            html`<dt>${markdownDrawn(words(fact["title"]))}</dt>
              <dd>${markdownDrawn(words(fact["value"]))}</dd>`,
        )}
      </dl>`;
    case "Container":
    case "Column":
      return html`<div>${elements(element["items"])}</div>`;
    case "ColumnSet":
      return html`<div class="columns">${elements(element["columns"])}</div>`;
    case "ActionSet":
      return html`<p>${elements(element["actions"])}</p>`;
    case "Action.OpenUrl":
      return html`${linkButton(words(element["url"]), words(element["title"]))} `;
    default:
      return html`<p class="quiet">${words(element["type"])}</p>`;
  }
}

/** A TextRun has no Markdown: it is drawn as it is. */
const runDrawn = (run: Element): Html => html`<span class="${classesOf(run)}">${words(run["text"])}</span>`;

/** Weight, size and colour, as classes of the page. */
function classesOf({ weight, size, color, isSubtle }: Element): string {
  const isLarge = ["medium", "large", "extralarge"].includes(words(size).toLowerCase());
  const tone = ["attention", "good", "warning"].find((one) => one === words(color).toLowerCase());
  return [
    "text",
    words(weight).toLowerCase() === "bolder" ? "bold" : "",
    isLarge ? "title" : "",
    tone ?? "",
    isSubtle === true ? "quiet" : "",
  ]
    .filter((name) => name !== "")
    .join(" ");
}
