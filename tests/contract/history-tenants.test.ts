import { deploymentsOf, pulsesOf } from "@shardwatch/core/deployment/rows/deployment.keys";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import type { StoredRow } from "@shardwatch/core/table/row";
import { expect, test } from "vitest";
import { askHistory, historyOf, valuesOf } from "../support/history.ts";
import { figures, historyStage, range } from "../support/history-stage.ts";
import { rowsOfOrganization, scopeOf } from "../support/scope.ts";
import { trailsOf } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const hour = 3_600_000;
const day = 24 * hour;

test("HIS03 R4 what reported another tenant's deployment, given as the source of one's own, shows nothing of it", async () => {
  const other = await historyStage(world);
  await other.reportSlots(3, () => figures(999));
  const { id: foreignId, via: foreign } = await other.found();
  const own = await historyStage(world);
  const first = await own.reportSlots(3, () => figures(7));
  const { id, via } = await own.found();
  const query = `metric=memoryUsed&${range(first, first + 900_000)}`;
  const ask = async (by: string | undefined) => {
    const person = await own.signedIn();
    const answer = await historyOf(world, person, id, `?${query}&via=${by}`);
    return valuesOf(answer, "memoryUsed");
  };
  expect(await ask(foreign)).toEqual([7, 7, 7]);
  expect(await ask(foreign)).toEqual(await ask(via));
  const stranger = await askHistory(world, await own.signedIn(), foreignId, `?${query}&via=${foreign}`);
  expect(stranger.status).toBe(404);
  expect(await stranger.text()).not.toContain("999");
});

test("HIS03 P13 a chart reads the same beside the past of fifty other organizations and of fifty other agents", async () => {
  world.clock.time = (Math.floor(world.clock.now() / day) + 1) * day + 6 * hour;
  const stage = await historyStage(world);
  const first = await stage.reportSlots(12, () => figures(7));
  world.clock.time = Math.floor(first / day) * day + day + 5 * hour;
  await foldDays(world.services, stage.organizationId);
  const { id, via } = await stage.found();
  const unitsOf = async (step: number) => {
    const person = await stage.signedIn();
    world.recorder.clear();
    await historyOf(world, person, id, `?step=${step}&via=${via}&${range(first, first + 2 * hour)}`);
    return world.recorder.sent.reduce((sum, { readUnits }) => sum + readUnits, 0);
  };
  const unitsOfAll = async () => [await unitsOf(300), await unitsOf(3_600), await unitsOf(86_400)];
  const alone = await unitsOfAll();
  await multiply(stage.organizationId);
  expect((await trailsOf(world, stage.organizationId)).length).toBe(12 * 51);
  expect(await unitsOfAll()).toEqual(alone);
});

const isPast = ({ sk }: StoredRow) => /^(TRAIL|HOURS|DAYS)#/.test(sk);

/** Copies the past of an organization for fifty others, and within it for fifty other agents and deployments. */
async function multiply(organizationId: string): Promise<void> {
  const { table } = world.services;
  const rows = await table.queryAll(rowsOfOrganization(organizationId));
  const kept = await Promise.all(
    [deploymentsOf, pulsesOf].map((run) => table.queryAll(run(scopeOf({ organizationId })))),
  );
  const past = [...kept.flat(), ...rows.filter(isPast)];
  for (let number = 10; number < 60; number += 1)
    await Promise.all(
      past.flatMap((row): Promise<void>[] => {
        const elsewhere: StoredRow = { ...row, pk: row.pk.slice(0, -2) + String(number) };
        const beside = row.sk.replace(/(dep_\w{18}|agent0{9})\w\w/, `$1${number}`);
        return isPast(row)
          ? [table.put(elsewhere), table.put({ ...row, sk: beside })]
          : [table.put(elsewhere)];
      }),
    );
}
