import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import { changeId } from "@shardwatch/core/changes/change.keys";
import { putChange } from "@shardwatch/core/changes/change.table";
import { type FieldEntry, packFields, textOfFields } from "@shardwatch/core/changes/field-entry";
import type { Change, ChangePage } from "@shardwatch/core/contract/history/changes";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { FleetHistory } from "@shardwatch/core/contract/history/fleet-history";
import { createTable, type TableClient } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import { expect, test } from "vitest";
import { takeCensus } from "../support/census.ts";
import { disturb } from "../support/disturb.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const day = 86_400_000;

/** Databases with long names, which deflate to a hundredth. */
const entries = Array.from({ length: 240 }, (_, index): FieldEntry => {
  const facts = { name: "n".repeat(200), endpoint: "e".repeat(300), modules: ["m".repeat(3_000)] };
  return ["databases.added", null, facts, String(index), "n".repeat(200)];
});

test("CHG01 a row has 200 KB of fields and the number of those that did not fit", () => {
  const { what, more } = packFields(entries);
  const kept = JSON.parse(textOfFields(what)) as FieldEntry[];
  expect(textOfFields(what).length).toBeLessThan(200_010);
  expect(kept.length + more).toBe(entries.length);
  expect(kept).toEqual(entries.slice(0, kept.length));
  expect(kept.length).toBeGreaterThan(45);
  const few = entries.slice(0, 10);
  expect(JSON.parse(textOfFields(packFields(few).what))).toEqual(few);
});

test("CHG02 a search among large changes is answered in parts, and finds the one at their end", async () => {
  const person = await signUp(world);
  const organization = organizationOfJob(person.organizationId);
  const { what } = packFields(entries);
  const end = world.clock.now();
  for (let index = 0; index < 60; index += 1) {
    const at = end - index * 1_000;
    const fields = index === 59 ? packFields([["name", "a", "b"]]).what : what;
    const change = { kind: "changed", at, deployments: '[["dep_1","x"]]', what: fields } as const;
    const write = putChange(organization, { id: changeId(at, "changed", "dep_1"), ...change });
    if ("put" in write) await world.services.table.put(write.put);
  }
  const as = await signInAgain(world, person);
  const found: ChangePage["changes"] = [];
  let pages = 0;
  for (let cursor = ""; pages < 10;) {
    const answer = await call(world, "GET", `/changes?field=name${cursor}`, { as });
    const page = (await answer.json()) as ChangePage;
    pages += 1;
    found.push(...page.changes);
    if (page.nextCursor === undefined) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  expect(found.map(({ fields }) => fields[0]?.to)).toEqual(["b"]);
  // Each part reads 4 MB: twenty of these rows.
  expect(pages).toBe(3);
});

test("CHG01 a change that has expired is not shown until DynamoDB deletes it, and a count is not either", async () => {
  const person = await signUp(world);
  await send(world, (await createKey(world, person)).compositeKey, reportOf(world, [reported("a")]));
  await takeCensus(world, person);
  const begun = world.clock.now();
  const shown = async () => {
    const as = await signInAgain(world, person);
    const from = new Date(begun - day).toISOString();
    const to = new Date(begun + day).toISOString();
    const feed = (await (await call(world, "GET", "/changes", { as })).json()) as ChangePage;
    const past = await call(world, "GET", `/history?from=${from}&to=${to}`, { as });
    return [feed.changes.length, ((await past.json()) as FleetHistory).series.length > 0];
  };
  expect(await shown()).toEqual([1, true]);
  world.clock.advance(401 * day);
  expect(await shown()).toEqual([0, false]);
});

/*
 * A page of a report has up to 30 deployments, and a transaction at most 100 writes. A page nearly always fits.
 * It does not when it takes deployments over from many agents.
 */

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
