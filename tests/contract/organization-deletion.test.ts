import type { OrganizationListItem } from "@shardwatch/core/contract/organization";
import { inBatches } from "@shardwatch/core/kit/in-batches";
import { organizationBeingDeleted } from "@shardwatch/core/access/scope.deletion";
import { countDeleted, countRows } from "@shardwatch/core/organization/delete";
import { finishDeletion, remove } from "@shardwatch/core/offboarding/organization";
import { expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { organizationPartition, rowsOfOrganization } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { asRoot, call, createKey, signUp } from "../support/world.ts";

const world = await worldOfFile();
const root = await superAdmin(world);

/** The organization in the list of super admins. */
async function listed(id: string): Promise<OrganizationListItem | undefined> {
  const answer = await call(world, "GET", "/organizations", { as: root });
  const { organizations } = (await answer.json()) as { organizations: OrganizationListItem[] };
  return organizations.find((one) => one.id === id);
}

const rowsOf = async (id: string) => await world.services.table.queryAll(rowsOfOrganization(id));

/** An organization with that many rows of history. */
async function withHistory(rows: number) {
  const admin = await signUp(world);
  await createKey(world, admin);
  const numbers = Array.from({ length: rows }, (_, index) => index);
  await inBatches(numbers, 25, (index) =>
    world.services.table.put({ pk: organizationPartition(admin.organizationId), sk: `HOURS#${index}` }),
  );
  return admin;
}

/** The services of a process in which each look at the clock takes that long. */
function slowed(milliseconds: number) {
  let time = world.clock.now();
  return { ...world.services, clock: { now: () => (time += milliseconds) } };
}

test("HIS12 ADM24 a deletion of many rows stops in time, continues where it was, and says how far it is", async () => {
  const admin = await withHistory(150);
  const id = admin.organizationId;
  expect(await remove(asRoot(world), id, 10)).toBe(false);
  expect(await listed(id)).toMatchObject({ deletion: { deletedRows: 10, allRows: null } });
  const all = (await rowsOf(id)).length + 10;
  await finishDeletion(slowed(30_000), id, 20);
  const first = (await listed(id))?.deletion;
  expect(first?.allRows).toBe(all);
  expect(first?.deletedRows).toBeGreaterThanOrEqual(30);
  expect(first?.deletedRows).toBeLessThanOrEqual(50);
  // What a late job of history has written is deleted with the rest, and the count is not wrong for it.
  await world.services.table.put({ pk: organizationPartition(id), sk: "DAYS#late" });
  await finishDeletion(slowed(30_000), id, 20);
  const second = (await listed(id))?.deletion;
  expect(second?.deletedRows).toBeGreaterThan(first?.deletedRows ?? Infinity);
  expect(second?.allRows).toBe(all);
  await finishDeletion(world.services, id);
  expect(await listed(id)).toBeUndefined();
  expect(await rowsOf(id)).toEqual([]);
});

test("HIS12 R1 what a slower job counts after the last row brings nothing back", async () => {
  const admin = await withHistory(5);
  const id = admin.organizationId;
  expect(await remove(asRoot(world), id, 1)).toBe(false);
  await Promise.all([finishDeletion(world.services, id), finishDeletion(world.services, id)]);
  await countDeleted(world.services, organizationBeingDeleted(id), 7);
  await countRows(world.services, organizationBeingDeleted(id));
  expect(await rowsOf(id)).toEqual([]);
});
