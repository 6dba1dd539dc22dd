import type { Job } from "@shardwatch/core/contract/job";
import { expect, test } from "vitest";
import { worldOfFile } from "../../../../tests/support/world-of-file.ts";
import { signUp } from "../../../../tests/support/world.ts";
import { tick } from "./tick.ts";

const minute = 60_000;
const hour = 60 * minute;
const world = await worldOfFile();

/** The organizations whose census the tick queues at this time. */
async function queuedAt(time: number): Promise<string[]> {
  world.clock.time = time;
  const jobs: Job[] = [];
  await tick(world.services, { send: async (sent) => void jobs.push(...sent) });
  return jobs.flatMap((job) => (job.kind === "census" ? [job.organizationId] : []));
}

test("HIS14 an hour has two ticks in a row for each organization, and different ones for different organizations", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => signUp(world)));
  const begun = Math.ceil(world.clock.time / hour) * hour + 2 * minute;
  const ticks = new Map<string, number[]>();
  for (let index = 0; index < 12; index += 1)
    for (const id of await queuedAt(begun + index * 5 * minute))
      ticks.set(id, [...(ticks.get(id) ?? []), index]);
  for (const { organizationId } of people) {
    const [first = -1, ...others] = ticks.get(organizationId) ?? [];
    expect(others).toEqual([first + 1]);
  }
  expect(new Set(people.map(({ organizationId }) => ticks.get(organizationId)?.[0])).size).toBeGreaterThan(3);
});
