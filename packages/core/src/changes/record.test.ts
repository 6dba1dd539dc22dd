import { expect, test } from "vitest";
import { organizationOfJob } from "../access/scope.trusted.ts";
import { day, hour, minute } from "../kit/time.ts";
import type { FieldEntry } from "./field-entry.ts";
import type { StoredRow } from "../table/row.ts";
import { timeToLiveAttribute } from "../table/schema.ts";
import { readChange } from "./change.table.ts";
import { textOfFields } from "./field-entry.ts";
import { toChange } from "./map.ts";
import { type ChangeMemory, packMemory, unpackMemory } from "./memory.ts";
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

/** The last row of these changes as the feed shows it. */
function shownAfter(
  changes: readonly { at: number; fields: FieldEntry[] }[],
  reread = (memory: ChangeMemory) => memory,
) {
  let memory: ChangeMemory = { reader: "1" };
  let row: StoredRow | undefined;
  for (const { at, fields } of changes) {
    const { writes, ...next } = recordChange(
      { organization, at, by: undefined },
      ["dep_1", "one"],
      fields,
      memory,
    );
    memory = reread(unpackMemory(packMemory(next.memory)) ?? next.memory);
    const [write] = writes;
    if (write && "put" in write) row = write.put;
  }
  const stored = row && readChange(row);
  return stored && toChange(stored, stored.what && textOfFields(stored.what));
}

const said = (value: string | null, before: string | null): FieldEntry[] => [
  ["status", before === null ? "active" : "unreachable", value === null ? "active" : "unreachable"],
  ["statusMessage", before, value],
];

test("MND20 a server that was unreachable twice within ten minutes is named so, with its message and how long", () => {
  const refused = "connection refused";
  const shown = shownAfter([
    { at: midnight, fields: said(refused, null) },
    { at: midnight + minute, fields: said(null, refused) },
    { at: midnight + 4 * minute, fields: said(refused, null) },
    { at: midnight + 5 * minute, fields: said(null, refused) },
  ]);
  const twice = { times: 2, longestSeconds: 60, seconds: 120 };
  expect(shown).toMatchObject({
    times: 4,
    fields: [
      { field: "status", from: "active", to: "active", between: [{ value: "unreachable", ...twice }] },
      { field: "statusMessage", from: null, to: null, between: [{ value: refused, ...twice }] },
    ],
  });
});

test("MND20 what is the first or the last value of an entry is not named again, and one change names nothing", () => {
  const once = shownAfter([{ at: midnight, fields: said("x", null) }]);
  expect(once?.fields.map(({ between }) => between)).toEqual([undefined, undefined]);
  const ends = shownAfter([
    { at: midnight, fields: [["status", "active", "degraded"]] },
    { at: midnight + minute, fields: [["status", "degraded", "active"]] },
    { at: midnight + 2 * minute, fields: [["status", "active", "down"]] },
  ]);
  expect(ends?.fields).toEqual([
    {
      field: "status",
      element: null,
      from: "active",
      to: "down",
      between: [{ value: "degraded", times: 1, longestSeconds: 60, seconds: 60 }],
    },
  ]);
});

test("MND20 R22 an entry that 0.3.0 began is extended, and names what it knows of it", () => {
  const withoutPassed = ({ open = [], ...memory }: ChangeMemory): ChangeMemory => ({
    ...memory,
    open: open.map(({ passed: _, ...one }) => one),
  });
  const shown = shownAfter(
    [
      { at: midnight, fields: [status(0)] },
      { at: midnight + minute, fields: [status(1)] },
    ],
    withoutPassed,
  );
  expect(shown?.fields[0]?.between).toEqual([
    { value: "degraded", times: 1, longestSeconds: 60, seconds: 60 },
  ]);
});

test("MND20 many values of one field, and a long one, do not fill the memory of a deployment", () => {
  const values = Array.from({ length: 40 }, (_, index) => `${index} ${"x".repeat(index % 2 ? 500 : 10)}`);
  const changes = values.map((value, index): { at: number; fields: FieldEntry[] } => ({
    at: midnight + index * minute,
    fields: [["statusMessage", values[index - 1] ?? null, value]],
  }));
  expect(shownAfter(changes)?.fields[0]?.between).toHaveLength(4);
});

test("MND21 an entry that was extended is kept for 400 days after its last time", () => {
  const expiries: unknown[] = [];
  let memory: ChangeMemory = { reader: "1" };
  for (const at of [midnight, midnight + 5 * minute]) {
    const happening = { organization, at, by: undefined };
    const { writes, ...next } = recordChange(happening, ["dep_1", "one"], [status(0)], memory);
    ({ memory } = next);
    for (const write of writes) if ("put" in write) expiries.push(write.put[timeToLiveAttribute]);
  }
  expect(expiries).toEqual([midnight, midnight + 5 * minute].map((at) => (at + 400 * day) / 1_000));
});
