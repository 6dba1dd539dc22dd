import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { play, repeatableWorld } from "../support/played.ts";
import { scenarios } from "../support/scenarios.ts";
import { seedCount } from "../support/seeds.ts";

/** `npm run prove` plays a thousand. */
const seeds = seedCount({ few: 3, many: 15 });
const [one, other] = [await repeatableWorld(), await repeatableWorld()];
afterAll(async () => {
  await one.world.stop();
  await other.world.stop();
});

test(
  "HIS05 HIS06 slots that come late, twice and in any order, between folds that crash, deletions and take-overs, leave the same trails, hours and days as in order",
  { timeout: 60_000 + seeds * 3_000 },
  async () => {
    let played = 0;
    const kinds = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        played += 1;
        const repeatable = { ...scenario, seed: played };
        const [expected, got] = await Promise.all([
          play(one, repeatable, "in order"),
          play(other, repeatable, "disturbed"),
        ]);
        expect(got).toEqual(expected);
        for (const { sk } of expected) {
          const [kind = ""] = sk.split("#");
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        }
      }),
      { numRuns: seeds },
    );
    // The scenarios are not empty ones.
    for (const kind of ["TRAIL", "HOURS", "DAYS"]) expect(kinds.get(kind)).toBeGreaterThan(seeds);
  },
);
