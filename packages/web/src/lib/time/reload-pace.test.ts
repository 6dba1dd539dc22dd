import { expect, test } from "vitest";
import { ReloadPace } from "./reload-pace.ts";

test("P22 the first change reloads at once, and changes that go on reload once a minute", () => {
  const pace = new ReloadPace();
  const reloads = [];
  for (let second = 0; second <= 300; second += 10) if (pace.allows(second * 1_000)) reloads.push(second);
  expect(reloads).toEqual([0, 10, 30, 70, 130, 190, 250]);
  expect(pace.allows(500_000)).toBe(true);
  expect(pace.allows(510_000)).toBe(true);
});
