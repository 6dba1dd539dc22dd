import { expect, test } from "vitest";
import { appliedAgain, wholeFile } from "../support/apply.ts";
import { served } from "../support/command-line.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const api = await served(world);
const views = "views: [{ name: Full, filter: 'util>50' }, { name: Old, filter: 'util>1' }]";

/** Rules name a channel that the same file makes, and a silence names one of them. */
const rules = {
  from: `
rules:
  - { name: Quiet, when: util>99 }
  - { name: Old, when: util>99 }
  - { builtIn: unwell, severity: info }
`,
  to: `
channels: [{ kind: webhook, name: Pager, urlEnv: HOOK, secretEnv: HOOK_SECRET }]
rules:
  - { name: Nearly full, when: util>80, for: 20, channels: [Pager] }
  - { name: Quiet, when: "tls:no", channels: [] }
  - { builtIn: memory-full, thresholds: { warning: 70 }, channels: [Pager] }
silences: [{ reason: Known, rule: nearly full, until: "${wholeFile(world).night}" }]
`,
};

const cases = [
  { what: "a whole file", files: { from: views, to: wholeFile(world).whole } },
  { what: "a file with rules", files: rules },
].flatMap((one) =>
  (["before", "after"] as const).flatMap((when) =>
    [true, false].map((isLasting) => ({ ...one, when, isLasting })),
  ),
);

const unbroken = { at: 0, when: "before", isLasting: false } as const;

test("RUL09 a file with rules makes all of them, and its silence is of one of them", async () => {
  const { state } = await appliedAgain(world, api, rules, unbroken);
  const { rules: made, silences } = state as { rules: object[]; silences: object[] };
  expect(made.slice(0, 3)).toMatchObject([
    { name: "Nearly full", channels: ["Pager"] },
    { name: "Quiet", channels: [] },
    { name: "Memory is nearly full", channels: ["Pager"], isChanged: true },
  ]);
  expect(made.filter((one) => "isChanged" in one && one.isChanged)).toHaveLength(1);
  expect(silences).toMatchObject([{ scope: "Nearly full" }]);
});

test.each(cases)(
  "RUL09 OUT06 $what, with a network that breaks at each call in turn ($when, lasting: $isLasting)",
  async ({ files, when, isLasting }) => {
    const { state: expected } = await appliedAgain(world, api, files, unbroken);
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
