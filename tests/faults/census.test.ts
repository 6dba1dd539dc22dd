import { createTable } from "@shardwatch/core/table/table";
import { beginDeletion } from "@shardwatch/core/organization/delete";
import { finishDeletion } from "@shardwatch/core/offboarding/organization";
import { takeCensus } from "@shardwatch/core/census/census";
import { expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { censusRowsOf } from "../support/census.ts";
import { disturb } from "../support/disturb.ts";
import { interrupted } from "../support/interrupted.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { actorFor, scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, type Person, signUp } from "../support/world.ts";

const hour = 3_600_000;
const midnight = 24 * hour;
const world = await worldOfFile();
const root = await superAdmin(world);

/** An organization with two deployments, just after a midnight. */
async function furnish(): Promise<Person> {
  world.clock.time = Math.ceil(world.clock.time / midnight) * midnight + 60_000;
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const deployments = ["one", "two"].map((name) => reported(name));
  expect((await send(world, compositeKey, reportOf(world, deployments))).status).toBe(202);
  return person;
}

/** Takes the census in a process that crashes after this many writes. Returns the number of writes. */
async function takeAndDie({ organizationId }: Person, crashAfter: number): Promise<number> {
  const client = world.database.client();
  const disturbed = disturb(client, crashAfter);
  const table = createTable({ client: disturbed.client, name: world.database.tableName });
  await takeCensus({ ...world.services, table }, organizationId).catch(() => {});
  client.destroy();
  return disturbed.writes();
}

/** What the rows hold, whatever the ids are. */
const contentOf = async (person: Person) =>
  (await censusRowsOf(world, person)).map(({ pk: _, sk, p, ...row }) => [sk, row, p !== undefined]);

test("R1 HIS14 a census that is cut off after any write, or in parallel, ends like one that was not", async () => {
  const whole = await furnish();
  const writes = await takeAndDie(whole, Infinity);
  // The first of them says when the newest figures were gathered.
  expect(writes).toBe(4);
  for (let point = 0; point < writes; point += 1) {
    const [person, other] = [await furnish(), await furnish()];
    await takeAndDie(person, point);
    await takeCensus(world.services, person.organizationId);
    const after = await censusRowsOf(world, person);
    await takeCensus(world.services, person.organizationId);
    expect(await censusRowsOf(world, person), `after write ${point}`).toEqual(after);
    await takeCensus(world.services, other.organizationId);
    expect((await contentOf(person)).map(([sk]) => kindIn(sk))).toEqual(["CENSUS", "SPARKS", "TOTALS"]);
  }
  const person = await furnish();
  await Promise.all([1, 2, 3].map(() => takeCensus(world.services, person.organizationId)));
  expect((await contentOf(person)).map(([sk]) => kindIn(sk))).toEqual(["CENSUS", "SPARKS", "TOTALS"]);
});

const kindIn = (sk: unknown) => String(sk).split("#")[0];

test("R15 HIS14 a census that meets the deletion of its organization leaves no row, before whichever of its writes", async () => {
  for (const written of ["CENSUS#", "SPARKS#", "TOTALS#"]) {
    const person = await furnish();
    const ctx = { ...world.services, actor: await actorFor(world, root), requestId: "request" };
    const happens = async () => {
      await beginDeletion(ctx, scopeOf(person));
      await finishDeletion(world.services, person.organizationId);
    };
    const table = interrupted(world, new RegExp(`^(Put|Update)ItemCommand.*${written}`), happens);
    await takeCensus({ ...world.services, table }, person.organizationId);
    expect(await censusRowsOf(world, person), written).toEqual([]);
  }
});
