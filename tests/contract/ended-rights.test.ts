import type { MemberContext } from "@shardwatch/core/access/context";
import { create as createChannel } from "@shardwatch/core/channel/channel";
import { recipientsOf } from "@shardwatch/core/channel/subscription";
import { acknowledge } from "@shardwatch/core/incident/acknowledge";
import { create as createSilence } from "@shardwatch/core/incident/silences";
import { remove } from "@shardwatch/core/offboarding/organization";
import { beforeEach, expect, test } from "vitest";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { actorFor, giveRoles, rowsOfOrganization, scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { asRoot, call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

/* Requests, passes and mails of those whose organization or membership ends in the meantime. */

const minute = 60_000;
const world = await worldOfFile();
let person: Person;
/** The person's request, which began before the end. */
let ctx: MemberContext;

beforeEach(async () => {
  person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  expect((await send(world, compositeKey, reportOf(world, [reported("server")]))).status).toBe(202);
  await lookAt(world, person);
  ctx = { ...world.services, actor: await actorFor(world, person), requestId: "request" };
});

/** Six minutes later the server is silent. */
async function silent(): Promise<void> {
  for (let passed = 0; passed < 6; passed += 1) {
    world.clock.advance(minute);
    await lookAt(world, person);
  }
}

/** Deletes the organization's first row, as if the process had died there. */
async function beginDeletion(): Promise<void> {
  const root = await signUp(world, { email: "root@example.com" });
  const actor = { ...asRoot(world).actor, accountId: root.accountId };
  expect(await remove({ ...asRoot(world), actor }, person.organizationId, 1)).toBe(false);
}

const rows = () => world.services.table.queryAll(rowsOfOrganization(person.organizationId));
const webhook = () =>
  createChannel(ctx, {
    kind: "webhook",
    name: "On call",
    url: "https://hooks.example.com/",
    minimum: "info",
  });
const silence = () => {
  const until = new Date(world.clock.now() + minute).toISOString();
  return createSilence(ctx, {
    scope: { kind: "rule", rule: "silent" },
    until,
    reason: "Test",
    confirm: false,
  });
};

test("INC07 a pass opens nothing in an organization that is being deleted", async () => {
  await beginDeletion();
  const before = await rows();
  await silent();
  expect(await rows()).toEqual(before);
});

test("INC05 CHN01 nothing is acknowledged, silenced or added in an organization that is being deleted", async () => {
  await silent();
  const [{ id } = { id: "" }] = await incidentsOf(world, person);
  await beginDeletion();
  const before = await rows();
  await expect(webhook()).rejects.toThrow();
  await expect(silence()).rejects.toThrow();
  await expect(acknowledge(ctx, { id, organizationId: undefined })).rejects.toThrow();
  expect(await rows()).toEqual(before);
});

test("INC05 CHN01 who is no admin any more when it is stored adds no channel and silences nothing", async () => {
  await giveRoles(world, person.accountId, ["VIEWER"]);
  await expect(webhook()).rejects.toMatchObject({ kind: "forbidden" });
  await expect(silence()).rejects.toMatchObject({ kind: "forbidden" });
});

test("INC05 who has left the organization when it is stored acknowledges nothing in it", async () => {
  await silent();
  const [{ id } = { id: "" }] = await incidentsOf(world, person);
  const left = rowsOfOrganization(person.organizationId);
  await join(world, person, await signUp(world));
  const before = await world.services.table.queryAll(left);
  const late = acknowledge(ctx, { id, organizationId: undefined });
  await expect(late).rejects.toMatchObject({ kind: "conflict", code: "NO_ORGANIZATION" });
  expect(await world.services.table.queryAll(left)).toEqual(before);
});

test("CHN09 an admin who was taken out gets no mail, also while a row of the membership is left", async () => {
  const second = await signUp(world);
  await join(world, second, person);
  const emails = async () => (await recipientsOf(world.services, scopeOf(person))).map(({ email }) => email);
  expect(await emails()).toHaveLength(2);
  const before = await rows();
  const path = `/me/organization/members/${second.accountId}`;
  const taken = await call(world, "DELETE", path, { as: await signInAgain(world, person) });
  expect(taken.status).toBe(204);
  expect(await emails()).toEqual([person.identity.email]);
  const after = new Set((await rows()).map(({ sk }) => sk));
  for (const row of before) if (!after.has(row.sk)) await world.services.table.put(row);
  // They are an admin elsewhere.
  await giveRoles(world, second.accountId, ["ORG_ADMIN"]);
  expect(await emails()).toEqual([person.identity.email]);
});
