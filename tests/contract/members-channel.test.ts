import { membersId } from "@shardwatch/core/channel/rows/channel.keys";
import { dueDeliveries } from "@shardwatch/core/channel/delivery/due";
import { deliverMessage } from "@shardwatch/core/channel/delivery/deliver";
import { notificationList } from "@shardwatch/core/contract/channel/notification";
import type { DeliveryList } from "@shardwatch/core/contract/channel/delivery";
import { workerOf } from "@shardwatch/core/contract/workers";
import { notificationsOf } from "@shardwatch/core/notification/notification.keys";
import type { Table } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import { everyMinute } from "@shardwatch/functions/jobs/minute";
import { work } from "@shardwatch/functions/jobs/work";
import { beforeEach, expect, test } from "vitest";
import { channelsIn, queuedFor } from "../support/channels.ts";
import { incidentOf, incidentsOf, lookAt } from "../support/incidents.ts";
import { unreachable } from "../support/own-api.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, join, type Person, signUp, webOrigin } from "../support/world.ts";

const minute = 60_000;
const world = await worldOfFile();
const { ask } = channelsIn(world);
let admin: Person;
let viewer: Person;
let key: string;

beforeEach(async () => {
  admin = await signUp(world);
  viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, admin);
  key = (await createKey(world, admin)).compositeKey;
  while (world.queue.take());
});

/** Reports one deployment, and returns its id. */
async function report(usedMebibytes = 1): Promise<string> {
  const answer = await send(
    world,
    key,
    reportOf(world, [reported("a", { databases: databases(1, usedMebibytes) })]),
  );
  return ((await answer.json()) as { deployments: { id: string }[] }).deployments[0]?.id ?? "";
}

/** Deletes a deployment while no notification can be written. */
async function deleteUnnoticed(id: string): Promise<void> {
  const { table } = world.services;
  const failing: Table = {
    ...table,
    put: (row, ...rest) =>
      row.sk.startsWith("NOTE#") ? Promise.reject(new Error("lost")) : table.put(row, ...rest),
  };
  const headers = { origin: webOrigin, cookie: `shardwatch_session=${admin.session.reveal()}` };
  const app = createApp({ ...world.services, table: failing });
  expect((await app.request(`/deployments/${id}`, { method: "DELETE", headers })).status).toBe(204);
}

/** The messages of a person's notifications. */
async function notified({ accountId }: Person): Promise<unknown[]> {
  const rows = await world.services.table.queryAll(notificationsOf(accountId));
  return rows.map(({ message }) => message);
}

test("NTF17 NTF19 a notice that was not handed over is found in the next minute, by a worker that reaches nothing outside", async () => {
  await deleteUnnoticed(await report());
  expect(await notified(viewer)).toEqual([]);
  world.clock.advance(minute);
  await everyMinute(world.services, world.queue, unreachable);
  const found = [];
  for (let next = world.queue.take(); next; next = world.queue.take())
    if (next.job.kind === "notifyMembers") found.push(next.job);
  expect(found.map(workerOf)).toEqual(["housekeeping"]);
  // The job comes twice, as any message of a queue can.
  for (const job of [...found, ...found]) expect(await work(world.services, JSON.stringify(job))).toBe(true);
  for (const person of [admin, viewer]) expect(await notified(person)).toEqual(["a was deleted."]);
  expect(await dueDeliveries(world.services)).toEqual([]);
});

test("the worker that sends leaves a message to members alone", async () => {
  await deleteUnnoticed(await report());
  const [queued] = await queuedFor(world, admin, membersId);
  const { organizationId } = admin;
  await deliverMessage(world.services, {
    organizationId,
    channelId: membersId,
    deliveryId: queued?.id ?? "",
  });
  expect(await queuedFor(world, admin, membersId)).toMatchObject([{ state: "queued", type: "notice" }]);
  expect(await notified(viewer)).toEqual([]);
});

test("CHN03 the log of the channel has what members were notified of", async () => {
  const id = await report();
  expect((await ask(admin, "DELETE", `/deployments/${id}`)).status).toBe(204);
  const answer = await ask(admin, "GET", `/channels/${membersId}/deliveries`);
  expect(((await answer.json()) as DeliveryList).deliveries).toMatchObject([
    {
      type: "notice",
      title: "a was deleted.",
      incidentId: null,
      state: "sent",
      attempts: [{ status: null, reason: null, excerpt: "2 notified" }],
    },
  ]);
  expect((await ask(viewer, "GET", `/channels/${membersId}/deliveries`)).status).toBe(403);
});

/** Reports one deployment in each of some minutes, and looks at it. */
async function watch(minutes: number, usedMebibytes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    world.clock.advance(minute);
    await report(usedMebibytes);
    await lookAt(world, admin);
  }
}

/** Does the jobs for notifications. */
async function notify(): Promise<void> {
  for (let next = world.queue.take(); next; next = world.queue.take())
    if (next.job.kind === "notifyMembers") await work(world.services, JSON.stringify(next.job));
}

/** What the viewer's bell lists and counts. */
const bell = async () =>
  notificationList.parse(await (await ask(viewer, "GET", "/notifications?limit=100")).json());

test("SCR03 while a critical incident is open, members have its message neither listed nor counted; at its end they have one", async () => {
  await watch(4, 63);
  const [incident] = await incidentsOf(world, viewer);
  await notify();
  expect(await notified(viewer)).toHaveLength(1);
  expect(await bell()).toEqual({ notifications: [], unreadCount: 0 });
  for (let tries = 0; tries < 30 && (await incidentsOf(world, viewer)).length > 0; tries += 1)
    await watch(1, 1);
  expect(await incidentsOf(world, viewer)).toEqual([]);
  expect(await bell()).toMatchObject({
    unreadCount: 1,
    notifications: [{ type: "INCIDENT", metadata: { incidentId: incident?.id, incidentEnded: true } }],
  });
});

test("SCR03 the summary of many critical incidents waits until all of them have ended", async () => {
  const names = Array.from({ length: 18 }, (_, index) => `many-${index}`);
  /** The first nine are full, or the others, or all. */
  const storm = async (...full: ("first" | "others")[]) => {
    world.clock.advance(minute);
    const deployments = names.map((name, index) =>
      reported(name, { databases: databases(1, full.includes(index < 9 ? "first" : "others") ? 63 : 1) }),
    );
    expect((await send(world, key, reportOf(world, deployments))).status).toBe(202);
    await lookAt(world, admin);
  };
  const open = async () =>
    (await incidentsOf(world, viewer)).filter(({ severity }) => severity === "critical");
  // A pass that opens more than ten incidents of a rule opens one for all, so they open in two.
  await storm("first");
  for (let tries = 0; tries < 10 && (await open()).length < 18; tries += 1) await storm("first", "others");
  expect(await open()).toHaveLength(18);
  await notify();
  const summary = expect.stringMatching(/^\d+ critical incidents opened at a time\./) as string;
  expect(await notified(viewer)).toContainEqual(summary);
  expect(await bell()).toEqual({ notifications: [], unreadCount: 0 });
  for (let tries = 0; tries < 30 && (await open()).length > 9; tries += 1) await storm("others");
  expect(await open()).toHaveLength(9);
  const half = await bell();
  expect(half.notifications.map(({ message }) => message)).not.toContainEqual(summary);
  for (let tries = 0; tries < 30 && (await open()).length > 0; tries += 1) await storm();
  const { notifications, unreadCount } = await bell();
  expect(unreadCount).toBe((await notified(viewer)).length);
  expect(notifications.find(({ title }) => title === "Critical incidents")).toMatchObject({
    message: summary,
    metadata: { reasonMessage: null },
  });
});

test("INC07 NTF19 a critical incident notifies each member once, and its page says so", async () => {
  await watch(4, 63);
  const [incident] = await incidentsOf(world, admin);
  expect(incident?.severity).toBe("critical");
  for (let next = world.queue.take(); next; next = world.queue.take())
    if (next.job.kind === "notifyMembers")
      for (const message of [next.job, next.job])
        expect(await work(world.services, JSON.stringify(message))).toBe(true);
  for (const person of [admin, viewer]) expect(await notified(person)).toHaveLength(1);
  const { messages } = await incidentOf(world, viewer, incident?.id ?? "");
  expect(messages.filter(({ channel }) => channel.id === membersId)).toMatchObject([
    { channel: { name: "Notifications in Shardwatch" }, type: "incident.opened", state: "sent" },
  ]);
});
