import fc from "fast-check";
import { expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { slotFrom, slotStart, trailsOf } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, signUp } from "../support/world.ts";
import { seedCount } from "../support/seeds.ts";

const world = await worldOfFile();
/** `SEEDS=1000 npx vitest run tests/faults` plays the number that the scoreboard requires. */
const seeds = seedCount({ few: 10, many: 50 });

/** Which slots of which deployments, and how often and in which order the report with them is delivered. */
const deliveries = fc.record({
  ago: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 }),
  figure: fc.integer({ min: 0, max: 2 ** 31 }),
  size: fc.integer({ min: 1, max: 12 }),
  times: fc.oneof(
    { weight: 14, arbitrary: fc.constant(1) },
    { weight: 14, arbitrary: fc.constant(2) },
    { weight: 1, arbitrary: fc.constant(100) },
  ),
  turns: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
});

function turned<T>(items: readonly T[], by: number): T[] {
  const at = by % Math.max(items.length, 1);
  const rest = [...items.slice(at), ...items.slice(0, at)];
  return by % 2 === 0 ? rest : rest.toReversed();
}

test(
  "HIS06 a report with slots that is delivered once, twice or a hundred times, in any order, leaves the same bytes",
  { timeout: 60_000 + seeds * 1_000 },
  async () => {
    const person = await signUp(world);
    const { compositeKey: key } = await createKey(world, person);
    const stored = () => trailsOf(world, person.organizationId);
    await fc.assert(
      fc.asyncProperty(deliveries, async ({ ago, figure, size, times, turns }) => {
        const fleet = Array.from({ length: size }, (_, index) =>
          reported(`redis ${index}`, { databases: databases(3) }),
        );
        const keys = fleet.map((one) => one.key);
        const slots = ago.map((slotsAgo) => slotFrom(slotStart(world, slotsAgo), keys, figure));
        const deliver = async (turn: number) => {
          world.clock.advance(2_000);
          const sent = turned(slots, turn).map(({ at, deployments }) => ({
            at,
            deployments: turned(deployments, turn),
          }));
          const answer = await send(world, key, reportOf(world, fleet, { slots: sent }));
          expect(answer.status).toBe(202);
        };
        await deliver(0);
        const once = await stored();
        expect(once).toHaveLength(ago.length);
        for (const row of once) await world.services.table.remove(row);
        for (let time = 0; time < times; time += 1) await deliver(turns[time % turns.length] ?? 0);
        expect(await stored()).toEqual(once);
        for (const row of once) await world.services.table.remove(row);
      }),
      { numRuns: seeds },
    );
  },
);

test(
  "HIS06 SCR07 of several reports of one slot the one that covers most is left, in whatever order and how often they come",
  { timeout: 60_000 + seeds * 1_000 },
  async () => {
    const person = await signUp(world);
    const { compositeKey: key } = await createKey(world, person);
    const stored = () => trailsOf(world, person.organizationId);
    const fleet = [reported("redis", { databases: databases(3) })];
    const keys = fleet.map((one) => one.key);
    const reports = fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 });
    const turns = fc.array(fc.nat(), { minLength: 5, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(reports, turns, fc.integer({ min: 0, max: 3 }), async (seconds, order, ago) => {
        const at = slotStart(world, ago);
        const deliver = async (covers: number) => {
          world.clock.advance(2_000);
          const slot = slotFrom(at, keys, covers);
          const sent = covers < 300 ? [{ ...slot, covers }] : [slot];
          expect((await send(world, key, reportOf(world, fleet, { slots: sent }))).status).toBe(202);
        };
        const most = Math.max(...seconds);
        await deliver(most);
        const alone = await stored();
        for (const row of alone) await world.services.table.remove(row);
        const all = [...seconds, ...order.map((turn) => seconds[turn % seconds.length] ?? most)];
        for (const covers of turned(all, order[0] ?? 0)) await deliver(covers);
        expect(await stored()).toEqual(alone);
        for (const row of alone) await world.services.table.remove(row);
      }),
      { numRuns: seeds },
    );
  },
);
