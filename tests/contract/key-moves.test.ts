import type { AccessKey, CreatedAccessKey } from "@shardwatch/core/contract/source/access-key";
import type { AuditPage } from "@shardwatch/core/contract/people/audit";
import type { Moves } from "@shardwatch/core/contract/people/moves";
import { agentKeyKey } from "@shardwatch/core/agent-key/agent-key.keys";
import { agentKeyKind } from "@shardwatch/core/agent-key/agent-key.table";
import { createApp } from "@shardwatch/functions/api/app";
import { expect, test } from "vitest";
import { interrupted } from "../support/interrupted.ts";
import { invite } from "../support/invitations.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp, webOrigin } from "../support/world.ts";

const world = await worldOfFile();

async function ask<T>(as: Person, method: string, path: string, body?: unknown): Promise<T> {
  const options = { as: await signInAgain(world, as), ...(body !== undefined && { body }) };
  const answer = await call(world, method, path, options);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const rotate = (as: Person, keyId: string, overlapHours: number) =>
  ask<CreatedAccessKey>(as, "POST", `/access-key/${keyId}/rotate`, { overlapHours });

async function statusOf({ compositeKey }: { compositeKey: string }): Promise<number> {
  world.clock.advance(60_000);
  return (await send(world, compositeKey, reportOf(world, [reported("moving")]))).status;
}

/** A member with a key, an admin of the same organization, and who invites the member to another one. */
async function beforeMove() {
  const [host, mover] = [await signUp(world), await signUp(world)];
  const colleague = await signUp(world, {}, ["ORG_ADMIN"]);
  await join(world, colleague, mover);
  const key = await createKey(world, mover, "Moving key");
  expect(await statusOf(key)).toBe(202);
  return { host, mover, colleague, key, id: await invite(world, host, mover) };
}

const movesOf = (as: Person, id: string) => ask<Moves>(as, "GET", `/invitations/${id}/moves`);
const keyOf = (as: Person, keyId: string) => ask<AccessKey>(as, "GET", `/access-key/${keyId}`);

test("MND04 a secret that another admin was handed ends with the move, which the mover is told before and both audits say", async () => {
  const { host, mover, colleague, key, id } = await beforeMove();
  const handed = await rotate(colleague, key.keyId, 24);
  expect(await statusOf(handed)).toBe(202);
  const before = await movesOf(mover, id);
  expect(before.secretsEnd).toEqual({ count: 1, first: ["Moving key"] });
  await ask(mover, "POST", `/invitations/${id}/accept`);
  expect(await statusOf(handed), "the secret of the other admin").toBe(401);
  expect(await statusOf(key), "the creator's, until its end").toBe(202);
  expect((await movesOf(mover, id)).secretsEnd).toEqual(before.secretsEnd);
  for (const reader of [host, colleague]) {
    const { events } = await ask<AuditPage>(reader, "GET", "/audit");
    const moved = events.find(({ action }) => action === "source.moved");
    expect(moved?.changes).toContainEqual({ field: "secret", before: "works", after: "ended" });
  }

  // The creator makes a new one at once. Their former one keeps the end that the rotation gave it.
  expect(await keyOf(host, key.keyId)).toMatchObject({ secretEnded: true });
  const anew = await rotate(mover, key.keyId, 720);
  expect(anew.rotation?.formerSecretEndsAt).toBe(handed.rotation?.formerSecretEndsAt);
  expect([await statusOf(anew), await statusOf(key), await statusOf(handed)]).toEqual([202, 202, 401]);
  expect((await keyOf(host, key.keyId)).secretEnded).toBeUndefined();
  world.clock.advance(25 * 3_600_000);
  expect([await statusOf(anew), await statusOf(key)]).toEqual([202, 401]);
});

test("MND04 a former secret of another admin ends as well, and the creator's present one goes along", async () => {
  const { mover, colleague, key, id } = await beforeMove();
  const handed = await rotate(colleague, key.keyId, 0);
  const own = await rotate(mover, key.keyId, 24);
  expect((await movesOf(mover, id)).secretsEnd).toMatchObject({ count: 1 });
  await ask(mover, "POST", `/invitations/${id}/accept`);
  expect([await statusOf(handed), await statusOf(own)]).toEqual([401, 202]);
});

test("MND04 the creator's own rotations go along, and nothing is said to end", async () => {
  const { host, mover, key, id } = await beforeMove();
  const own = await rotate(mover, key.keyId, 24);
  expect((await movesOf(mover, id)).secretsEnd).toBeUndefined();
  await ask(mover, "POST", `/invitations/${id}/accept`);
  expect([await statusOf(own), await statusOf(key)]).toEqual([202, 202]);
  expect((await keyOf(host, key.keyId)).secretEnded).toBeUndefined();
});

test("MND04 a secret of a former version, whose holder is not known, ends with the move", async () => {
  const { mover, key, id } = await beforeMove();
  const own = await rotate(mover, key.keyId, 24);
  const row = agentKeyKey(scopeOf(mover), key.keyId);
  await world.services.table.update(row, { remove: [agentKeyKind.attribute.handed] });
  expect((await movesOf(mover, id)).secretsEnd).toMatchObject({ count: 1 });
  await ask(mover, "POST", `/invitations/${id}/accept`);
  expect([await statusOf(own), await statusOf(key)]).toEqual([401, 202]);
});

test("MND21 of two rotations at once, one is refused, and the secret that was answered works", async () => {
  const { mover, key } = await beforeMove();
  const second = { compositeKey: "" };
  const rotating = async () => Object.assign(second, await rotate(mover, key.keyId, 24));
  const table = interrupted(world, new RegExp(`^Transact.*KEY#${key.keyId}`), rotating);
  const { session } = await signInAgain(world, mover);
  const headers = {
    origin: webOrigin,
    cookie: `shardwatch_session=${session.reveal()}`,
    "content-type": "application/json",
  };
  const app = createApp({ ...world.services, table });
  const body = JSON.stringify({ overlapHours: 24 });
  const first = await app.request(`/access-key/${key.keyId}/rotate`, { method: "POST", headers, body });
  expect([first.status, await first.json()]).toMatchObject([409, { code: "ROTATION_UNDER_WAY" }]);
  expect([await statusOf(second), await statusOf(key)]).toEqual([202, 202]);
});
