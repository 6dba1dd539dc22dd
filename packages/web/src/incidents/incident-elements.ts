import type { IncidentSeverity } from "@shardwatch/core/contract/incident/words";
import { formatCount } from "../lib/words/count.ts";
import type { Trouble } from "@shardwatch/core/contract/incident/trouble";

/*
 * The rail and the rows have empty elements. They get their content when this code comes, after the page. React does
 * not know what is in them, so a key press in the list never waits for a mark.
 */

/** Here and not in the stylesheet, because a class for each would be part of every first download. */
const rules = `
incident-count:not(:empty) { margin-inline-start: auto; font-variant-numeric: tabular-nums; }
@media (48rem <= width < 64rem) {
  incident-count:not(:empty) {
    position: absolute; inset-block-start: 0.125rem; inset-inline-start: calc(50% + 0.375rem); margin: 0;
    padding-inline: 0.25rem; border-radius: 1rem; background: var(--color-ink); color: var(--color-surface);
    font-size: 0.6875rem; line-height: 1rem; font-weight: 600;
  }
}
incident-mark:not([hidden]) {
  display: inline-flex; flex: none; align-items: center; gap: 0.125rem; padding-inline: 0.25rem;
  font-size: 0.75rem; font-weight: 600; font-variant-numeric: tabular-nums;
}
incident-mark svg { width: 0.875rem; height: 0.875rem; }
`;

const colors: Readonly<Record<IncidentSeverity, string>> = {
  critical: "var(--color-bad)",
  warning: "var(--color-warn)",
  info: "var(--color-muted)",
};

/** How many incidents are open, the silenced ones apart. */
interface Counts {
  open: number;
  silenced: number;
}

let counts: Counts = { open: 0, silenced: 0 };
let marks: ReadonlyMap<string, Trouble> = new Map();
const counters = new Set<IncidentCount>();
const marked = new Set<IncidentMark>();

/** A text for screen readers only. */
function spoken(text: string): HTMLElement {
  const words = document.createElement("span");
  words.className = "sr-only";
  words.textContent = text;
  return words;
}

/** The number of open incidents, in the rail and in the drawer. Silenced ones are only named. */
class IncidentCount extends HTMLElement {
  connectedCallback(): void {
    counters.add(this);
    this.draw();
  }

  disconnectedCallback(): void {
    counters.delete(this);
  }

  draw(): void {
    const { open, silenced } = counts;
    const words = [open > 0 && "open", silenced > 0 && `${formatCount(silenced)} silenced`].filter(Boolean);
    const parts = open > 0 ? [formatCount(open)] : [];
    // One element: a browser puts a space between the names of two.
    this.replaceChildren(...parts, ...(words.length > 0 ? [spoken(` ${words.join(", ")}`)] : []));
    this.title = silenced > 0 ? this.textContent.trim() : "";
  }
}

const svg = "http://www.w3.org/2000/svg";

/** A bell, as the header's. */
const bell = [
  "M10.268 21a2 2 0 0 0 3.464 0",
  "M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326",
];

function icon(): SVGElement {
  const drawing = document.createElementNS(svg, "svg");
  const attributes = {
    viewBox: "0 0 24 24",
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "2",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "aria-hidden": "true",
  };
  for (const [name, value] of Object.entries(attributes)) drawing.setAttribute(name, value);
  for (const line of bell) {
    const path = document.createElementNS(svg, "path");
    path.setAttribute("d", line);
    drawing.append(path);
  }
  return drawing;
}

/** The open incidents of a deployment beside its name. */
class IncidentMark extends HTMLElement {
  static readonly observedAttributes = ["of"];
  #shown: Trouble | undefined;

  connectedCallback(): void {
    marked.add(this);
    this.draw();
  }

  disconnectedCallback(): void {
    marked.delete(this);
  }

  attributeChangedCallback(): void {
    this.draw();
  }

  draw(): void {
    const mark = marks.get(this.getAttribute("of") ?? "");
    // React sets "of" before "hidden", and so hides what the first of them has shown.
    this.hidden = mark?.worst === undefined;
    if (mark === this.#shown) return;
    this.#shown = mark;
    if (!mark?.worst) return this.replaceChildren();
    const { severity, title = "" } = mark.worst;
    const { count } = mark;
    this.style.color = colors[severity];
    this.title = count === 1 ? title : `${title}, and ${formatCount(count - 1)} more`;
    this.replaceChildren(
      icon(),
      String(count),
      spoken(` open ${count === 1 ? "incident" : "incidents"}, ${severity}`),
    );
  }
}

/** Makes the elements work, once. */
function define(): void {
  if (customElements.get("incident-mark") !== undefined) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
  customElements.define("incident-count", IncidentCount);
  customElements.define("incident-mark", IncidentMark);
}

/** Shows how many incidents are open. */
export function showCounts(next: Counts): void {
  define();
  counts = next;
  for (const counter of counters) counter.draw();
}

/** Marks the deployments of open incidents, by `keyOf`. */
export function showMarks(deployments: ReadonlyMap<string, Trouble>): void {
  define();
  marks = deployments;
  for (const mark of marked) mark.draw();
}
