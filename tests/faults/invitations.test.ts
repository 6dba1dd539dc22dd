import { partitionOfAccount } from "@shardwatch/core/table/keys";
import { notificationsOf } from "@shardwatch/core/notification/notification.keys";
import { accept } from "@shardwatch/core/invitation/accept";
import { createTable } from "@shardwatch/core/table/table";
import { unfinishedWork } from "@shardwatch/functions/jobs/tick";
import { afterAll, expect, test } from "vitest";
import { acceptances } from "../support/acceptances.ts";
import { disturb } from "../support/disturb.ts";
import { invite } from "../support/invitations.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { actorFor, organizationPartition } from "../support/scope.ts";
import { call, signUp } from "../support/world.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const client = world.database.client();
const verbs = acceptances(world);
afterAll(() => client.destroy());

const crashing = (after: number) => {
  const disturbed = disturb(client, after);
  const table = createTable({ client: disturbed.client, name: world.database.tableName });
  return { table, writes: () => disturbed.writes() };
};

test("R1 INV14 an acceptance that is cut off after any write, and gone on with by a second one or by the schedule, ends as if it had not been", async () => {
  const { furnish, ask, tick, rowsOf, kindsOf, listed } = verbs;
  let writes = Infinity;
  for (let point = 0; point <= writes; point += 1) {
    const { host, mover, colleague, keys, id } = await furnish();
    const path = `/invitations/${id}/accept`;
    const before = [...(await listed(mover)), ...(await listed(host))];
    const { table, writes: counted } = crashing(point === 0 ? Infinity : point);
    await ask(table, mover, "POST", path);
    if (point === 0) writes = counted();
    if (point > 0 && point % 2 === 0) expect(await tick()).toBe(true);
    if (point % 2 === 1) expect([204, 409]).toContain(await ask(world.services.table, mover, "POST", path));
    const where = `after write ${point} of ${writes}`;
    expect([...(await listed(host)), ...(await listed(colleague))].toSorted(), where).toEqual(
      before.toSorted(),
    );
    expect(await listed(colleague), where).toHaveLength(1);
    expect(await kindsOf(host.organizationId), where).toEqual(
      [
        // Each deployment moved here once.
        "CHANGE",
        "CHANGE",
        "CHANGE",
        "DEP",
        "DEP",
        "DEP",
        "DETAIL",
        "DETAIL",
        "DETAIL",
        "INVITE",
        "KEY",
        "KEY",
        "MEMBER",
        "MEMBER",
        "ORG",
      ].concat(["PULSE", "PULSE"]),
    );
    expect(await kindsOf(mover.organizationId), where).toEqual([
      // They appeared in two reports, and each of four moved away or lost its source once.
      ...Array.from({ length: 6 }, () => "CHANGE"),
      "CHANGED",
      "DELIVERY",
      "DEP",
      "DETAIL",
      "KEY",
      "MEMBER",
      "ORG",
      "PULSE",
    ]);
    const received = await rowsOf(partitionOfAccount(mover.accountId));
    expect(received.find(({ id: its }) => its === id)).not.toHaveProperty("movingFrom");
    expect(await unfinishedWork(world.services)).toEqual([]);
    world.clock.advance(10_000);
    const report = reportOf(world, [reported("a", { databases: databases(2) })]);
    expect((await send(world, keys[0].compositeKey, report)).status).toBe(202);
    expect(await listed(host), where).toHaveLength(3);
  }
  expect(writes).toBeGreaterThan(5);
});

test("INV14 what does not fit into one call is told by 202, and moves with the next ones", async () => {
  const { furnish, listed } = verbs;
  const { host, mover, id } = await furnish();
  const actor = await actorFor(world, mover);
  const ctx = { ...world.services, actor, requestId: "small steps" };
  const outcomes: boolean[] = [];
  while (!outcomes.at(-1)) outcomes.push(await accept(ctx, id, 2));
  expect(outcomes).toEqual([false, false, true]);
  expect(await listed(host)).toHaveLength(3);
});

test("INV14 somebody who accepts another invitation while something is left of the first takes everything along, and a deleted account leaves no key", async () => {
  const { furnish, ask, kindsOf, listed } = verbs;
  for (const deleted of [false, true]) {
    const { host, mover, keys, id } = await furnish();
    const { table } = crashing(2);
    await ask(table, mover, "POST", `/invitations/${id}/accept`);
    const root = await signUp(world, {}, ["SUPER_ADMIN"]);
    const second = await signUp(world);
    if (deleted) await call(world, "DELETE", `/accounts/${mover.accountId}`, { as: root });
    else {
      const next = await invite(world, second, mover);
      expect(await ask(world.services.table, mover, "POST", `/invitations/${next}/accept`)).toBe(204);
    }
    expect(await unfinishedWork(world.services)).toEqual([]);
    expect((await kindsOf(host.organizationId)).filter((kind) => kind === "KEY")).toEqual([]);
    expect(await listed(deleted ? host : second)).toHaveLength(3);
    const report = reportOf(world, [reported("a")]);
    world.clock.advance(10_000);
    expect((await send(world, keys[0].compositeKey, report)).status).toBe(deleted ? 401 : 202);
  }
});

test("INV14 when the organization that invites is deleted in between, what has not moved stays where it was", async () => {
  const { furnish, ask, tick, rowsOf, listed } = verbs;
  const { host, mover, colleague, id } = await furnish();
  const root = await signUp(world, {}, ["SUPER_ADMIN"]);
  const { table } = crashing(1);
  await ask(table, mover, "POST", `/invitations/${id}/accept`);
  expect((await call(world, "DELETE", `/organizations/${host.organizationId}`, { as: root })).status).toBe(
    204,
  );
  expect(await tick()).toBe(true);
  expect(await rowsOf(organizationPartition(host.organizationId))).toEqual([]);
  expect(await listed(colleague)).toHaveLength(4);
  expect(await unfinishedWork(world.services)).toEqual([]);
});

test("NTF17 NTF19 R1 a deletion that is cut off after any write tells every member once, at the latest with the schedule, and no stranger", async () => {
  const { furnish, ask, tick } = verbs;
  let writes = Infinity;
  for (let point = 0; point <= writes; point += 1) {
    const { host, mover, colleague } = await furnish();
    const answer = await call(world, "GET", "/deployments", { as: mover });
    const { deployments } = (await answer.json()) as { deployments: { id: string; name: string }[] };
    const doomed = deployments.find(({ name }) => name === "a")?.id ?? "";
    const { table, writes: counted } = crashing(point === 0 ? Infinity : point);
    await ask(table, mover, "DELETE", `/deployments/${doomed}`);
    if (point === 0) writes = counted();
    expect(await Promise.all([tick(), tick()])).toEqual([true, true]);
    expect(await tick()).toBe(true);
    for (const person of [mover, colleague]) {
      const rows = await world.services.table.queryAll(notificationsOf(person.accountId));
      const deletions = rows.filter(({ type }) => type === "DEPLOYMENT_DELETED");
      expect(deletions, `after write ${point}`).toMatchObject([
        {
          title: "Deployment deleted",
          message: "a was deleted.",
          reasonMessage: expect.stringMatching(/^Deleted by \S.*\.$/) as string,
          read: false,
        },
      ]);
    }
    expect(await world.services.table.queryAll(notificationsOf(host.accountId))).toEqual([]);
    expect(await unfinishedWork(world.services)).toEqual([]);
  }
  expect(writes).toBeGreaterThan(3);
});
