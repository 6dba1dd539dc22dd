import { expect, test } from "vitest";
import { shares } from "./shares.ts";
import { playwrightArguments, vitestArguments } from "./tiers.ts";

test("a file of seeds or of cases of both is in both tiers, another one in that of its name", () => {
  const tests = ["a.test.ts", "b.seeds.test.ts", "c.both.test.ts", "d.all.test.ts"];
  expect(vitestArguments({ tests }, "first")).toEqual(["run", "--project=unit", ...tests.slice(0, 3)]);
  expect(vitestArguments({ tests, title: "T" }, "second")).toEqual([
    "run",
    "--project=all",
    ...tests.slice(1),
    "-t",
    "T",
  ]);
  expect(vitestArguments({ tests: ["a.test.ts"] }, "second")).toBeUndefined();
  const ofGraph = vitestArguments({ tests: ["tests/graph/a.test.ts"] }, "first");
  expect(ofGraph).toContain("--project=graph");
});

test("a browser test with the tag is in the second tier, and a title chooses in both", () => {
  const tests = ["a.test.ts"];
  expect(playwrightArguments({ tests }, "first")).toEqual(["test", "a.test.ts", "--grep-invert", "@all"]);
  expect(playwrightArguments({ tests, title: "KEY01" }, "first").slice(-2)).toEqual(["--grep", "KEY01"]);
  const [, , , pattern = ""] = playwrightArguments({ tests, title: "KEY01" }, "second");
  const matches = (text: string) => new RegExp(pattern).test(text);
  expect(["a KEY01 b @all", "a KEY01 b", "a KEY02 @all"].map(matches)).toEqual([true, false, false]);
});

test("what one tier misses lowers its share, and what both miss lowers both", () => {
  expect(shares(["first", "second", "first", undefined])).toBe(
    "noticed by npm test alone 2 of 4 (50 %), by both tiers 3 of 4 (75 %)",
  );
});
