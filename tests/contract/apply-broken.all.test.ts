import { expect, test } from "vitest";
import { appliedAgain, wholeFile } from "../support/apply.ts";
import { served } from "../support/command-line.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const api = await served(world);
/** Rules name a channel that the same file makes, and a silence names one of them. */
const rules = `
rules:
  - { name: Nearly full, when: util>80, for: 20, channels: [Pager] }
  - { name: Quiet, when: "tls:no", channels: [] }
  - { builtIn: memory-full, thresholds: { warning: 70 }, channels: [Archive] }
`;
const files = {
  from: `
views: [{ name: Full, filter: 'util>50' }, { name: Old, filter: 'util>1' }]
rules:
  - { name: Quiet, when: util>99 }
  - { name: Old, when: util>99 }
  - { builtIn: unwell, severity: info }
`,
  to: `${wholeFile(world).whole.replace("rule: unwell", "rule: nearly full")}${rules}`,
};

const { state: expected } = await appliedAgain(world, api, files, {
  at: 0,
  when: "before",
  isLasting: false,
});

test("RUL09 the whole file is what is tried", () => {
  expect(expected).toMatchObject({
    rules: expect.arrayContaining([
      expect.objectContaining({ name: "Nearly full", channels: ["Pager"] }),
      expect.objectContaining({ name: "Quiet", channels: [] }),
      expect.objectContaining({ name: "Memory is nearly full", channels: ["Archive"], isChanged: true }),
    ]) as object[],
    silences: expect.arrayContaining([expect.objectContaining({ scope: "Nearly full" })]) as object[],
  });
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
