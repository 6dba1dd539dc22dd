import { concernOfMemory } from "@shardwatch/core/contract/filter/severity";
import { day, hour, minute } from "@shardwatch/core/kit/time";
import { expect, test } from "vitest";
import { fleet } from "./fleet/acme.ts";
import { outcomes } from "./fleet/outcomes.ts";
import { measure, memoryUsed } from "./measure.ts";

const seededAt = Date.parse("2026-01-05T10:00:00Z");
const deployments = Object.values(fleet).flat();

test("the demo data moves, and what is nearly full or full is so at any time of the day", () => {
  for (const deployment of deployments) {
    const seen = new Map<string, { amounts: Set<string | null>; concerns: Set<string> }>();
    for (let at = seededAt; at < seededAt + 24 * hour; at += 10 * minute) {
      const measuring = { organization: "org", kind: "agent", at, seededAt, withTrouble: false } as const;
      for (const database of measure(deployment, measuring).databases ?? []) {
        const { amounts, concerns } = seen.get(database.id) ?? { amounts: new Set(), concerns: new Set() };
        const utilization = (100 * Number(database.memoryUsed)) / Number(database.memoryLimit || Infinity);
        amounts.add(database.memoryUsed);
        concerns.add(concernOfMemory({ utilization, policy: database.evictionPolicy }));
        seen.set(database.id, { amounts, concerns });
      }
    }
    for (const [id, { amounts, concerns }] of seen) {
      expect(amounts.size, `${deployment.name} ${id}`).toBeGreaterThan(10);
      expect([...concerns], `${deployment.name} ${id}`).toHaveLength(1);
    }
  }
});

test("CHG04 memory of the demo grows at its last pace after the seeding, and is never below zero or above its limit", () => {
  const [carts] = outcomes.flatMap(({ databases }) => databases.filter(({ name }) => name === "carts"));
  if (!carts?.limit) throw new Error("there are no carts");
  const { limit } = carts;
  const part = (days: number) => memoryUsed(carts, "carts", { at: seededAt + days * day, seededAt }) / limit;
  // At the same time of the day its wave is the same.
  expect(part(0) - part(-10)).toBeCloseTo(0.11, 5);
  expect(part(5) - part(0)).toBeCloseTo(0.055, 5);
  expect(part(-80) - part(-70)).toBeCloseTo(0, 5);
  for (const [key, database] of deployments.flatMap((one) =>
    one.databases.map((each) => [one.key, each] as const),
  ))
    for (let hours = 0; hours < 24; hours += 1)
      expect(
        memoryUsed(database, key, { at: seededAt - 395 * day + hours * hour, seededAt }),
      ).toBeGreaterThan(0);
  expect(part(9)).toBe(1);
  expect(part(400)).toBe(1);
});
