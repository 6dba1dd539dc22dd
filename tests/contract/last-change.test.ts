import { afterAll, expect, test } from "vitest";
import { reported, reportOf, send } from "../support/reports.ts";
import { call, createKey, type Person, signInAgain, signUp, startWorld } from "../support/world.ts";

const world = await startWorld();
afterAll(() => world.stop());

async function changedAt(person: Person): Promise<string | null> {
  const answer = await call(world, "GET", "/deployments/changed", { as: await signInAgain(world, person) });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { changedAt: string | null }).changedAt;
}

test("P22 the time of the last change is that of a report with another status, not of one with other figures", async () => {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const report = (fields: object) =>
    send(world, compositeKey, reportOf(world, [{ ...reported("orders"), ...fields }]));
  const now = () => new Date(world.clock.now()).toISOString();
  expect(await changedAt(person)).toBeNull();
  await report({});
  const first = now();
  expect(await changedAt(person)).toBe(first);
  world.clock.advance(60_000);
  await report({});
  expect(await changedAt(person)).toBe(first);
  world.clock.advance(60_000);
  await report({ status: "unreachable", databases: undefined });
  expect(await changedAt(person)).toBe(now());
  expect(await changedAt(await signUp(world))).toBeNull();
});
