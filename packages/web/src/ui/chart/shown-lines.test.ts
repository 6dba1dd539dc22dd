import { expect, test } from "vitest";
import { type ChosenLines, chosenAfter, isShown } from "./shown-lines.ts";

const lines = [{ id: "a" }, { id: "b" }, { id: "others", isHidden: true }];
const shownOf = (chosen: ChosenLines) => lines.filter((line) => isShown(chosen, line)).map(({ id }) => id);

test("SCR10 a click on a line shows it alone, more clicks add and hide, and the last one shows all", () => {
  let chosen: ChosenLines;
  const shown = (id: string) => shownOf((chosen = chosenAfter(chosen, lines, id)));
  expect(shownOf(undefined)).toEqual(["a", "b"]);
  expect(shown("a")).toEqual(["a"]);
  expect(shown("b")).toEqual(["a", "b"]);
  expect(shown("a")).toEqual(["b"]);
  expect(shown("b")).toEqual(["a", "b"]);
  // One that starts hidden is added to what is there.
  expect(shown("others")).toEqual(["a", "b", "others"]);
});

test("SCR10 a line of the past is drawn with its own, and only while that one is alone", () => {
  const before = { id: "a before", follows: "a", style: "before", isHidden: true } as const;
  expect(isShown(undefined, before)).toBe(false);
  expect(isShown(new Set(["a"]), before)).toBe(true);
  expect(isShown(new Set(["a", "b"]), before)).toBe(false);
  expect(isShown(new Set(["a", "b"]), { id: "limit", follows: "a" })).toBe(true);
});
