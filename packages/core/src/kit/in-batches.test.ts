import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { inBatches, withinBudget } from "./in-batches.ts";

test("all items are worked on in their order, and never more than a batch at once", async () => {
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  await inBatches([1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    running += 1;
    most = Math.max(most, running);
    await nextTurn();
    running -= 1;
  });
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test("after a failure no other batch begins", async () => {
  const begun: number[] = [];
  const failing = inBatches([1, 2, 3], 2, (item) => {
    begun.push(item);
    return item === 1 ? Promise.reject(new Error("no")) : Promise.resolve();
  });
  await expect(failing).rejects.toThrow("no");
  expect(begun).toEqual([1, 2]);
});

test("a budget of rows ends the work, is used up by it, and says whether that was all", async () => {
  const done: number[] = [];
  const budget = { rows: 3 };
  const work = async (one: number) => {
    await nextTurn();
    done.push(one);
  };
  expect(await withinBudget([1, 2], budget, work)).toBe(true);
  expect([done, budget.rows]).toEqual([[1, 2], 1]);
  expect(await withinBudget([3, 4], budget, work)).toBe(false);
  expect([done, budget.rows]).toEqual([[1, 2, 3], 0]);
});
