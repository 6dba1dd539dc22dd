import { memberIds } from "@shardwatch/core/organization/members";
import { undelivered } from "@shardwatch/core/notification/former-announcements";
import { announcementKey, notificationsOf } from "@shardwatch/core/notification/notification.keys";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kindOf } from "../support/row-kinds.ts";
import { scopeOf } from "../support/scope.ts";
import { textOf } from "./coming.ts";
import { type Fixture, load, readFixture, startStage, type Stage } from "./fixtures.ts";

/* What 0.3.0 wrote for members and did not deliver. The release before this one is the last with such rows. */

let fixture: Fixture;
let stage: Stage;

beforeAll(async () => {
  fixture = readFixture("0.3.0");
  stage = await startStage();
  await load(stage.world, fixture);
});
afterAll(() => stage.stop());

const announcements = () =>
  fixture.items
    .filter((item) => kindOf({ pk: textOf(item, "pk"), sk: textOf(item, "sk") }) === "announcement")
    .map((item) => ({
      organizationId: textOf(item, "pk").slice("ORG#".length),
      announcement: textOf(item, "sk").slice("NEWS#".length),
      message: textOf(item, "message"),
      isDelivered: item["told"] !== undefined,
    }));

/** What each member of an organization was notified of in such words, by person. */
async function notifiedOf(organizationId: string, message: string): Promise<number[]> {
  const { services } = stage.world;
  const members = await memberIds(services, scopeOf({ organizationId }));
  const all = await Promise.all(members.map((id) => services.table.queryAll(notificationsOf(id))));
  return all.map((rows) => rows.filter((row) => row["message"] === message).length);
}

test("NTF17 NTF19 R22 what 0.3.0 announced reaches each member once, by its own job and by the schedule", async () => {
  const { services, queue } = stage.world;
  const waiting = announcements().filter(({ isDelivered }) => !isDelivered);
  expect(waiting.length).toBeGreaterThan(5);
  const before = new Map<string, number[]>();
  for (const { organizationId, message } of waiting)
    before.set(message, await notifiedOf(organizationId, message));
  const [first, second] = waiting;
  for (const one of [first, second, first]) {
    const job = {
      kind: "notifyMembers",
      organizationId: one?.organizationId,
      announcement: one?.announcement,
    };
    expect(await work(services, JSON.stringify(job))).toBe(true);
  }
  await tick(services, queue);
  for (let next = queue.take(); next; next = queue.take())
    if (next.job.kind === "notifyMembers") expect(await work(services, JSON.stringify(next.job))).toBe(true);
  for (const { organizationId, message } of waiting) {
    const same = waiting.filter((one) => one.message === message).length;
    const former = before.get(message) ?? [];
    expect(await notifiedOf(organizationId, message), message).toEqual(former.map((count) => count + same));
  }
  expect(await undelivered(services)).toEqual([]);
});

test("NTF19 what 0.3.0 has delivered is not delivered again", async () => {
  const { services } = stage.world;
  const [one] = announcements().filter(({ isDelivered }) => isDelivered);
  const organizationId = one?.organizationId ?? "";
  const message = one?.message ?? "";
  const before = await notifiedOf(organizationId, message);
  const job = { kind: "notifyMembers", organizationId, announcement: one?.announcement };
  expect(await work(services, JSON.stringify(job))).toBe(true);
  expect(await notifiedOf(organizationId, message)).toEqual(before);
  const key = announcementKey(scopeOf({ organizationId }), one?.announcement ?? "");
  expect(await services.table.get(key)).toBeUndefined();
});
