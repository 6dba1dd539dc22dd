import type { Moves } from "@shardwatch/core/contract/people/moves";
import type { Notification } from "@shardwatch/core/contract/channel/notification";
import type { ReportAccepted } from "@shardwatch/core/contract/report/accepted";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { createApp } from "@shardwatch/functions/api/app";
import { expect, test } from "vitest";
import { interrupted } from "../support/interrupted.ts";
import { invite } from "../support/invitations.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp, webOrigin } from "../support/world.ts";

const world = await worldOfFile();
const minute = 60_000;

async function ask<Answer>(as: Person, method: string, path: string, body?: unknown): Promise<Answer> {
  const options = { as: await signInAgain(world, as), ...(body !== undefined && { body }) };
  const answer = await call(world, method, path, options);
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

async function report(
  key: string,
  deployments: ReportedDeployment[],
  agent = "first0000000",
): Promise<ReportAccepted> {
  world.clock.advance(10_000);
  const answer = await send(world, key, reportOf(world, deployments, { agent: { id: agent, version: "1" } }));
  expect(answer.status).toBe(202);
  return (await answer.json()) as ReportAccepted;
}

const fleet = (...names: string[]) => names.map((name) => reported(name, { databases: databases(2) }));
type Listed = { deployments: { name: string; memoryUsed: string; via?: string }[] };
const seenBy = async (as: Person) => (await ask<Listed>(as, "GET", "/deployments")).deployments;
const namesSeenBy = async (as: Person) => (await seenBy(as)).map(({ name }) => name).toSorted();
const movesOf = (as: Person, id: string) => ask<Moves>(as, "GET", `/invitations/${id}/moves`);
const accept = (as: Person, id: string) => ask(as, "POST", `/invitations/${id}/accept`);
const audited = (action: string) =>
  world.logLines.filter((line) => line.includes(`"${action}"`)).map((line) => JSON.parse(line) as object);

test("R17 INV13 a viewer who reports a colleague's deployment and leaves takes nothing of it along", async () => {
  const [boss, viewer, accomplice] = [
    await signUp(world),
    await signUp(world, {}, ["VIEWER"]),
    await signUp(world),
  ];
  await join(world, viewer, boss);
  const owners = await createKey(world, boss);
  const { deployments } = await report(owners.compositeKey, fleet("orders"));
  const stolen = await createKey(world, viewer);
  world.clock.advance(10 * minute);
  const id = await invite(world, accomplice, viewer);
  await report(stolen.compositeKey, [
    { key: "orders", name: "orders", type: "STANDALONE", status: "unreachable" },
  ]);
  expect((await movesOf(viewer, id)).moving).toMatchObject({ keys: { count: 1 }, deployments: { count: 0 } });
  await accept(viewer, id);
  expect(await namesSeenBy(accomplice)).toEqual([]);
  expect(await namesSeenBy(boss)).toEqual(["orders"]);
  const detail = await ask<{ databases: unknown[] }>(boss, "GET", `/deployments/${deployments[0]?.id}`);
  expect(detail.databases).toHaveLength(2);
  // In the other organization the key starts again, with a deployment without data of the first.
  expect((await report(stolen.compositeKey, fleet("orders"))).refused).toBeUndefined();
  expect(await namesSeenBy(accomplice)).toEqual(["orders"]);
});

test("R17 INV09 INV10 INV13 what a key had only taken over stays, keeps its figures, and can be reported again", async () => {
  const [boss, viewer, host] = [
    await signUp(world),
    await signUp(world, {}, ["VIEWER"]),
    await signUp(world),
  ];
  const second = await signUp(world, {}, ["ORG_ADMIN"]);
  for (const person of [viewer, second]) await join(world, person, boss);
  const [theirs, taking, admins] = [
    await createKey(world, viewer),
    await createKey(world, second, "Taking over"),
    await createKey(world, boss),
  ];
  await report(theirs.compositeKey, fleet("viewers"), "viewersagent");
  await report(admins.compositeKey, fleet("bosses"), "bossesagent0");
  world.clock.advance(6 * minute);
  const many = [...fleet("own"), reported("viewers", { databases: databases(2, 7) }), ...fleet("bosses")];
  const taken = await report(taking.compositeKey, many);
  expect(taken.refused).toBeUndefined();
  const id = await invite(world, host, second);
  expect(await movesOf(second, id)).toMatchObject({
    moving: { keys: { count: 1, first: ["Taking over"] }, deployments: { count: 1, first: ["own"] } },
    staying: [{ what: "deployments", because: "CREATED_BY_OTHERS", count: 2 }],
  });
  world.logLines.length = 0;
  await accept(second, id);
  expect(await namesSeenBy(host)).toEqual(["own"]);
  expect(await namesSeenBy(boss)).toEqual(["bosses", "viewers"]);
  const deployments = await seenBy(boss);
  expect(deployments.find(({ name }) => name === "viewers")?.memoryUsed).toBe(String(15 * 1_048_576));
  expect(
    deployments.map(({ via }) => via),
    "nobody reports them now",
  ).toEqual([undefined, undefined]);
  expect((await seenBy(host)).map(({ via }) => via?.startsWith(taking.keyId))).toEqual([true]);
  expect(audited("source.moved")).toMatchObject([
    {
      by: second.accountId,
      sourceId: taking.keyId,
      deployments: 1,
      first: taken.deployments.filter(({ key }) => key === "own").map(({ id: one }) => one),
      before: { organizationId: boss.organizationId },
      after: { organizationId: host.organizationId },
    },
  ]);

  // Both continue, each in its organization, under the same ids.
  expect((await report(taking.compositeKey, many)).deployments).toEqual(taken.deployments);
  expect(await namesSeenBy(host)).toEqual(["bosses", "own", "viewers"]);
  expect((await report(theirs.compositeKey, fleet("viewers"), "viewersagent")).refused).toBeUndefined();
  const after = await ask<{ deployments: { name: string; status: string; memoryUsed: string }[] }>(
    boss,
    "GET",
    "/deployments",
  );
  expect(after.deployments.find(({ name }) => name === "viewers")).toMatchObject({
    status: "active",
    memoryUsed: String(3 * 1_048_576),
  });
});

test("INV09 INV13 NTF17 whoever leaves with what they created is told before and after, and those who stay are told once", async () => {
  const [host, mover, colleague] = [await signUp(world), await signUp(world), await signUp(world)];
  await join(world, colleague, mover);
  const keys = [await createKey(world, mover, "First key"), await createKey(world, mover, "Second key")];
  await report(keys[0]?.compositeKey ?? "", fleet("a", "b"));
  await report(keys[1]?.compositeKey ?? "", fleet("c", "d", "e", "f"), "second000000");
  const id = await invite(world, host, mover);
  const before = await movesOf(mover, id);
  expect(before).toMatchObject({
    moving: {
      keys: { count: 2 },
      redisClouds: { count: 0, first: [] },
      deployments: { count: 6 },
    },
    staying: [],
  });
  expect(before.moving.keys.first.toSorted()).toEqual(["First key", "Second key"]);
  expect(before.moving.deployments.first).toHaveLength(5);
  await accept(mover, id);
  expect(await movesOf(mover, id)).toEqual({ ...before, invitedBy: expect.anything() });
  const notes = async (as: Person) =>
    (await ask<{ notifications: Notification[] }>(as, "GET", "/notifications")).notifications.filter(
      ({ type }) => type === "DEPLOYMENTS_MOVED",
    );
  expect(await notes(colleague)).toMatchObject([
    {
      title: "A member left, and what they created moved with them",
      message: expect.stringMatching(
        /left the organization\. 2 agent keys, 6 deployments moved with them\.$/,
      ) as string,
      metadata: { names: [`${mover.identity.firstName} ${mover.identity.lastName}`] },
    },
  ]);
  expect([await notes(host), await notes(mover)]).toEqual([[], []]);
});

test("AMD04 INV13 where only admins manage sources, a viewer's keys and deployments stay when the viewer leaves", async () => {
  const [host, boss, viewer] = [
    await signUp(world),
    await signUp(world),
    await signUp(world, {}, ["VIEWER"]),
  ];
  await join(world, viewer, boss);
  const key = await createKey(world, viewer, "Stays here");
  await report(key.compositeKey, fleet("a", "b"));
  const id = await invite(world, host, viewer);
  await ask(boss, "PATCH", "/me/organization", { name: "Strict", onlyAdminsManageSources: true });
  const before = await movesOf(viewer, id);
  expect(before).toMatchObject({
    from: "Strict",
    moving: { keys: { count: 0 }, deployments: { count: 0 } },
    staying: [
      { what: "keys", because: "ADMINS_ONLY", count: 1, first: ["Stays here"] },
      { what: "deployments", because: "ADMINS_ONLY", count: 2 },
    ],
  });
  await accept(viewer, id);
  // Switched off right afterwards: an earlier decision stays.
  await ask(boss, "PATCH", "/me/organization", { name: "Strict", onlyAdminsManageSources: false });
  expect(await movesOf(viewer, id)).toEqual({ ...before, invitedBy: expect.anything() });
  expect(await namesSeenBy(host)).toEqual([]);
  expect(await namesSeenBy(boss)).toEqual(["a", "b"]);
  expect((await report(key.compositeKey, fleet("a", "b", "c"))).deployments).toHaveLength(3);
  expect(await namesSeenBy(boss)).toEqual(["a", "b", "c"]);
});

test("AMD04 R5 a setting that is switched on while somebody joins another organization keeps their keys", async () => {
  const [host, boss, viewer] = [
    await signUp(world),
    await signUp(world),
    await signUp(world, {}, ["VIEWER"]),
  ];
  await join(world, viewer, boss);
  const key = await createKey(world, viewer);
  await report(key.compositeKey, fleet("a"));
  const id = await invite(world, host, viewer);
  const on = () => ask(boss, "PATCH", "/me/organization", { name: "Strict", onlyAdminsManageSources: true });
  const app = createApp({ ...world.services, table: interrupted(world, /^Transact/, on) });
  const { session } = await signInAgain(world, viewer);
  const headers = { origin: webOrigin, cookie: `shardwatch_session=${session.reveal()}` };
  expect((await app.request(`/invitations/${id}/accept`, { method: "POST", headers })).status).toBe(204);
  expect((await movesOf(viewer, id)).staying).toMatchObject([
    { because: "ADMINS_ONLY" },
    { because: "ADMINS_ONLY" },
  ]);
  expect([await namesSeenBy(host), await namesSeenBy(boss)]).toEqual([[], ["a"]]);
});
