import type { SlotDatabases } from "@shardwatch/core/contract/slots";
import { slotColumnNames } from "@shardwatch/core/contract/slot-columns";
import { expect, test } from "vitest";
import { reported, reportOf, send } from "../support/reports.ts";
import { slotStart } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, signUp } from "../support/world.ts";

const world = await worldOfFile();

/** Figures without any order: they take the most bytes. */
function figuresOf(size: number): SlotDatabases {
  let state = 7;
  const next = () => (state = (state * 48_271) % 2_147_483_647) % 9_999;
  const ids = Array.from({ length: size }, (_, index) => String(index));
  const columns = slotColumnNames.map((name) => [name, ids.map(next)]);
  return { ids, ...(Object.fromEntries(columns) as object) };
}

test("HIS06 SEC19 reports that are not taken in store no large trails", async () => {
  const { compositeKey } = await createKey(world, await signUp(world));
  const fleet = [reported("huge", { databases: undefined })];
  expect((await send(world, compositeKey, reportOf(world, fleet))).status).toBe(202);
  const slots = [1, 2, 3].map((ago) => ({
    at: new Date(slotStart(world, ago)).toISOString(),
    deployments: [{ key: "huge", status: "active", databases: figuresOf(4_000) }],
  }));
  world.recorder.clear();
  const statuses: number[] = [];
  // The same moment again and again: each of them is older than what is stored.
  for (let index = 0; index < 12; index += 1)
    statuses.push((await send(world, compositeKey, reportOf(world, fleet, { slots }))).status);
  world.clock.advance(500);
  for (let index = 0; index < 12; index += 1)
    statuses.push((await send(world, compositeKey, reportOf(world, fleet, { slots }))).status);
  expect(new Set(statuses)).toEqual(new Set([202, 429]));
  // Ten of those that are older, with 100 units for each slot.
  const units = world.recorder.sent.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
  expect(units).toBeLessThan(3_500);
});
