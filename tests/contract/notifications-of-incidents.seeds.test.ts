import { notificationList } from "@shardwatch/core/contract/channel/notification";
import { compare } from "@shardwatch/core/incident/judging/compare";
import { putOpened, putResolved } from "@shardwatch/core/incident/rows/incident.table";
import type { Group, IncidentRecord } from "@shardwatch/core/incident/rows/record";
import { criticalOpened, deploymentDeleted, manyOpened } from "@shardwatch/core/notification/messages";
import { type Notice, putNotification } from "@shardwatch/core/notification/notification.table";
import fc from "fast-check";
import { expect, test } from "vitest";
import { scopeOf } from "../support/scope.ts";
import { seedCount } from "../support/seeds.ts";
import { start } from "../support/watched.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, join, type Person, signUp } from "../support/world.ts";

const minute = 60_000;
const world = await worldOfFile();
const { table } = world.services;

const incidentKey = (number: number): Group => ({
  key: `deployment:${number}`,
  rule: "memory-full",
  cause: { kind: "deployment", id: `dep_${number}`, name: `cache ${number}` },
  severity: "critical",
  step: 1,
  since: 0,
  members: [{ rule: "memory-full", id: `dep_${number}`, name: `cache ${number}`, value: "97%" }],
  evidence: { figures: [], words: null, since: null },
  expected: 0,
  flapping: false,
});

async function openIncident(person: Person, number: number): Promise<IncidentRecord> {
  const at = start + number * minute;
  const [record] = compare(person.organizationId, [], [incidentKey(number)], new Map(), at).opened;
  if (!record) throw new Error("nothing opened");
  await table.transact([putOpened(scopeOf(person), record)]);
  return record;
}

const endIncident = (person: Person, record: IncidentRecord): Promise<void> =>
  table.transact(
    putResolved(scopeOf(person), { ...record, resolvedAt: start + 100 * minute, resolution: "recovered" }, 1),
  );

/** Notifies one person, and returns the notification's id. */
async function notify({ accountId }: Person, notice: Notice): Promise<string> {
  const { put, when } = putNotification(accountId, notice);
  await table.put(put, when);
  return put.sk.replace("NOTE#", "");
}

const noticeOf = ({ id }: IncidentRecord, { organizationId }: Person, at: number): Notice =>
  criticalOpened({ id, title: "cache: memory at 97.0% of its limit", name: "cache" }, organizationId, at);

async function page(as: Person, query: string) {
  const answer = await call(world, "GET", `/notifications?${query}`, { as });
  expect(answer.status).toBe(200);
  return notificationList.parse(await answer.json());
}

/** All pages, and the unread count of each. */
async function allPages(as: Person, limit: number, includeRead: boolean) {
  const pages = [await page(as, `limit=${limit}&includeRead=${includeRead}`)];
  for (let next = pages[0]?.nextCursor; next !== undefined; next = pages.at(-1)?.nextCursor)
    pages.push(await page(as, `limit=${limit}&includeRead=${includeRead}&cursor=${next}`));
  return {
    notifications: pages.flatMap(({ notifications }) => notifications),
    counts: new Set(pages.map(({ unreadCount }) => unreadCount)),
  };
}

const send = async (as: Person, method: string, path: string): Promise<number> =>
  (await call(world, method, `/notifications/${path}`, { as })).status;

/** What a person was notified of, as a list without storage would keep it. */
interface Message {
  id: string;
  incidents: readonly string[];
  read: boolean;
}

const steps = ["open", "open by 0.4.0", "storm", "end", "other", "read", "read all", "delete"] as const;
type Played = readonly { step: (typeof steps)[number]; which: number }[];
const sequence = fc.array(fc.record({ step: fc.constantFrom(...steps), which: fc.nat(20) }), {
  minLength: 8,
  maxLength: 20,
});

/** Plays a sequence, and compares all pages with the model after each step. */
async function play(person: Person, played: Played): Promise<void> {
  let messages: Message[] = [];
  let open: IncidentRecord[] = [];
  let number = 0;
  const isShown = ({ incidents }: Message) => !open.some(({ id }) => incidents.includes(id));
  const add = async (notice: Notice, incidents: readonly string[]) => {
    messages = [{ id: await notify(person, notice), incidents, read: false }, ...messages];
  };
  for (const { step, which } of played) {
    number += 1;
    const at = start + number * minute;
    const message = messages[which % Math.max(1, messages.length)];
    const incident = open[which % Math.max(1, open.length)];
    if (step === "other") await add(deploymentDeleted({ id: `dep_${number}`, name: "a" }, at, "Gone."), []);
    if (step === "open" || step === "open by 0.4.0") {
      const opened = await openIncident(person, number);
      open = [...open, opened];
      const { organizationId, ...former } = noticeOf(opened, person, at);
      await add(step === "open" ? { ...former, organizationId } : former, [opened.id]);
    }
    if (step === "storm") {
      number += 1;
      const opened = [await openIncident(person, number - 1), await openIncident(person, number)];
      open = [...open, ...opened];
      const incidentIds = opened.map(({ id }) => id);
      const many = { name: `dlv_${number}`, count: 2, incidentIds };
      await add(manyOpened(many, person.organizationId, at + minute), incidentIds);
    }
    if (step === "end" && incident) {
      await endIncident(person, incident);
      open = open.filter(({ id }) => id !== incident.id);
    }
    if (step === "read" && message) {
      expect(await send(person, "PATCH", `${message.id}/read`)).toBe(204);
      message.read = true;
    }
    if (step === "read all") {
      expect(await send(person, "PATCH", "read")).toBe(204);
      for (const one of messages) one.read ||= isShown(one);
    }
    if (step === "delete" && message) {
      expect(await send(person, "DELETE", message.id)).toBe(204);
      messages = messages.filter(({ id }) => id !== message.id);
    }
    await compareWith(person, messages.filter(isShown), 2 + (which % 4));
  }
}

async function compareWith(person: Person, shown: readonly Message[], limit: number): Promise<void> {
  const unread = shown.filter(({ read }) => !read);
  for (const [includeRead, expected] of [
    [true, shown],
    [false, unread],
  ] as const) {
    const { notifications, counts } = await allPages(person, limit, includeRead);
    expect(notifications.map(({ id, read }) => [id, read])).toEqual(
      expected.map(({ id, read }) => [id, read]),
    );
    expect(counts).toEqual(new Set([unread.length]));
    for (const { metadata } of notifications)
      expect(metadata.incidentEnded).toBe(metadata.incidentId === undefined ? undefined : true);
  }
}

test("SCR03 NTF02 API09 in any order of opening, reading and ending, the bell's pages and its number are those of all messages whose incidents have ended", async () => {
  await fc.assert(
    fc.asyncProperty(
      sequence,
      fc.constantFrom("VIEWER" as const, "SUPER_ADMIN" as const),
      async (played, role) => play(await signUp(world, {}, [role]), played),
    ),
    { numRuns: seedCount({ few: 5, many: 100 }) },
  );
});

test("SCR03 what is not listed is not marked with the others: a message of an open incident is new when the incident ends", async () => {
  const person = await signUp(world);
  const incident = await openIncident(person, 1);
  const id = await notify(person, noticeOf(incident, person, start));
  await notify(person, deploymentDeleted({ id: "dep_1", name: "a" }, start + 1, "Gone."));
  expect(await page(person, "")).toMatchObject({
    unreadCount: 1,
    notifications: [{ title: "Deployment deleted" }],
  });
  expect(await send(person, "PATCH", "read")).toBe(204);
  expect(await page(person, "")).toMatchObject({ unreadCount: 0, notifications: [{ read: true }] });
  await endIncident(person, incident);
  expect(await page(person, "")).toMatchObject({
    unreadCount: 1,
    notifications: [
      { read: true },
      { id, read: false, metadata: { incidentId: incident.id, incidentEnded: true } },
    ],
  });
});

test("SCR03 of an incident of an organization that the person has left, nobody says that it has ended", async () => {
  const [person, host] = [await signUp(world), await signUp(world)];
  const incident = await openIncident(person, 1);
  await notify(person, noticeOf(incident, person, start));
  expect((await page(person, "")).notifications).toEqual([]);
  await join(world, person, host);
  const { notifications, unreadCount } = await page(person, "");
  expect(unreadCount).toBe(1);
  expect(notifications).toMatchObject([{ metadata: { incidentId: incident.id } }]);
  expect(notifications[0]?.metadata).not.toHaveProperty("incidentEnded");
});

test("SCR03 P2 the bell's number takes two round trips with the session, also for a super admin and beside many open incidents", async () => {
  for (const role of ["VIEWER", "SUPER_ADMIN"] as const) {
    const person = await signUp(world, {}, [role]);
    for (let number = 1; number <= 30; number += 1)
      await notify(person, noticeOf(await openIncident(person, number), person, start + number));
    await page(person, "");
    world.recorder.clear();
    expect(await page(person, "")).toEqual({ notifications: [], unreadCount: 0 });
    expect(world.recorder.sequentialRoundTrips(), role).toBe(2);
  }
});
