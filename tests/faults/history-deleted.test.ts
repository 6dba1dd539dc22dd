import { dueFolds } from "@shardwatch/core/history/fold/due";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import type { Table } from "@shardwatch/core/table/table";
import { expect, test } from "vitest";
import { acceptances } from "../support/acceptances.ts";
import { figures, historyStage } from "../support/history-stage.ts";
import { invite } from "../support/invitations.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { rowsOfOrganization } from "../support/scope.ts";
import { slotStart } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const root = await signUp(world, { email: "root@example.com" });
const hour = 3_600_000;
const day = 24 * hour;
const toNextDay = (after: number) => {
  world.clock.time = (Math.floor(world.clock.now() / day) + 1) * day + after;
};
const kindsIn = async (organizationId: string) =>
  (await world.services.table.queryAll(rowsOfOrganization(organizationId))).map(({ sk }) => sk.split("#")[0]);

/** A table before whose first row of hours an organization is deleted as a whole. */
function deleting(organizationId: string): { table: Table; isDeleted: () => boolean } {
  const { table } = world.services;
  let deleted = false;
  const put: Table["put"] = async (row, when) => {
    if (!deleted && row.sk.startsWith("HOURS#")) {
      deleted = true;
      const as = await signInAgain(world, root);
      expect((await call(world, "DELETE", `/organizations/${organizationId}`, { as })).status).toBe(204);
    }
    await table.put(row, when);
  };
  return { table: { ...table, put }, isDeleted: () => deleted };
}

test("HIS12 OPS18 a fold that is under way while its organization is deleted leaves no rows and no work", async () => {
  toNextDay(6 * hour);
  const stage = await historyStage(world);
  await stage.reportSlots(3, () => figures(100));
  const { compositeKey } = await createKey(world, await stage.signedIn());
  const at = new Date(slotStart(world, 1)).toISOString();
  const slots = [{ at, deployments: [{ key: "other", status: "active", databases: figures(1) }] }];
  const agent = { id: "agent00000000002", version: "1" };
  await send(world, compositeKey, reportOf(world, [reported("other")], { slots, agent }));
  toNextDay(5 * hour);
  const { table, isDeleted } = deleting(stage.organizationId);
  await foldDays({ ...world.services, table }, stage.organizationId, 3);
  expect(isDeleted()).toBe(true);
  expect(await kindsIn(stage.organizationId)).toEqual([]);
  world.clock.time = Math.floor(world.clock.now() / day) * day + day;
  expect((await dueFolds(world.services)).map((job) => job.organizationId)).not.toContain(
    stage.organizationId,
  );
});

test("HIS12 OPS18 the repeated job of a fold that ended during the deletion deletes what it left", async () => {
  toNextDay(6 * hour);
  const stage = await historyStage(world);
  await stage.reportSlots(3, () => figures(100));
  toNextDay(5 * hour);
  const { table, isDeleted } = deleting(stage.organizationId);
  const get: Table["get"] = async (key) => {
    if (isDeleted()) throw new Error("the process has ended");
    return await table.get(key);
  };
  await expect(
    foldDays({ ...world.services, table: { ...table, get } }, stage.organizationId),
  ).rejects.toThrow("the process has ended");
  expect(await kindsIn(stage.organizationId)).toContain("HOURS");
  await foldDays(world.services, stage.organizationId);
  expect(await kindsIn(stage.organizationId)).toEqual([]);
});

test("HIS12 OPS18 a move into an organization that is deleted meanwhile leaves no rows there", async () => {
  toNextDay(6 * hour);
  const stage = await historyStage(world);
  await stage.reportSlots(3, () => figures(100));
  toNextDay(6 * hour);
  await foldDays(world.services, stage.organizationId);
  const host = await signUp(world);
  const invitation = await invite(world, host, await stage.signedIn());
  const { ask, tick } = acceptances(world);
  const { table, isDeleted } = deleting(host.organizationId);
  await ask(table, await stage.signedIn(), "POST", `/invitations/${invitation}/accept`);
  expect(isDeleted()).toBe(true);
  expect(await tick()).toBe(true);
  expect(await kindsIn(host.organizationId)).toEqual([]);
  // What has not moved stays where it was.
  expect(await kindsIn(stage.organizationId)).toEqual(expect.arrayContaining(["DEP", "HOURS", "TRAIL"]));
});
