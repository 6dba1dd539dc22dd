import { concernOfMemory } from "@shardwatch/core/contract/filter/severity";
import { hour, minute } from "@shardwatch/core/kit/time";
import { expect, test } from "vitest";
import { fleet } from "./fleet/acme.ts";
import { measure } from "./measure.ts";

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
