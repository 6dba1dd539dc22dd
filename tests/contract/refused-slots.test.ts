import type { SlotDatabases } from "@shardwatch/core/contract/slots";
import { slotColumnNames } from "@shardwatch/core/contract/slot-columns";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { leadingBits } from "@shardwatch/core/history/deployment-bytes";
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
    deployments: [{ key: "huge", status: "active", databases: figuresOf(1_000) }],
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
  // Ten of those that are older, with 25 units for each slot.
  const units = world.recorder.sent.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
  expect(units).toBeLessThan(1_200);
});

test("SEC19 a slot with more databases in one group than a row can hold is refused with what to do", async () => {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const at = new Date(slotStart(world, 1)).toISOString();
  // Deployments whose ids begin with the same seven bits.
  const keys: string[] = [];
  for (let index = 0; keys.length < 3; index += 1)
    if (leadingBits(deploymentId(person.organizationId, "agent", `huge ${index}`), 7) === 0)
      keys.push(`huge ${index}`);
  const fleet = keys.map((key) => reported(key, { databases: undefined }));
  const ids = Array.from({ length: 5_000 }, (_, index) => String(index));
  const slotOf = (some: readonly string[]) => ({
    at,
    deployments: some.map((key) => ({ key, status: "active", databases: { ids } })),
  });
  const answer = await send(world, compositeKey, reportOf(world, fleet, { slots: [slotOf(keys)] }));
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("in reports of their own");
  const fewer = await send(world, compositeKey, reportOf(world, fleet, { slots: [slotOf(keys.slice(1))] }));
  expect(fewer.status).toBe(202);
});
