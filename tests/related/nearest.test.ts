import { expect, test } from "vitest";
import { fitting, nearest } from "./nearest.ts";

const edge = (from: string, to: string | undefined, typeOnly = false) => ({
  from,
  to,
  specifier: to ?? "package",
  typeOnly,
  names: [],
});

test("files are found by their distance to a change, once each, and not through types or packages", () => {
  const edges = [
    edge("far.test", "b"),
    edge("a.test", "a"),
    edge("b", "a"),
    edge("a", "b"), // a cycle
    edge("a.test", "b"),
    edge("types.test", "a", true),
    edge("other.test", "c"),
    edge("a", undefined),
  ];
  expect(nearest(edges, ["a"])).toEqual(["a", "a.test", "b", "far.test"]);
});

test("the nearest tests run now, as far as the time goes, and one runs in any case", () => {
  const tests = ["a", "b", "c"];
  expect(fitting(tests, () => 2, 5)).toEqual({ now: ["a", "b"], later: ["c"] });
  expect(fitting(tests, () => 9, 5)).toEqual({ now: ["a"], later: ["b", "c"] });
  expect(fitting(tests, () => 1, 5)).toEqual({ now: tests, later: [] });
});
