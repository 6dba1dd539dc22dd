import { notificationList } from "@shardwatch/core/contract/notification";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, type Person, signUp, startWorld, type World } from "../support/world.ts";

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});

async function list(as: Person, query = "") {
  const answer = await call(world, "GET", `/notifications${query}`, { as });
  expect(answer.status).toBe(200);
  return notificationList.parse(await answer.json());
}

async function notify(person: Person, id: string, read: boolean): Promise<void> {
  const row = {
    id,
    type: "INVITATION",
    title: `Title ${id}`,
    message: "Message",
    read,
    createdAt: 1_700_000_000_000,
  };
  await world.house.table.put({ pk: `ACCOUNT#${person.accountId}`, sk: `NOTE#${id}`, ...row });
}

test("API08 API09 ENT43 ENT44 the own notifications, newest first; the unread count is the same without the read ones", async () => {
  const [person, other] = [await signUp(world), await signUp(world)];
  expect(await list(person)).toEqual({ notifications: [], unreadCount: 0 });
  for (const [id, read] of [
    ["1", true],
    ["2", false],
    ["3", false],
  ] as const)
    await notify(person, id, read);
  const all = await list(person);
  expect(all.notifications.map((each) => [each.id, each.read])).toEqual([
    ["3", false],
    ["2", false],
    ["1", true],
  ]);
  expect(all.unreadCount).toBe(2);
  const unread = await list(person, "?includeRead=false");
  expect(unread.notifications.map((each) => each.id)).toEqual(["3", "2"]);
  expect(unread.unreadCount).toBe(2);
  expect(await list(other)).toEqual({ notifications: [], unreadCount: 0 });
});

test("API08 a bad includeRead is answered 400 naming it", async () => {
  const answer = await call(world, "GET", "/notifications?includeRead=maybe", { as: await signUp(world) });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ details: [expect.stringMatching(/^includeRead: /)] });
});
