import type { OrganizationListItem } from "@shardwatch/core/contract/people/organization";
import { expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { takeCensus } from "../support/census.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signInAgain, signUp } from "../support/world.ts";

const hour = 3_600_000;
const world = await worldOfFile();
const root = await superAdmin(world);

async function ask(query: string): Promise<OrganizationListItem[]> {
  const as = await signInAgain(world, root);
  world.recorder.clear();
  const answer = await call(world, "GET", `/organizations${query}`, { as });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { organizations: OrganizationListItem[] }).organizations;
}

test("P2 API19 super admins see what the newest census of each organization counted, by one read unit each", async () => {
  world.clock.time = Math.ceil(world.clock.time / (24 * hour)) * 24 * hour + 12 * hour;
  const person = await signUp(world);
  const key = (await createKey(world, person)).compositeKey;
  const report = async (deployments: Parameters<typeof reported>[]) => {
    world.clock.advance(2_000);
    const entries = deployments.map((entry) => reported(...entry));
    expect((await send(world, key, reportOf(world, entries))).status).toBe(202);
  };
  const counts = async () => {
    const organizations = await ask("?counts=1");
    return organizations.find(({ id }) => id === person.organizationId)?.counts;
  };
  expect(await counts()).toBeNull();
  await report([["one"]]);
  await takeCensus(world, person);
  world.clock.advance(hour);
  await report([
    ["one"],
    ["two", { status: "degraded", databases: databases(2) }],
    ["three", { status: "loading" }],
    ["four", { status: "of its own" }],
  ]);
  await takeCensus(world, person);
  const at = new Date(Math.floor(world.clock.now() / hour) * hour).toISOString();
  expect(await counts()).toEqual({ at, deployments: 4, databases: 5, unhealthy: 2, silent: 0 });
  // Yesterday's last hour counts until the first one of today.
  world.clock.advance(13 * hour);
  expect(await counts()).toMatchObject({ at, deployments: 4 });
  await takeCensus(world, person);
  expect(await counts()).toMatchObject({ deployments: 4, unhealthy: 0, silent: 4 });
  world.clock.advance(48 * hour);
  expect(await counts()).toBeNull();

  const unitsOf = async (query: string) => {
    const organizations = await ask(query);
    expect(world.recorder.sequentialRoundTrips()).toBe(3);
    const units = world.recorder.sent.reduce((sum, { readUnits }) => sum + readUnits, 0);
    return { units, organizations };
  };
  const plain = await unitsOf("");
  const counted = await unitsOf("?counts=1");
  expect(counted.units - plain.units).toBeLessThanOrEqual(counted.organizations.length);
  expect(plain.organizations[0]).not.toHaveProperty("counts");
});
