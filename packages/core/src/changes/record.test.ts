import { expect, test } from "vitest";
import { organizationOfJob } from "../access/scope.job.ts";
import { day, hour, minute } from "../kit/time.ts";
import type { FieldEntry } from "./field-entry.ts";
import type { ChangeMemory } from "./memory.ts";
import { recordChange } from "./record.ts";

const organization = organizationOfJob("org_00000000000000000000000001");
const midnight = Date.parse("2026-03-02T00:00:00Z");

/** Records changes of one deployment, and returns when the row of each begins. */
function rowsOf(changes: readonly { at: number; fields: FieldEntry[] }[]): number[] {
  let memory: ChangeMemory = { reader: "1" };
  return changes.map(({ at, fields }) => {
    const { writes, ...next } = recordChange(
      { organization, at, by: undefined },
      ["dep_1", "one"],
      fields,
      memory,
    );
    expect(writes).toHaveLength(1);
    memory = next.memory;
    const [write] = writes;
    return write && "put" in write ? Number(write.put["at"]) : Number.NaN;
  });
}

const status = (index: number): FieldEntry =>
  index % 2 ? ["status", "degraded", "active"] : ["status", "active", "degraded"];

test("CHG03 what changes for a week is filed under times at most an hour and a day's begin before", () => {
  const changes = Array.from({ length: (7 * day) / (9 * minute) }, (_, index) => ({
    at: midnight + index * 9 * minute,
    fields: [status(index)],
  }));
  const begins = rowsOf(changes);
  for (const [index, { at }] of changes.entries()) {
    const begun = begins[index] ?? 0;
    expect(at - begun).toBeLessThanOrEqual(hour);
    expect(Math.floor(begun / day)).toBe(Math.floor(at / day));
  }
  // It is still folded: seven changes an hour are one row.
  expect(new Set(begins).size).toBeLessThan(changes.length / 6);
});

test("CHG03 what else changes with a field that flaps is filed under its own time", () => {
  const upgrade: FieldEntry = ["databases.version", "7.2.4", "7.4.1", "0"];
  const times = [0, 1, 2, 3, 4].map((index) => midnight + hour + index * minute);
  const [first = 0, , third = 0] = times;
  const fields = times.map((_, index) => (index === 2 ? [status(index), upgrade] : [status(index)]));
  const begins = rowsOf(times.map((at, index) => ({ at, fields: fields[index] ?? [] })));
  expect(begins).toEqual([first, first, third, third, third]);
});
