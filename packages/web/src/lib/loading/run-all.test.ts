import { expect, test } from "vitest";
import { runAll } from "./run-all.ts";

test("LSX07 every item is tried, so many at once, and each failure is told with its item", async () => {
  let running = 0;
  let most = 0;
  const counts: number[] = [];
  const failures = await runAll(
    [1, 2, 3, 4, 5, 6, 7],
    3,
    async (item) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 10 - item));
      running -= 1;
      if (item % 3 === 0) throw new Error(`no ${item}`);
    },
    (count) => counts.push(count),
  );
  expect(failures.map(({ item, error }) => [item, String(error)])).toEqual([
    [3, "Error: no 3"],
    [6, "Error: no 6"],
  ]);
  expect(most).toBe(3);
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("LSX07 nothing to do is done at once", async () => {
  expect(await runAll([], 3, () => Promise.reject(new Error("never")))).toEqual([]);
});
