import { expect, test } from "vitest";
import { appliedAgain } from "../support/apply.ts";
import { served } from "../support/command-line.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const api = await served(world);
const until = new Date(world.clock.now() + 3_600_000).toISOString();

const from = "views: [{ name: Full, filter: 'util>50' }, { name: Old, filter: 'util>1' }]";
const to = `
channels: [{ kind: webhook, name: Pager, urlEnv: HOOK, on: false }]
silences: [{ reason: Maintenance, rule: unwell, until: "${until}" }]
views: [{ name: Full, filter: 'util>90' }, { name: New }]
`;

// The whole of it, with calls that never arrive, and with a network that breaks once, is in apply-broken.all.test.ts.
test("RUL09 OUT06 the network breaks from each call on in turn, after the server has it: applied again, the same, and nothing twice", async () => {
  const applied = async (at: number) =>
    await appliedAgain(world, api, { from, to }, { at, when: "after", isLasting: at > 0 });
  const { state: expected } = await applied(0);
  expect(expected).toMatchObject({
    channels: { length: 3 },
    silences: { length: 1 },
    views: { length: 2 },
  });
  for (let at = 1, isOver = false; !isOver; at += 1) {
    const { first, second, asked, state } = await applied(at);
    const what = `call ${at}: ${first.stderr}`;
    expect(state, what).toEqual(expected);
    isOver = asked < at;
    expect([first.code, second.code], what).toEqual([isOver ? 0 : 2, 0]);
  }
});
