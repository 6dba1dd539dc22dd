import { deploymentsOf, pulsesOf } from "@shardwatch/core/deployment/rows/deployment.keys";
import type { Key } from "@shardwatch/core/table/keys";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { call, createKey, type Person, signUp, startWorld, type World } from "../support/world.ts";
import { type Figure, median } from "./table.ts";

const organizations = 1_000;
const deploymentsEach = 100;

/**
 * P13: the time of one organization's list in a table with 100,000 deployments, divided by its time in a
 * table of its own.
 */
export async function tenants(): Promise<Figure[]> {
  const [small, large] = [await startWorld(), await startWorld()];
  try {
    const alone = await withDeployments(small);
    const among = await withDeployments(large);
    await multiply(large, among);
    const [one, other] = await timesInTurns(
      () => list(large, among),
      () => list(small, alone),
    );
    return [
      {
        metric: `P13 list of ${deploymentsEach} among ${organizations * deploymentsEach} deployments`,
        reference: `the same alone, ${other.toFixed(2)} ms, ${await readUnits(small, alone)} read units`,
        ours: `${one.toFixed(2)} ms, ${await readUnits(large, among)} read units`,
        ratio: one / other,
        goal: 1.2,
      },
    ];
  } finally {
    await small.stop();
    await large.stop();
  }
}

async function withDeployments(world: World): Promise<Person> {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const many = Array.from({ length: deploymentsEach }, (_, index) =>
    reported(`server ${index}`, { databases: databases(1, 100) }),
  );
  await send(world, compositeKey, reportOf(world, many));
  return person;
}

/** Copies the rows of the organization's list for each of the other organizations. */
async function multiply(world: World, { organizationId }: Person): Promise<void> {
  const scope = scopeOf({ organizationId });
  const rows = await Promise.all(
    [deploymentsOf(scope), pulsesOf(scope)].map((run) => world.services.table.queryAll(run)),
  );
  const text = JSON.stringify(rows.flat());
  const write = async (number: number) => {
    const suffix = String(number).padStart(4, "0");
    // Replaces the last digits of the ids of the organization and of each deployment, so that the length
    // stays.
    const other = text
      .replaceAll(organizationId, organizationId.slice(0, -4) + suffix)
      .replaceAll(/(dep_\w{16})\w{4}/g, `$1${suffix}`);
    const copies = JSON.parse(other) as Key[];
    for (let start = 0; start < copies.length; start += 100)
      await world.services.table.transact(
        copies.slice(start, start + 100).map((row) => ({ put: { ...row } })),
      );
  };
  for (let number = 1; number < organizations; number += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, organizations - number) }, (_, index) => write(number + index)),
    );
}

async function list(world: World, person: Person): Promise<void> {
  await (await call(world, "GET", "/deployments", { as: person })).text();
}

/** Median time of each in milliseconds. The calls alternate, so that a slower machine slows both. */
async function timesInTurns(
  first: () => Promise<void>,
  second: () => Promise<void>,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < 120; round += 1)
    for (const [index, one] of [first, second].entries()) {
      const start = performance.now();
      await one();
      // The first rounds warm up the compiler.
      if (round >= 20) times[index]?.push(performance.now() - start);
    }
  return [median(times[0]), median(times[1])];
}

async function readUnits(world: World, person: Person): Promise<number> {
  world.recorder.clear();
  await list(world, person);
  return world.recorder.sent.reduce((sum, { readUnits: units }) => sum + units, 0);
}
