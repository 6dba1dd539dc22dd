import { putElastiCache } from "@shardwatch/core/elasticache/elasticache.table";
import { newId } from "@shardwatch/core/kit/ids";
import { findUnfinished } from "@shardwatch/core/invitation/finish-moves";
import { putInvitation, resolve } from "@shardwatch/core/invitation/invitation.table";
import { undelivered } from "@shardwatch/core/notification/former-announcements";
import { announcementKey, undeliveredAnnouncements } from "@shardwatch/core/notification/notification.keys";
import { unfinishedDeletions } from "@shardwatch/core/offboarding/organization";
import { beginDeletion } from "@shardwatch/core/organization/delete";
import { putRedisCloud } from "@shardwatch/core/redis-cloud/redis-cloud.table";
import { sources } from "@shardwatch/core/sources";
import { createTable, type TableClient } from "@shardwatch/core/table/table";
import { expect, test } from "vitest";
import { roleOf } from "../support/aws.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { asRoot, signUp } from "../support/world.ts";

const world = await worldOfFile();
const numbers = [1, 2, 3, 4, 5];

/** An index that returns two keys per page, as a real one does with a megabyte of them. */
function smallPages(client: TableClient): TableClient {
  const send = async (command: { input: { IndexName?: string; Limit?: number } }) => {
    if (command.input.IndexName !== undefined) command.input.Limit = 2;
    return await client.send(command as never);
  };
  return { send: send as never };
}
const table = createTable({
  client: smallPages(world.recorder.client),
  name: world.database.tableName,
});
const services = { ...world.services, table };

test("everything under one value of the index is found, page after page and in its order", async () => {
  for (const number of numbers) {
    const letter = number % 2 === 0 ? "even" : "odd";
    await table.put({ pk: "P", sk: `${number}`, gsi1pk: "PAGES", gsi1sk: `${letter} ${number}` });
  }
  const found = async (prefix?: string) =>
    (await table.findAll("PAGES", { prefix })).map(({ gsi1sk }) => gsi1sk);
  expect(await found()).toEqual(["even 2", "even 4", "odd 1", "odd 3", "odd 5"]);
  expect(await found("odd")).toEqual(["odd 1", "odd 3", "odd 5"]);
  expect(await table.findAll("NOTHING")).toEqual([]);
  expect((await table.find("PAGES")).keys).toHaveLength(2);
});

test("Q21 the schedule misses nothing that is left to do, however many pages of it there are", async () => {
  const person = await signUp(world);
  const organization = scopeOf(person);
  const now = world.clock.now();
  const base = { createdAt: now, createdBy: person.accountId, status: "pending" } as const;
  const departing: string[] = [];
  for (const number of numbers) {
    const news = announcementKey(organization, `${number}`);
    const random = world.services.random.bytes(16);
    const id = newId("invitation", now, random);
    const somebody = { firstName: "", lastName: "", email: "" };
    const invitation = {
      id,
      status: "pending" as const,
      createdAt: now,
      role: "VIEWER" as const,
      organizationId: organization,
      organizationName: "",
      inviteeId: `${person.accountId}${number}`,
      invitedBy: somebody,
      invitee: somebody,
    };
    const roleArn = roleOf(`11112222333${number}`);
    await table.transact([
      { put: { ...news, gsi1pk: undeliveredAnnouncements, gsi1sk: news.sk } },
      ...putInvitation(organization, invitation),
      ...putRedisCloud(organization, {
        ...base,
        id: `rcl_${number}`,
        name: "",
        accountId: `${number}`,
        sealed: "",
      }),
      ...putElastiCache(organization, { ...base, id: `dep_${number}`, roleArn, externalId: "" }),
    ]);
    await table.transact(resolve(invitation, "accepted", now, { movingFrom: organization }));
    const gone = await signUp(world);
    await beginDeletion({ ...asRoot(world), ...services }, scopeOf(gone));
    departing.push(gone.organizationId);
  }
  expect((await undelivered(services)).map(({ organizationId }) => organizationId)).toEqual(
    numbers.map(() => person.organizationId),
  );
  expect((await findUnfinished(services)).map(({ accountId }) => accountId.slice(-1)).toSorted()).toEqual(
    numbers.map(String),
  );
  for (const [source, prefix] of [["redis-cloud", "rcl_"] as const, ["elasticache", "dep_"] as const]) {
    const common = { kind: "syncIntegration", source, organizationId: organization };
    const due = numbers.map((number) => ({ ...common, integrationId: `${prefix}${number}` }));
    expect(await sources[source].due(services)).toEqual(due);
  }
  expect(await unfinishedDeletions(services)).toEqual(departing.toSorted());
});
