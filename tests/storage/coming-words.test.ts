import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { versionAttribute } from "@shardwatch/core/table/row";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import { afterAll, beforeAll, expect, test } from "vitest";
import { alertRowsOf, lookAt } from "../support/incidents.ts";
import { reported, send } from "../support/reports.ts";
import { call, createKey, type Person, signInAgain, signUp, type World } from "../support/world.ts";
import { personOf } from "./answers.ts";
import { laterWord, laterWords, textOf } from "./coming.ts";
import {
  type Fixture,
  type Item,
  itemsOf,
  load,
  plain,
  readFixture,
  releases,
  startStage,
  type Stage,
} from "./fixtures.ts";
import { identityOf } from "./people.ts";
import { fleetOf, minute, orders } from "./story.ts";

/* Rows with words that only the next release knows, and a row of a version that this release must not read. */

const fixture: Fixture = readFixture(releases().at(-1) ?? "");
const words = laterWords(fixture);
const { handles } = fixture;
const keyOf = (item: Item) => `${textOf(item, "pk")} ${textOf(item, "sk")}`;

let stage: Stage;
let world: World;
let ada: Person;

beforeAll(async () => {
  stage = await startStage();
  ({ world } = stage);
  await load(world, { ...fixture, items: [...fixture.items, ...Object.values(words).flat()] });
  ada = await signInAgain(world, { ...personOf(handles, "ada"), identity: identityOf("ada") });
});
afterAll(() => stage.stop());

const read = async (path: string) => await call(world, "GET", path, { as: ada });

test.each([
  "/deployments",
  "/deployments/changed",
  "/databases",
  "/incidents?state=open",
  "/incidents?state=past",
  "/rules",
  "/silences",
  "/channels",
  "/views",
  "/organizations/me/invitations",
  "/notifications?includeRead=true",
  "/changes",
  "/access-key",
  "/redis-cloud",
  "/api/elasticache",
  "/deployments.csv",
  "/databases.csv",
  "/outlook/licenses",
  "/outlook/licenses.csv",
])("SLF07 %s is answered although rows hold words of a later release", async (path) => {
  const answer = await read(path);
  expect(answer.status, await answer.clone().text()).toBe(200);
  expect(await answer.text()).not.toBe("");
});

test("SLF07 a deployment of a later release's kind and source is listed, and has its page", async () => {
  const { deployments } = (await (await read("/deployments")).json()) as DeploymentList;
  const later = deployments.find(({ name }) => name === "Later");
  expect(later).toMatchObject({ type: "LATER", source: "later" });
  expect((await read(`/deployments/${later?.id}`)).status).toBe(200);
});

test("SLF07 reports and the schedule go on, and leave alone what only a later release understands", async () => {
  const { clock, services, queue } = world;
  for (let passed = 0; passed < 5; passed += 1) {
    clock.advance(minute);
    const report = fleetOf(world, "ada", [orders(), reported("deleted")]);
    expect((await send(world, handles.keys.ada, report)).status).toBe(202);
    await lookAt(world, ada);
  }
  await tick(services, queue);
  for (let next = queue.take(); next; next = queue.take()) await work(services, JSON.stringify(next.job));
  const after = new Map((await itemsOf(world)).map((item) => [keyOf(item), item]));
  for (const [what, items] of Object.entries(words))
    for (const item of items) expect(plain(after.get(keyOf(item)) ?? {}), what).toEqual(plain(item));
  const { incidents } = (await (await read("/incidents?state=open")).json()) as {
    incidents: { rule: string }[];
  };
  expect(incidents.length).toBeGreaterThan(0);
  expect(incidents.map(({ rule }) => rule)).not.toContain(laterWord);
});

test("SLF07 a row of a version that only a later release reads is refused, and stops no other organization", async () => {
  const { services, clock } = world;
  const summary = { pk: `ORG#${ada.organizationId}`, sk: `DEP#${handles.ids.moved}` };
  await services.table.update(summary, { set: { [versionAttribute]: 9 } });
  const names = ((await (await read("/deployments")).json()) as DeploymentList).deployments.map(
    ({ name }) => name,
  );
  expect(names).toContain("moved");
  expect((await read(`/deployments/${handles.ids.moved}`)).status).toBe(503);
  expect((await read(`/deployments/${handles.ids.orders}`)).status).toBe(200);

  const other = await signUp(world);
  const { compositeKey } = await createKey(world, other);
  expect((await send(world, compositeKey, fleetOf(world, "other", [orders()]))).status).toBe(202);
  const minuteNow = clock.now() - (clock.now() % minute);
  const due = { minute: minuteNow, previous: minuteNow - minute, since: minuteNow - 60 * minute };
  const organizationIds = [ada.organizationId, other.organizationId];
  const done = await work(services, JSON.stringify({ kind: "evaluate", organizationIds, ...due }));
  expect(done).toBe(false);
  expect(world.logLines.filter((line) => line.includes("pass failed"))).toHaveLength(1);
  expect(await alertRowsOf(world, other)).not.toEqual([]);
});
