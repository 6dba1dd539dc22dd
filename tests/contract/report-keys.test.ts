import { randomBytes } from "node:crypto";
import type { DeploymentList } from "@shardwatch/core/contract/deployment";
import { formatAgentKey } from "@shardwatch/core/kit/agent-key";
import { beforeEach, expect, test } from "vitest";
import { madeUpKeys } from "../support/made-up-keys.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
let person: Person;
let key: string;

beforeEach(async () => {
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

async function list(): Promise<DeploymentList["deployments"]> {
  const answer = await call(world, "GET", "/deployments", { as: person });
  return ((await answer.json()) as DeploymentList).deployments;
}

async function keys(): Promise<unknown> {
  return await (await call(world, "GET", "/access-key", { as: person })).json();
}

test("AGT11 KEY24 a revoked key is refused from the next report on", async () => {
  const { keyId, compositeKey } = await createKey(world, person, "To be revoked");
  expect((await send(world, compositeKey, reportOf(world, [reported("a")]))).status).toBe(202);
  expect((await call(world, "DELETE", `/access-key/${keyId}`, { as: person })).status).toBe(204);
  world.clock.advance(60_000);
  expect((await send(world, compositeKey, reportOf(world, [reported("a")]))).status).toBe(401);
});

test("AGT12 a key that is missing, mistyped, unknown or revoked is refused, a missing or mistyped one without a read", async () => {
  const report = reportOf(world, [reported("a")]);
  const last = key.at(-1) === "0" ? "1" : "0";
  world.recorder.clear();
  for (const wrong of [`${key.slice(0, -1)}${last}`, "sw_nonsense", "", key.toLowerCase()])
    expect((await send(world, wrong, report)).status).toBe(401);
  expect((await call(world, "POST", "/agent/reports", { body: report })).status).toBe(401);
  expect(world.recorder.sent).toEqual([]);
  const unknown = formatAgentKey("key_00000000000000000000000000", randomBytes(32));
  const revoked = await createKey(world, person, "Revoked one");
  await call(world, "DELETE", `/access-key/${revoked.keyId}`, { as: person });
  for (const wrong of [unknown, revoked.compositeKey]) {
    const answer = await send(world, wrong, report);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      code: "BAD_API_KEY",
      details: [expect.stringMatching(/^Authorization: /)],
    });
  }
  expect(await list()).toEqual([]);
});

test("AGT12 KEY26 the id of a key opens nothing without the secret of that key", async () => {
  await send(world, key, reportOf(world, [reported("mine")]));
  world.clock.advance(60_000);
  const other = (await createKey(world, person, "Another key")).compositeKey;
  const before = [await list(), await keys()];
  for (const [name, wrong] of Object.entries(madeUpKeys(key, other))) {
    world.recorder.clear();
    const answer = await send(world, wrong, reportOf(world, [reported("mine", { name: "Forged" })]));
    expect(answer.status, name).toBe(401);
    expect(await answer.json(), name).toMatchObject({ code: "BAD_API_KEY" });
    expect(
      world.recorder.sent.map(({ writeUnits }) => writeUnits),
      name,
    ).toEqual([0]);
  }
  expect([await list(), await keys()]).toEqual(before);
});
