import { notificationKey } from "@shardwatch/core/notification/notification.keys";
import { notificationList } from "@shardwatch/core/contract/channel/notification";
import { expect, test } from "vitest";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, join, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();

async function list(as: Person, query = "") {
  const answer = await call(world, "GET", `/notifications${query}`, { as });
  expect(answer.status).toBe(200);
  return notificationList.parse(await answer.json());
}

const idOf = (number: number) => `ntf_${String(number).padStart(26, "0")}`;

async function notify(person: Person, number: number, read = false): Promise<void> {
  const id = idOf(number);
  const row = {
    id,
    type: "INVITATION",
    title: `Title ${number}`,
    message: "Message",
    read,
    createdAt: 1_700_000_000_000,
  };
  await world.services.table.put({ ...notificationKey(person.accountId, id), ...row });
}

test("API08 API09 ENT43 ENT44 the own notifications, newest first; the unread count is the same without the read ones", async () => {
  const [person, other] = [await signUp(world), await signUp(world)];
  expect(await list(person)).toEqual({ notifications: [], unreadCount: 0 });
  await notify(person, 1, true);
  await notify(person, 2);
  await notify(person, 3);
  const all = await list(person);
  expect(all.notifications.map((each) => [each.id, each.read])).toEqual([
    [idOf(3), false],
    [idOf(2), false],
    [idOf(1), true],
  ]);
  expect(all.unreadCount).toBe(2);
  const unread = await list(person, "?includeRead=false");
  expect(unread.notifications.map((each) => each.id)).toEqual([idOf(3), idOf(2)]);
  expect(unread.unreadCount).toBe(2);
  expect(await list(other)).toEqual({ notifications: [], unreadCount: 0 });
});

test("API08 a bad includeRead is answered 400 naming it", async () => {
  const answer = await call(world, "GET", "/notifications?includeRead=maybe", { as: await signUp(world) });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ details: [expect.stringMatching(/^includeRead: /)] });
});

test("API10 API11 ROL28 the owner alone marks and deletes; marking twice is harmless, deleting twice is 404", async () => {
  const [person, other] = [await signUp(world), await signUp(world)];
  for (const number of [1, 2, 3]) await notify(person, number);
  const ask = async (as: Person, method: string, path: string) =>
    (await call(world, method, `/notifications/${path}`, { as })).status;
  expect(await ask(other, "PATCH", `${idOf(1)}/read`)).toBe(404);
  expect(await ask(other, "DELETE", idOf(1))).toBe(404);
  expect(await ask(other, "PATCH", "read")).toBe(204);
  expect((await list(person)).unreadCount).toBe(3);
  for (let times = 0; times < 2; times += 1) expect(await ask(person, "PATCH", `${idOf(1)}/read`)).toBe(204);
  expect(await list(person)).toMatchObject({ unreadCount: 2, notifications: [{}, {}, { read: true }] });
  expect(await ask(person, "DELETE", idOf(2))).toBe(204);
  expect(await ask(person, "DELETE", idOf(2))).toBe(404);
  expect(await ask(person, "PATCH", `${idOf(2)}/read`)).toBe(404);
  expect((await list(person)).unreadCount).toBe(1);
  expect(await ask(person, "PATCH", "read")).toBe(204);
  const after = await list(person);
  expect([after.unreadCount, after.notifications.length]).toEqual([0, 2]);
});

test("API08 API51 a list of many goes on page by page, and the count is that of all beyond any page of the storage", async () => {
  const person = await signUp(world);
  const padding = "x".repeat(9_000);
  for (let start = 0; start < 150; start += 25)
    await Promise.all(
      Array.from({ length: 25 }, async (_, index) => {
        await notify(person, start + index);
        const key = notificationKey(person.accountId, idOf(start + index));
        await world.services.table.update(key, { set: { padding } });
      }),
    );
  const ids: string[] = [];
  let cursor = "";
  do {
    const page = await list(person, `?limit=40${cursor}`);
    expect(page.unreadCount).toBe(150);
    ids.push(...page.notifications.map(({ id }) => id));
    cursor = page.nextCursor === undefined ? "" : `&cursor=${page.nextCursor}`;
  } while (cursor !== "");
  expect(ids).toEqual(Array.from({ length: 150 }, (_, index) => idOf(149 - index)));
  const bad = await call(world, "GET", "/notifications?cursor=nonsense", { as: person });
  expect(bad.status).toBe(400);
});

test("NTF17 NTF18 Q22 every member of a deleted organization gets one notification that names it; a repeated deletion adds none", async () => {
  const [admin, colleague] = [await signUp(world, { company: "Fading Ltd" }), await signUp(world)];
  await join(world, colleague, admin);
  const root = await signUp(world, {}, ["SUPER_ADMIN"]);
  const path = `/organizations/${admin.organizationId}`;
  const answers = [1, 2, 3].map(() => call(world, "DELETE", path, { as: root }));
  for (const answer of await Promise.all(answers)) expect([202, 204, 404]).toContain(answer.status);
  for (const person of [admin, colleague])
    expect(await list(person)).toMatchObject({
      unreadCount: 1,
      notifications: [
        {
          type: "DEPLOYMENT_DELETED",
          title: "Organization deleted",
          metadata: { reasonMessage: "The organization Fading Ltd was deleted." },
        },
      ],
    });
});
