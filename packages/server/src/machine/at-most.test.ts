import { expect, test } from "vitest";
import { atMost } from "./at-most.ts";

test("so many work at once, the others follow in order, and a failure gives its place back", async () => {
  const inTurn = atMost(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = [0, 1, 2, 3].map(
    async (number) =>
      await inTurn(async () => {
        begun.push(number);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (number === 0) throw new Error("no luck");
        return number;
      }),
  );
  const settled = Promise.allSettled(all);
  expect(begun).toEqual([0, 1]);
  ends[0]?.();
  await expect(all[0]).rejects.toThrow("no luck");
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.();
  await all[1];
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const end of ends) end();
  expect((await settled).map(({ status }) => status)).toEqual([
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
});
