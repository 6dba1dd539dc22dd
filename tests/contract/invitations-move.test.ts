import type { ReportAccepted } from "@shardwatch/core/contract/report";
import { expect, test } from "vitest";
import { invite } from "../support/invitations.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();

const answer = async (as: Person, id: string, verb: string) =>
  (await call(world, "POST", `/invitations/${id}/${verb}`, { as })).status;

const dataOf = async (as: Person) => {
  const [deployments, keys] = await Promise.all(
    ["/deployments", "/access-key"].map(async (path) => (await call(world, "GET", path, { as })).json()),
  );
  return {
    deployments: (deployments as { deployments: { id: string; name: string; organizationId: string }[] })
      .deployments,
    keys: (keys as { accessKeys: { name: string }[] }).accessKeys.map(({ name }) => name),
  };
};
const report = async (key: string, names: string[]) => {
  world.clock.advance(10_000);
  const fleet = names.map((name) => reported(name, { databases: databases(2) }));
  const response = await send(world, key, reportOf(world, fleet));
  expect(response.status).toBe(202);
  return ((await response.json()) as ReportAccepted).deployments.map(({ id }) => id);
};

test("INV09 INV10 INV13 INV15 keys and deployments move with their ids and figures, other members' stay, and agents go on reporting", async () => {
  const [host, mover, colleague] = [await signUp(world), await signUp(world), await signUp(world)];
  await join(world, colleague, mover);
  const moving = await createKey(world, mover, "Moving key");
  const staying = await createKey(world, colleague, "Staying key");
  const ids = await report(moving.compositeKey, ["a", "b"]);
  const stays = await report(staying.compositeKey, ["c"]);
  const before = await (await call(world, "GET", `/deployments/${ids[0]}`, { as: mover })).json();

  expect(await answer(mover, await invite(world, host, mover), "accept")).toBe(204);
  const [there, here] = [await dataOf(host), await dataOf(colleague)];
  expect(there.keys).toEqual(["Moving key"]);
  expect(there.deployments.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(there.deployments.every(({ organizationId }) => organizationId === host.organizationId)).toBe(true);
  expect(here.keys).toEqual(["Staying key"]);
  expect(here.deployments.map(({ id }) => id)).toEqual(stays);
  const detail = await call(world, "GET", `/deployments/${ids[0]}`, { as: host });
  expect(await detail.json()).toEqual({ ...(before as object), organizationId: host.organizationId });
  expect((await call(world, "GET", `/deployments/${ids[0]}`, { as: colleague })).status).toBe(404);

  world.clock.advance(50_000);
  world.recorder.clear();
  expect(await report(moving.compositeKey, ["a", "b"])).toEqual(ids);
  expect(
    world.recorder.sent.reduce((units, one) => units + one.writeUnits, 0),
    "a plain report",
  ).toBe(1);
  expect(await report(moving.compositeKey, ["a", "b", "new"])).toHaveLength(3);
  expect((await dataOf(host)).deployments).toHaveLength(3);
  expect((await dataOf(colleague)).deployments).toHaveLength(1);
});

test("INV13 a server that a colleague's agent reports too is found again in the former organization, and moves back without a double", async () => {
  const [host, mover, colleague] = [await signUp(world), await signUp(world), await signUp(world)];
  await join(world, colleague, mover);
  const keys = [await createKey(world, mover), await createKey(world, colleague)] as const;
  const [id] = await report(keys[0].compositeKey, ["shared"]);
  expect(await answer(mover, await invite(world, host, mover), "accept")).toBe(204);
  expect(await report(keys[1].compositeKey, ["shared"])).toEqual([id]);
  expect(await report(keys[0].compositeKey, ["shared"])).toEqual([id]);
  for (const person of [host, colleague]) expect((await dataOf(person)).deployments).toHaveLength(1);
  expect(await answer(mover, await invite(world, colleague, mover), "accept")).toBe(204);
  await report(keys[0].compositeKey, ["shared"]);
  expect((await dataOf(host)).deployments).toEqual([]);
  expect((await dataOf(colleague)).deployments.map((one) => one.id)).toEqual([id]);
});

test("R15 what was deleted before does not come back by a report that is older", async () => {
  const [host, mover] = [await signUp(world), await signUp(world)];
  const { compositeKey } = await createKey(world, mover);
  const [id] = await report(compositeKey, ["a"]);
  world.clock.advance(10_000);
  const old = reportOf(world, [reported("a", { name: "late" })]);
  world.clock.advance(10_000);
  expect((await call(world, "DELETE", `/deployments/${id}`, { as: mover })).status).toBe(204);
  expect(await answer(mover, await invite(world, host, mover), "accept")).toBe(204);
  expect((await send(world, compositeKey, old)).status).toBe(202);
  expect((await dataOf(host)).deployments).toEqual([]);
  expect(await report(compositeKey, ["a"])).toEqual([id]);
  expect((await dataOf(host)).deployments).toHaveLength(1);
});
