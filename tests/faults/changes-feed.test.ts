import { organizationOfJob } from "@shardwatch/core/access/scope.job";
import { changeId } from "@shardwatch/core/changes/change.keys";
import { putChange } from "@shardwatch/core/changes/change.table";
import { type FieldEntry, packFields, textOfFields } from "@shardwatch/core/changes/field-entry";
import type { ChangePage } from "@shardwatch/core/contract/changes";
import type { FleetHistory } from "@shardwatch/core/contract/fleet-history";
import { expect, test } from "vitest";
import { takeCensus } from "../support/census.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signInAgain, signUp } from "../support/world.ts";

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
