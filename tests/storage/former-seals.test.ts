import { channelKey } from "@shardwatch/core/channel/rows/channel.keys";
import type { ChannelList } from "@shardwatch/core/contract/channel/channel";
import type { Key } from "@shardwatch/core/table/keys";

import type { WebhookRequest } from "@shardwatch/core/ports/webhooks";
import { work } from "@shardwatch/functions/jobs/work";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliveryOf, enqueue } from "../support/deliveries.ts";
import { isSealedAnew, openedTexts, sealedTexts } from "../support/former-seals.ts";
import { scopeOf } from "../support/scope.ts";
import { call } from "../support/world.ts";
import { personOf } from "./answers.ts";
import { type Fixture, load, readFixture, releases, type Stage, startStage, type Item } from "./fixtures.ts";

/*
 * What former releases sealed, from their fixtures. The stage's vault has the key of all fixtures.
 */

/** Releases that sealed without the kind. The fixture of each has accounts; those with channels have a webhook. */
const former = releases().filter((release) => ["0.2.0", "0.3.0"].includes(release));

const sealedOf = ({ items }: Fixture): Item[] =>
  items.filter(({ pk, sealed, sealedUrl }) => pk?.S?.startsWith("ORG#") && (sealed ?? sealedUrl));
const keyOf = ({ pk, sk }: Item): Key => ({ pk: pk?.S ?? "", sk: sk?.S ?? "" });

test("MND06 the fixtures of former releases have texts without a mark, and those of this one have none", () => {
  expect(former).toHaveLength(2);
  for (const release of releases())
    for (const item of sealedOf(readFixture(release))) {
      const texts = [item["sealed"], item["sealedUrl"], item["sealedSecret"], item["formerSecret"]];
      const isMarked = texts.flatMap((text) => (text?.S === undefined ? [] : [text.S.startsWith("2:")]));
      expect(new Set(isMarked), release).toEqual(new Set([!former.includes(release)]));
    }
});

describe.each(former)("what %s sealed", (release) => {
  let fixture: Fixture;
  let stage: Stage;

  beforeAll(async () => {
    fixture = readFixture(release);
    stage = await startStage();
    await load(stage.world, fixture);
  });
  afterAll(() => stage.stop());

  test("MND06 R22 is sealed anew by the jobs of a census, and opens to the same", async () => {
    const { services, queue } = stage.world;
    const rows = sealedOf(fixture).filter(({ deletedAt }) => !deletedAt);
    expect(rows.length).toBeGreaterThan(0);
    const before = await Promise.all(
      rows.map((row) => openedTexts(stage.world, keyOf(row), row["id"]?.S ?? "")),
    );
    const { organizationId } = fixture.handles.people.ada;
    const owners = new Set([organizationId, ...rows.map(({ pk }) => pk?.S?.slice("ORG#".length) ?? "")]);
    for (const owner of owners)
      expect(await work(services, JSON.stringify({ kind: "census", organizationId: owner }))).toBe(true);
    for (let next = queue.take(); next; next = queue.take())
      expect(await work(services, JSON.stringify(next.job))).toBe(true);
    for (const [index, row] of rows.entries()) {
      expect(await isSealedAnew(stage.world, keyOf(row))).toBe(true);
      expect(await openedTexts(stage.world, keyOf(row), row["id"]?.S ?? "")).toEqual(before[index]);
    }
  });
});

describe("a webhook of 0.3.0", () => {
  let stage: Stage;
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = readFixture("0.3.0");
    stage = await startStage();
    await load(stage.world, fixture);
  });
  afterAll(() => stage.stop());

  test("MND06 R22 still delivers, signed with its secret, after the first message has had it sealed anew", async () => {
    const { world } = stage;
    const posted: WebhookRequest[] = [];
    const services = {
      ...world.services,
      webhooks: {
        post: async (message: WebhookRequest) => {
          posted.push(message);
          return await Promise.resolve({
            outcome: "answered" as const,
            status: 200,
            retryAfter: undefined,
            excerpt: "",
            milliseconds: 1,
          });
        },
      },
    };
    const owner = fixture.handles.people.ada;
    const answer = await call(world, "GET", "/channels", { as: personOf(fixture.handles, "ada") });
    const { channels } = (await answer.json()) as ChannelList;
    const id = channels.find(({ kind }) => kind === "webhook")?.id ?? "";
    const key = channelKey(scopeOf(owner), id);
    expect(Object.keys(await sealedTexts(world, key)).toSorted()).toEqual([
      "formerSecret",
      "sealedSecret",
      "sealedUrl",
    ]);
    const { sealedUrl, sealedSecret = "" } = await openedTexts(world, key, id);
    expect(sealedUrl).toBe("https://hooks.invalid/in/1");
    // The library that verifies compares the signed time with the clock of this machine.
    world.clock.time = Date.now();
    const name = await enqueue(world, { id, owner });
    const deliver = async () => {
      const { due = 0 } = await deliveryOf(world, name);
      world.clock.time = Math.max(world.clock.time, due);
      expect(await work(services, JSON.stringify({ kind: "deliver", ...name }))).toBe(true);
    };
    await deliver();
    expect(posted).toEqual([]);
    expect(await deliveryOf(world, name)).toMatchObject({ state: "queued", attempts: [] });
    const sealing = world.queue.take(({ kind }) => kind === "sealAnew");
    expect(await work(services, JSON.stringify(sealing?.job))).toBe(true);
    await deliver();
    const [message] = posted;
    expect(posted).toHaveLength(1);
    expect(message?.url.reveal()).toBe(sealedUrl);
    new Webhook(sealedSecret).verify(message?.body ?? "", message?.headers ?? {});
    expect(await deliveryOf(world, name)).toMatchObject({ state: "sent", attempts: [{ status: 200 }] });
  });
});
