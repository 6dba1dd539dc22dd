import { expect, test } from "vitest";
import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { Recent } from "./recent.ts";

const keptFor = 15_000;

/** A process that reads organizations, each of this size. `begun` names what it read. */
function processWith(sizes: Record<string, number>) {
  const clock = { time: 0, now: () => clock.time };
  const services = { table: {}, clock } as unknown as Services;
  const begun: string[] = [];
  const broken = new Set<string>();
  const recent = new Recent({
    keptFor,
    most: 100,
    begin: (_, organization) => {
      begun.push(organization);
      const done = broken.has(organization) ? Promise.reject(new Error("broken")) : Promise.resolve();
      return { done, size: sizes[organization] ?? 0 };
    },
    sizeOf: ({ size }) => size,
  });
  const ask = async (name: string) => await recent.of(services, name as OrganizationId).done;
  return { clock, begun, broken, ask };
}

test("a process answers from what it has read for a while, and calls at once share one reading", async () => {
  const { clock, begun, ask } = processWith({});
  await Promise.all([ask("one"), ask("one"), ask("two")]);
  clock.time = keptFor - 1;
  await ask("one");
  expect(begun).toEqual(["one", "two"]);
  clock.time = keptFor;
  await ask("one");
  expect(begun).toEqual(["one", "two", "one"]);
});

test("a reading that failed is not kept", async () => {
  const { begun, broken, ask } = processWith({});
  broken.add("one");
  await expect(ask("one")).rejects.toThrow("broken");
  broken.delete("one");
  await ask("one");
  await ask("one");
  expect(begun).toEqual(["one", "one"]);
});

test("a process keeps so much: what was read first goes, and one organization stays whatever its size", async () => {
  const { begun, ask } = processWith({ first: 60, second: 60, huge: 150 });
  for (const name of ["first", "second", "second", "first", "huge", "huge", "none"]) await ask(name);
  expect(begun).toEqual(["first", "second", "first", "huge", "none"]);
  await ask("huge");
  expect(begun.at(-1)).toBe("huge");
});
