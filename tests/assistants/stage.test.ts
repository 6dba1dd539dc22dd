import type { DatabaseList } from "@shardwatch/core/contract/deployment/database";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { expect, test } from "vitest";
import { incidentsOf } from "../support/incidents.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, signInAgain } from "../support/world.ts";
import { events } from "./events.ts";
import {
  criticalNames,
  databases,
  fullestPercent,
  iso,
  living,
  memoryOf,
  openCount,
  percentOf,
  shownName,
  silentNames,
} from "./gold.ts";
import { questions } from "./questions.ts";
import { playMorning } from "./stage.ts";

const world = await worldOfFile();
const person = await playMorning(world);

async function read<Body>(path: string): Promise<Body> {
  const as = await signInAgain(world, person);
  return (await (await call(world, "GET", path, { as })).json()) as Body;
}

const sorted = (some: readonly unknown[]) => some.map((one) => JSON.stringify(one)).toSorted();

test("OUT15 the second program agrees with the API about deployments and databases", async () => {
  const { deployments } = await read<DeploymentList>("/deployments");
  const shown = deployments.map(({ name, memoryUsed, fullest }) => [name, memoryUsed, fullest?.utilization]);
  const gold = living.map((one) => {
    const fullest = one.databases.length > 1 ? fullestPercent(one) : undefined;
    return [shownName(one), memoryOf(one), fullest];
  });
  expect(sorted(shown)).toEqual(sorted(gold));
  const stale = deployments.filter(({ status }) => status === "stale").map(({ name }) => name);
  expect(stale.toSorted()).toEqual(silentNames);
  const list = await read<DatabaseList>("/databases?limit=100");
  const percents = list.databases.map(({ name, utilization }) => [name, utilization]);
  const goldPercents = databases.map(({ database }) => [database.name, percentOf(database) ?? null]);
  expect(sorted(percents)).toEqual(sorted(goldPercents));
});

test("OUT15 the second program agrees with the API about incidents", async () => {
  expect(await incidentsOf(world, person)).toHaveLength(openCount);
  const { deployments } = await read<DeploymentList>("/deployments?severity=critical");
  expect(deployments.map(({ name }) => name).toSorted()).toEqual([...criticalNames].toSorted());
  const past = (await incidentsOf(world, person, "past")).filter(({ rule }) => rule === "unwell");
  expect(past.map(({ cause, since }) => [cause.name, since])).toEqual(
    [events.unreachable, events.degraded].map(({ name, from }) => [name, iso(from)]),
  );
});

test("OUT15 at least forty questions, each with at most three calls and with facts that have to be in the answers", () => {
  expect(new Set(questions.map(({ asks }) => asks)).size).toBeGreaterThanOrEqual(40);
  for (const { asks, plan, gold } of questions) {
    expect(plan.length, asks).toBeGreaterThan(0);
    expect(plan.length, asks).toBeLessThanOrEqual(3);
    expect(gold.length, asks).toBeGreaterThan(0);
    for (const { call: number } of gold) expect(number, asks).toBeLessThan(plan.length);
  }
});
