import { expect, test } from "vitest";
import { read } from "./files.ts";

/** The cells of every row of the table. */
function rows(): string[][] {
  const lines = read("docs/limits.md")
    .split("\n")
    .filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`|`$/g, "")),
  );
}

const numberIn = (text: string) => Number(/^\d[\d_,]*/.exec(text)?.[0].replaceAll(/[_,]/g, ""));

test.each(rows())(
  "the documents name the limit that the code has: %s",
  (_, limit = "", file = "", before = "") => {
    const path = file.startsWith("infra/") ? file : `packages/${file}`;
    const places = read(path).split(before.trimEnd());
    expect(places.length, `"${before}" stands in ${path}`).toBeGreaterThan(1);
    expect(numberIn((places[1] ?? "").trimStart())).toBe(numberIn(limit));
  },
);
