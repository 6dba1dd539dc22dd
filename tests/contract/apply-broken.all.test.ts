import { expect, test } from "vitest";
import { appliedAgain, wholeFile } from "../support/apply.ts";
import { served } from "../support/command-line.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const api = await served(world);
const files = {
  from: "views: [{ name: Full, filter: 'util>50' }, { name: Old, filter: 'util>1' }]",
  to: wholeFile(world).whole,
};

const { state: expected } = await appliedAgain(world, api, files, {
  at: 0,
  when: "before",
  isLasting: false,
});

test.each(
  (["before", "after"] as const).flatMap((when) => [true, false].map((isLasting) => ({ when, isLasting }))),
)(
  "RUL09 OUT06 a whole file, with a network that breaks at each call in turn ($when, lasting: $isLasting)",
  async ({ when, isLasting }) => {
    for (let at = 1, isOver = false; !isOver; at += 1) {
      const { first, second, asked, state } = await appliedAgain(world, api, files, { at, when, isLasting });
      const what = `call ${at}: ${first.stderr}`;
      expect(state, what).toEqual(expected);
      expect(second.code, what).toBe(0);
      isOver = asked < at;
      if (isLasting && !isOver) expect(first.code, what).toBe(2);
    }
  },
);
