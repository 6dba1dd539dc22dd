import { expect, test } from "vitest";
import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { certificateEnds } from "./certificate-ends.ts";

/** A process that reads the ends of organizations, each with this many. `reads` names what it read. */
function processWith(sizes: Record<string, number>) {
  const clock = { time: 0, now: () => clock.time };
  const services = { table: {}, clock } as unknown as Services;
  const reads: string[] = [];
  const load = (_: Services, organization: OrganizationId) => {
    reads.push(organization);
    const stored = Array.from({ length: sizes[organization] ?? 0 }, (_item, index) => ({
      item: { id: `dep_${index}`, certificateEnd: "2027-03-01T12:00:00.000Z" },
    }));
    return Promise.resolve({ stored, pulses: [] } as never);
  };
  return { clock, reads, ask: (name: string) => certificateEnds(services, name as OrganizationId, load) };
}

test("a process keeps what was read for ten minutes", async () => {
  const { clock, reads, ask } = processWith({ one: 2 });
  expect((await ask("one")).size).toBe(2);
  await ask("one");
  clock.time = 10 * 60_000;
  await ask("one");
  expect(reads).toEqual(["one", "one"]);
});

test("a process keeps up to 100,000 ends: what was read first goes, and one organization stays whatever its size", async () => {
  const { reads, ask } = processWith({ first: 60_000, second: 60_000, huge: 150_000 });
  for (const name of ["first", "second", "second", "first", "huge", "huge", "none"]) await ask(name);
  expect(reads).toEqual(["first", "second", "first", "huge", "none"]);
  await ask("huge");
  expect(reads.at(-1)).toBe("huge");
});
