import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { Live } from "@shardwatch/core/contract/deployment/live";
import { list } from "@shardwatch/core/deployment/read/list";
import { live } from "@shardwatch/core/history/live";
import { reportAgain, seedOnce } from "@shardwatch/local/seed/seed";
import { expect, test } from "vitest";
import { worldOfFile } from "../support/world-of-file.ts";

const minute = 60_000;
const world = await worldOfFile();
const settings = { ...world.services.settings, superAdminEmails: ["super@example.com"] };
const services = { ...world.services, settings };

test("DEX01 OPS05 the demo deployments of agents have live figures at the first look, and newer ones after five minutes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-figures-"));
  const file = join(folder, "seed.json");
  try {
    const { people, seed } = await seedOnce(services, file);
    const { items } = await list(people.superAdmin, { limit: 1_000 });
    const agents = items
      .map((item) => JSON.parse(item) as DeploymentListItem)
      .filter(({ source, status }) => source === "agent" && status === "active");
    expect(agents.length).toBeGreaterThan(40);
    // One after the other: each asks for eight groups side by side.
    const figures = async () => {
      const answers: Live[] = [];
      for (const { id, organizationId } of agents)
        answers.push(await live(people.superAdmin, id, { organizationId }));
      return answers;
    };
    const first = await figures();
    for (const [index, { type, memoryUsed }] of agents.entries()) {
      const { to, total, unknown } = first[index] ?? {};
      expect(world.clock.now() - Date.parse(to ?? "")).toBeLessThan(6 * minute);
      expect(total?.opsPerSecond).toBeGreaterThanOrEqual(20);
      expect(total?.hitRatio).toBeGreaterThan(50);
      expect(total?.fragmentation).toBeGreaterThan(1);
      expect(Number(total?.memoryUsed) / Number(memoryUsed)).toBeCloseTo(1, 1);
      // What is missing has a reason of its own, not that nothing was reported.
      const usual = type === "ENTERPRISE" ? "Redis Enterprise does not" : "No replicas.";
      for (const { reason } of unknown ?? []) expect(reason).toContain(usual);
    }
    world.clock.advance(5 * minute);
    await reportAgain(services, people, seed, file);
    for (const [index, { to }] of (await figures()).entries())
      expect(Date.parse(to ?? "") - Date.parse(first[index]?.to ?? "")).toBe(5 * minute);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
