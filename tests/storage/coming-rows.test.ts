import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import { afterAll, beforeAll, expect, test } from "vitest";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { reported, send } from "../support/reports.ts";
import { kindOf } from "../support/row-kinds.ts";
import { call, type Person, signInAgain, type World } from "../support/world.ts";
import { answersTo, personOf } from "./answers.ts";
import { laterAttribute, laterKinds, laterValue, textOf, withLater } from "./coming.ts";
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
import { identityOf, type Name } from "./people.ts";
import { fleetOf, minute, orders } from "./story.ts";

/*
 * A downgrade: this release runs on rows that the next one has written, and then the next one again. What only that one
 * knows has to be there still.
 */

const newest = releases().at(-1) ?? "";
const keyOf = (item: Item) => `${textOf(item, "pk")} ${textOf(item, "sk")}`;
const nameOf = (item: Item) => kindOf({ pk: textOf(item, "pk"), sk: textOf(item, "sk") });

let fixture: Fixture;
let stage: Stage;
let world: World;
let written: Item[];

beforeAll(async () => {
  fixture = readFixture(newest);
  written = [...fixture.items.map(withLater), ...laterKinds(fixture)];
  stage = await startStage();
  ({ world } = stage);
  await load(world, { ...fixture, items: written });
});
afterAll(() => stage.stop());

const person = async (name: Name): Promise<Person> =>
  await signInAgain(world, { ...personOf(fixture.handles, name), identity: identityOf(name) });

/** The answer, which must be a success. */
async function ask(name: Name, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await call(world, method, path, {
    as: await person(name),
    ...(body !== undefined && { body }),
  });
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
  return answer.status === 204 ? undefined : await answer.json();
}

const report = async (who: "ada" | "bob" | "eve" | "gina", ...deployments: ReturnType<typeof orders>[]) =>
  (await send(world, fixture.handles.keys[who], fleetOf(world, who, deployments))).status;

/** Does all that is queued. Returns the jobs that failed. */
async function doJobs(): Promise<string[]> {
  const failed: string[] = [];
  for (let next = world.queue.take(); next; next = world.queue.take())
    if (!(await work(world.services, JSON.stringify(next.job)))) failed.push(next.job.kind);
  return failed;
}

test("SLF07 attributes and kinds of rows that only the next release has change no answer", async () => {
  expect(await answersTo(world, fixture.handles)).toMatchObject(fixture.answers);
});

/** A day in the life of this release: people, agents, accounts and the schedule change rows of nearly every kind. */
async function live(): Promise<void> {
  const { clock, services, queue } = world;
  const { ids, people } = fixture.handles;
  const ada = await person("ada");
  clock.advance(75 * minute);
  await lookAt(world, ada);
  expect(
    await report("ada", { ...orders(), name: "orders renamed", status: "loading" }, reported("new")),
  ).toBe(202);
  expect(await report("gina", reported("of gina", { name: "renamed" }))).toBe(202);
  expect(await report("eve", reported("of eve"))).toBe(202);
  for (let passed = 0; passed < 12; passed += 1) {
    clock.advance(minute);
    expect(await report("ada", orders(), reported("new"))).toBe(202);
    expect(await report("eve", reported("of eve"))).toBe(202);
    await lookAt(world, ada);
  }
  await tick(services, queue);
  await doJobs();
  await ask("ada", "PATCH", "/me/organization", { name: "Acme renamed", onlyAdminsManageSources: true });
  await ask("root", "PUT", `/accounts/${people.bob.accountId}`, {
    organizationId: people.ada.organizationId,
    roles: ["ORG_ADMIN"],
  });
  const { views } = (await ask("eve", "GET", "/views")) as { views: { id: string; name: string }[] };
  for (const { id, name } of views) await ask("eve", "PATCH", `/views/${id}`, { name: `${name}, renamed` });
  const { channels } = (await ask("ada", "GET", "/channels")) as {
    channels: { id: string; kind: string; name: string; minimum: string }[];
  };
  const { id, name } = channels.find(({ kind }) => kind === "webhook") ?? { id: "", name: "" };
  await ask("ada", "PUT", `/channels/${id}`, { name: `${name}, renamed`, minimum: "critical", on: true });
  await ask("ada", "PUT", "/me/mail", { on: true });
  const [incident] = await incidentsOf(world, ada);
  await ask("ada", "POST", `/incidents/${incident?.id}/acknowledgement`, { note: "I look at it" });
  const { accessKeys } = (await ask("ada", "GET", "/access-key")) as { accessKeys: { keyId: string }[] };
  await ask("ada", "POST", `/access-key/${accessKeys[0]?.keyId}/rotate`, { overlapHours: 24 });
  await ask("ada", "PUT", `/redis-cloud/${ids.redisCloud}`, { name: "Renamed account" });
  await ask("ada", "PATCH", "/notifications/read");
  await signInAgain(world, {
    ...personOf(fixture.handles, "bob"),
    identity: { ...identityOf("bob"), lastName: "Renamed" },
  });
  await ask("carol", "POST", `/invitations/${ids.invitation}/accept`);
  await doJobs();
}

const sameContent = (one: Item, other: Item) => JSON.stringify(plain(one)) === JSON.stringify(plain(other));

/**
 * Kinds that are written whole. All but sessions, which last a quarter of an hour, are derived from other rows: what a
 * later release adds to them, it derives again.
 */
const writtenWhole = ["fleet page", "incident state", "newest figures", "gathering", "session"];

/** Kinds that people, agents, accounts and the schedule have changed here. Their rows prove something. */
const changedHere = [
  "access key",
  "account",
  "channel",
  "channel names",
  "credential",
  "detail",
  "elasticache",
  "incident",
  "incident clock",
  "invitation",
  "mail settings",
  "member",
  "notification",
  "organization",
  "pulse",
  "redis cloud",
  "summary",
  "usage",
  "view",
  "view names",
];

test("SLF07 R22 what only the next release knows is still there after this one has changed every row that it can", async () => {
  await live();
  const after = new Map((await itemsOf(world)).map((item) => [keyOf(item), item]));
  const kept = written.filter((item) => after.has(keyOf(item)));
  const changed = new Set(
    kept.filter((item) => !sameContent(item, after.get(keyOf(item)) ?? {})).map(nameOf),
  );
  const lost = kept.filter((item) => after.get(keyOf(item))?.[laterAttribute]?.S !== laterValue.S);
  expect([...changed]).toEqual(expect.arrayContaining(changedHere));
  // A session is written whole only where a new one has the key of an old one by chance.
  expect(writtenWhole).toEqual(expect.arrayContaining([...new Set(lost.map(nameOf))]));
  const strangers = laterKinds(fixture);
  expect(strangers.map((item) => plain(after.get(keyOf(item)) ?? {}))).toEqual(strangers.map(plain));
});
