import { channelKey } from "@shardwatch/core/channel/rows/channel.keys";
import { remove as removeChannel } from "@shardwatch/core/channel/channel";
import { redisCloudKey } from "@shardwatch/core/redis-cloud/redis-cloud.keys";
import { sealOneAnew } from "@shardwatch/core/seals";
import { createTable, type Table } from "@shardwatch/core/table/table";
import { afterAll, beforeEach, expect, test } from "vitest";
import { startCloudWorld } from "../support/cloud-world.ts";
import { addWebhook } from "../support/deliveries.ts";
import { disturb } from "../support/disturb.ts";
import {
  isSealedAnew,
  openedTexts,
  sealedTexts,
  sealRowFormerly,
  vaultOfBothForms,
} from "../support/former-seals.ts";
import { interrupted } from "../support/interrupted.ts";
import { keysOf } from "../support/redis-cloud.ts";
import { actorFor, scopeOf } from "../support/scope.ts";
import { call, type Person, signUp } from "../support/world.ts";

const both = vaultOfBothForms();
const place = await startCloudWorld({ vault: both.vault });
const { world } = place;
afterAll(() => place.stop());

let person: Person;
beforeEach(async () => {
  person = await signUp(world);
});

/** A channel and an account as 0.3.0 stored them. */
async function furnish() {
  const channel = await addWebhook(world, person, "https://hooks.example.com/in");
  const account = await place.connect(undefined, person);
  expect(await place.workAll()).not.toContain(false);
  const objects = [
    { id: channel.id, key: channelKey(scopeOf(person), channel.id) },
    { id: account.id, key: redisCloudKey(scopeOf(person), account.id) },
  ];
  for (const { id, key } of objects) await sealRowFormerly(world, both, key, id);
  return objects;
}

const seal = async (id: string, table: Table = world.services.table) =>
  await sealOneAnew({ ...world.services, table }, person.organizationId, id);

test("R1 MND06 a worker that dies before or after its write leaves texts that open, and the next one finishes", async () => {
  for (const point of [0, 1])
    for (const { id, key } of await furnish()) {
      const before = await openedTexts(world, key, id);
      const client = world.database.client();
      const disturbed = disturb(client, point);
      const table = createTable({ client: disturbed.client, name: world.database.tableName });
      await expect(seal(id, table)).rejects.toThrow();
      client.destroy();
      expect(disturbed.writes()).toBe(point);
      expect(await openedTexts(world, key, id)).toEqual(before);
      expect(await isSealedAnew(world, key)).toBe(point === 1);
      await seal(id);
      expect(await isSealedAnew(world, key)).toBe(true);
      expect(await openedTexts(world, key, id)).toEqual(before);
      const texts = await sealedTexts(world, key);
      await seal(id);
      expect(await sealedTexts(world, key)).toEqual(texts);
    }
});

test("R7 MND06 many workers at once seal a row anew, and its texts stay what they were", async () => {
  for (const { id, key } of await furnish()) {
    const before = await openedTexts(world, key, id);
    await Promise.all(Array.from({ length: 10 }, () => seal(id)));
    expect(await isSealedAnew(world, key)).toBe(true);
    expect(await openedTexts(world, key, id)).toEqual(before);
  }
});

/** What happens between the reading and the write of the worker. */
const amid = (happens: () => Promise<unknown>) => interrupted(world, /^UpdateItemCommand/, happens);

async function ask(method: string, path: string, body: object): Promise<void> {
  const answer = await call(world, method, path, { as: person, body });
  expect(answer.ok, await answer.clone().text()).toBe(true);
}

test("MND06 what a person changes while the worker is at it counts: an address, a secret, keys", async () => {
  const [channel = { id: "", key: { pk: "", sk: "" } }, account = channel] = await furnish();
  const url = "https://hooks.example.com/another";
  const fields = { name: "On call", minimum: "info", on: true };
  await seal(
    channel.id,
    amid(() => ask("PUT", `/channels/${channel.id}`, { ...fields, url })),
  );
  expect(await openedTexts(world, channel.key, channel.id)).toMatchObject({ sealedUrl: url });
  expect(await isSealedAnew(world, channel.key)).toBe(true);

  await sealRowFormerly(world, both, channel.key, channel.id);
  const { sealedSecret } = await openedTexts(world, channel.key, channel.id);
  await seal(
    channel.id,
    amid(() => ask("POST", `/channels/${channel.id}/secret`, {})),
  );
  const rotated = await openedTexts(world, channel.key, channel.id);
  expect(rotated["formerSecret"]).toBe(sealedSecret);
  expect(rotated["sealedSecret"]).not.toBe(sealedSecret);
  expect(await isSealedAnew(world, channel.key)).toBe(true);

  // The simulator knows these keys of the same account, too.
  const { sealed = "" } = await openedTexts(world, account.key, account.id);
  const [apiKey = ""] = JSON.parse(sealed) as string[];
  const keys = keysOf(Number(apiKey.replace("key-of-", "")));
  let renewed: Record<string, string> = {};
  await seal(
    account.id,
    amid(async () => {
      await ask("PUT", `/redis-cloud/${account.id}`, { name: "Renewed", ...keys });
      renewed = await sealedTexts(world, account.key);
    }),
  );
  expect(await sealedTexts(world, account.key)).toEqual(renewed);
});

test("MND06 a secret that is rotated while its channel is sealed anew still signs, and is sealed anew by the next job", async () => {
  const [channel = { id: "", key: { pk: "", sk: "" } }] = await furnish();
  const { sealedSecret } = await openedTexts(world, channel.key, channel.id);
  const former = await sealedTexts(world, channel.key);
  await ask("POST", `/channels/${channel.id}/secret`, {});
  // As if the rotation had read the row before the worker wrote it.
  const set = { formerSecret: former["sealedSecret"] };
  await world.services.table.update(channel.key, { set });
  expect(await openedTexts(world, channel.key, channel.id)).toMatchObject({ formerSecret: sealedSecret });
  await seal(channel.id);
  expect(await isSealedAnew(world, channel.key)).toBe(true);
  expect(await openedTexts(world, channel.key, channel.id)).toMatchObject({ formerSecret: sealedSecret });
});

test("MND06 what is deleted while the worker is at it does not come back, and a reading that begins keeps its outcome", async () => {
  const [channel = { id: "", key: { pk: "", sk: "" } }, account = channel] = await furnish();
  const ctx = { ...world.services, actor: await actorFor(world, person), requestId: "request" };
  await seal(
    channel.id,
    amid(() => removeChannel(ctx, channel.id, undefined)),
  );
  expect(await world.services.table.get(channel.key)).toBeUndefined();
  const until = { leaseUntil: world.clock.now() + 60_000, lease: "a reading" };
  await seal(
    account.id,
    amid(() => world.services.table.update(account.key, { set: until })),
  );
  expect(await isSealedAnew(world, account.key)).toBe(false);
  world.clock.advance(120_000);
  await seal(account.id);
  expect(await isSealedAnew(world, account.key)).toBe(true);
});
