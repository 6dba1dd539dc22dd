import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Theme = "light" | "dark";

const css = readFileSync(new URL("theme.css", import.meta.url), "utf8");

/** Lightness, chroma and hue of an opaque colour. Throws when the theme has none of that name. */
function colorOf(name: string, theme: Theme): number[] {
  const [, value = ""] = new RegExp(`--color-${name}: (.+);`).exec(css) ?? [];
  const both = [...value.matchAll(/oklch\(([\d. ]+)\)/g)].map(([, parts = ""]) => parts);
  const parts = theme === "dark" ? both.at(-1) : both[0];
  if (parts === undefined) throw new Error(`the theme has no colour ${name}`);
  return parts.split(" ").map(Number);
}

/** The relative luminance of WCAG. The matrices are those of CSS Color 4. */
function luminance([lightness = 0, chroma = 0, hue = 0]: readonly number[]): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const [red = 0, green = 0, blue = 0] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const panels = ["page", "surface", "raised", "sunken", "head", "hover", "selected"];

/** What is drawn on what. Text needs 4.5, what shows a control, a focus or a figure needs 3. */
const pairs: readonly (readonly [least: number, front: readonly string[], backs: readonly string[]])[] = [
  [4.5, ["ink", "muted", "faint", "accent"], panels],
  [4.5, ["bad", "warn"], ["page", "surface", "raised", "sunken", "hover"]],
  [4.5, ["on-accent"], ["accent-fill", "accent-strong", "danger", "danger-strong"]],
  [4.5, ["bad"], ["bad-soft"]],
  [4.5, ["warn"], ["warn-soft"]],
  [4.5, ["admin"], ["surface", "admin-soft"]],
  [4.5, ["ink"], ["track"]],
  [3, ["accent", "field", "good"], panels],
  [3, ["accent-fill", "danger"], ["page", "surface", "raised"]],
  [3, ["meter", "faint", "caution", "bad-fill"], ["track"]],
];

function contrast(front: string, back: string, theme: Theme): number {
  const [one, other] = [luminance(colorOf(front, theme)) + 0.05, luminance(colorOf(back, theme)) + 0.05];
  return Math.max(one, other) / Math.min(one, other);
}

test.each(["light", "dark"] as const)(
  "texts and controls of the %s theme have the contrast of WCAG AA",
  (theme) => {
    const tooWeak = pairs.flatMap(([least, fronts, backs]) =>
      fronts.flatMap((front) =>
        backs
          .map((back) => ({ back, ratio: contrast(front, back, theme) }))
          .filter(({ ratio }) => ratio < least)
          .map(({ back, ratio }) => `${front} on ${back}: ${ratio.toFixed(2)} of ${least}`),
      ),
    );
    expect(tooWeak).toEqual([]);
  },
);

test("the layers of the dark theme differ in lightness", () => {
  const [page = 0, surface = 0, head = 0, raised = 0] = ["page", "surface", "head", "raised"].map(
    (name) => colorOf(name, "dark")[0],
  );
  for (const step of [surface - page, head - surface, raised - surface]) expect(step).toBeGreaterThan(0.03);
});
