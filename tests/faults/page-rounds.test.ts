import type { Change, ChangePage } from "@shardwatch/core/contract/changes";
import type { DeploymentList } from "@shardwatch/core/contract/deployment";
import { createTable, type TableClient } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import { expect, test } from "vitest";
import { disturb } from "../support/disturb.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

/*
 * A page of a report has up to 30 deployments, and a transaction at most 100 writes. A page nearly always fits.
 * It does not when it takes deployments over from many agents.
 */

const world = await worldOfFile();
const minute = 60_000;
/** DynamoDB takes 100; three are left for later. */
const mostWrites = 97;

const names = Array.from({ length: 30 }, (_, index) => `server ${String(index).padStart(2, "0")}`);
const agent = (number: number) => ({ id: `agent${String(number).padStart(11, "0")}`, version: "1.0.0" });

/** A client that notes how many writes each transaction has. */
function counting(client: TableClient): { client: TableClient; sizes: number[] } {
  const sizes: number[] = [];
  const counted = async (command: { input: { TransactItems?: unknown[] } }) => {
    if (command.input.TransactItems) sizes.push(command.input.TransactItems.length);
    return await client.send(command as never);
  };
  return { client: { send: counted as never }, sizes };
}

/** The API in a process that crashes after this many writes. */
function crashing(crashAfter: number) {
  const client = world.database.client();
  const disturbed = disturb(client, crashAfter);
  const { client: counted, sizes } = counting(disturbed.client);
  const table = createTable({ client: counted, name: world.database.tableName });
  const app = createApp({ ...world.services, table });
  return { app, sizes, writes: () => disturbed.writes(), stop: () => client.destroy() };
}

async function ask<T>(person: Person, path: string): Promise<T> {
  const answer = await call(world, "GET", path, { as: await signInAgain(world, person) });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as T;
}

const changesOf = async (person: Person): Promise<Change[]> =>
  (await ask<ChangePage>(person, "/changes?limit=200")).changes;

test("CHG03 a page of thirty deployments that appear or change is one transaction of at most 97 writes", async () => {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const { app, sizes, stop } = crashing(Infinity);
  for (const version of ["7.2.4", "7.4.1"]) {
    world.clock.advance(minute);
    const content = databases(1).map((database) => ({ ...database, version }));
    const report = reportOf(
      world,
      names.map((name) => reported(name, { databases: content })),
    );
    expect((await send({ ...world, app }, compositeKey, report)).status).toBe(202);
  }
  stop();
  // A small one counts the quota's usage.
  const pages = sizes.filter((size) => size >= names.length);
  expect(pages).toHaveLength(2);
  expect(Math.max(...pages)).toBeLessThanOrEqual(mostWrites);
  const [first, ...others] = await changesOf(person);
  expect(first).toMatchObject({ kind: "changed", fields: [{ from: "7.2.4", to: "7.4.1" }] });
  expect(others).toHaveLength(names.length);
});

/** Thirty agents report one server each. Later another agent reports all of them, and crashes. */
async function takeOver(crashAfter: number) {
  world.clock.time = Date.parse("2026-07-01T00:00:00.000Z");
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const reports = names.map((name, index) => reportOf(world, [reported(name)], { agent: agent(index) }));
  const answers = await Promise.all(reports.map((report) => send(world, compositeKey, report)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  world.clock.advance(10 * minute);
  const all = reportOf(
    world,
    names.map((name) => reported(name)),
    { agent: agent(99) },
  );
  const { app, sizes, writes, stop } = crashing(crashAfter);
  await send({ ...world, app }, compositeKey, all);
  stop();
  world.clock.advance(minute);
  const measuredAt = new Date(world.clock.now()).toISOString();
  expect((await send(world, compositeKey, { ...all, measuredAt })).status).toBe(202);
  return { person, sizes, writes: writes() };
}

test(
  "R1 CHG03 a page that takes thirty deployments over from thirty agents is written in rounds, also after a crash at any write",
  { timeout: 60_000 },
  async () => {
    const whole = await takeOver(Infinity);
    expect(whole.sizes.length).toBeGreaterThan(1);
    expect(Math.max(...whole.sizes)).toBeLessThanOrEqual(mostWrites);
    for (let point = 0; point <= whole.writes; point += 1) {
      const { person } = point === 0 ? whole : await takeOver(point);
      const changes = (await changesOf(person)).filter(({ kind }) => kind === "changed");
      const taken = changes.map(({ deployments }) => deployments[0]?.name ?? "");
      expect(taken.toSorted(), `after write ${point}`).toEqual(names);
      expect(changes.every(({ fields }) => fields.length === 1 && fields[0]?.field === "source")).toBe(true);
      const { deployments } = await ask<DeploymentList>(person, "/deployments");
      expect(deployments.map(({ via }) => via?.split("/")[1])).toEqual(names.map(() => agent(99).id));
    }
  },
);
