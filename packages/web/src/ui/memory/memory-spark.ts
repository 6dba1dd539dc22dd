import { isRelative, sparkBox, sparkDrawing, sparkWords } from "./spark-text.ts";

/*
 * Rows have empty <memory-spark> elements. They become drawings when this code comes, after the rows. React
 * neither draws them nor knows what is in them, so that a key press never waits for a hundred drawings.
 */

/** Where sparklines come from. Keys are those of `keyOf`. */
export interface SparkSource {
  textOf: (key: string) => string | undefined;
  /** Called with the keys that are shown, after rows have changed. */
  want: (keys: readonly string[]) => void;
}

/** In a cell, it has its size before it is drawn: a drawing changes no other element's place. */
const ofCell = {
  display: "block",
  width: "64px",
  height: "20px",
  pointerEvents: "none",
  contain: "layout size style",
};

const line = {
  fill: "none",
  stroke: "currentColor",
  "stroke-width": "1.25",
  "stroke-linejoin": "round",
  "vector-effect": "non-scaling-stroke",
};

/** A line without length, whose ends are round: a dot that stays round however the drawing is stretched. */
const dot = { ...line, "stroke-width": "4.5", "stroke-linecap": "round" };

const set = (element: Element, attributes: object) => {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
};

let source: SparkSource | undefined;
const shown = new Set<MemorySpark>();
const svg = "http://www.w3.org/2000/svg";

class MemorySpark extends HTMLElement {
  static readonly observedAttributes = ["of"];
  #drawing: { path: SVGPathElement; end: SVGLineElement; words: HTMLElement } | undefined;
  #text: string | undefined;

  connectedCallback(): void {
    shown.add(this);
    // Its rules are here, because a class for each would be part of every first download.
    if (this.classList.contains("cell")) Object.assign(this.style, ofCell);
    drawSoon();
  }

  disconnectedCallback(): void {
    shown.delete(this);
  }

  /** Another row has come to this place. The line of the former one must not stay; hiding it is one change, not three. */
  attributeChangedCallback(): void {
    if (this.#drawing) this.style.visibility = "hidden";
    drawSoon();
  }

  get key(): string {
    return this.getAttribute("of") ?? "";
  }

  draw(): void {
    this.#show(source?.textOf(this.key) ?? "");
    if (this.style.visibility !== "") this.style.visibility = "";
  }

  #show(text: string): void {
    if (text === (this.#text ?? "")) return;
    this.#text = text;
    const { path, end, words } = (this.#drawing ??= this.#add());
    const opacity = isRelative(text) ? "0.35" : "0.55";
    const { d, x, y } = sparkDrawing(text);
    set(path, { d, opacity });
    set(end, { x1: x, x2: x, y1: y, y2: y, opacity: d === "" ? 0 : 0.8 });
    words.textContent = sparkWords(text) ?? "";
  }

  #add() {
    const drawing = document.createElementNS(svg, "svg");
    const path = document.createElementNS(svg, "path");
    const end = document.createElementNS(svg, "line");
    const words = document.createElement("span");
    const attributes = {
      viewBox: sparkBox,
      preserveAspectRatio: "none",
      width: "100%",
      height: "100%",
      overflow: "visible",
    };
    set(drawing, { ...attributes, "aria-hidden": "true" });
    set(path, line);
    set(end, dot);
    words.className = "sr-only";
    drawing.append(path, end);
    // The row below a tooltip has the drawing. The tooltip has its words.
    const isTooltip = this.closest("[role=tooltip]") !== null;
    if (isTooltip) words.className = "";
    this.append(...(isTooltip ? [] : [drawing]), words);
    return { path, end, words };
  }
}

let isWished = false;

/** Milliseconds after the rows. Who types a search presses the next key right after them: its frame has no drawings. */
const pause = 150;

/** Draws when the rows are painted. */
function drawSoon(): void {
  if (isWished) return;
  isWished = true;
  requestAnimationFrame(() =>
    setTimeout(() => {
      isWished = false;
      drawSparks();
      askForSparks();
    }, pause),
  );
}

/** How long a slice of drawing may take, in milliseconds, so that a key press waits for no more than one. */
const slice = 4;

/** Draws all that is known, in slices. */
export function drawSparks(): void {
  drawSome([...shown]);
}

function drawSome(sparks: readonly MemorySpark[]): void {
  const end = performance.now() + slice;
  for (const [place, spark] of sparks.entries()) {
    if (performance.now() > end) return void setTimeout(() => drawSome(sparks.slice(place)));
    spark.draw();
  }
}

/** Asks the source for what is shown. */
export function askForSparks(): void {
  if (shown.size > 0) source?.want([...shown].map(({ key }) => key));
}

/** Sparklines come from this source until the returned function is called. */
export function connectSparks(connected: SparkSource): () => void {
  source = connected;
  if (customElements.get("memory-spark") === undefined) customElements.define("memory-spark", MemorySpark);
  drawSoon();
  return () => {
    if (source === connected) source = undefined;
  };
}
