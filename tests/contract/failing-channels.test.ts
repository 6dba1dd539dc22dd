import { channelKey } from "@shardwatch/core/channel/channel.keys";
import { channelKind, type ChannelRow } from "@shardwatch/core/channel/channel.table";
import { expect, test } from "vitest";
import { channelsIn, mailOf, typesFor } from "../support/channels.ts";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, signUp } from "../support/world.ts";

const minute = 60_000;
const world = await worldOfFile();
const { ask, addWebhook } = channelsIn(world);

test("INC01 CHN03 of a channel that fails, its admins get a mail, and it gets nothing itself", async () => {
  const person = await signUp(world);
  const { compositeKey: key } = await createKey(world, person);
  const { channel } = await addWebhook(person);
  const { channel: other } = await addWebhook(person, { name: "Other" });
  const set = (fields: Partial<ChannelRow>) =>
    world.services.table.update(channelKey(scopeOf(person), channel.id), {
      set: channelKind.changes(fields),
    });
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      world.clock.advance(minute);
      const answer = await send(world, key, reportOf(world, [reported("one")]));
      expect(answer.status).toBe(202);
      await lookAt(world, person);
    }
  };
  await pass(1);
  await set({ failures: 3, failingSince: world.clock.now() });
  await pass(65);
  const [incident, ...others] = await incidentsOf(world, person);
  expect(others).toEqual([]);
  expect(incident).toMatchObject({
    rule: "channel-failing",
    severity: "warning",
    cause: { kind: "channel", id: channel.id },
    title: "The channel On call has delivered nothing for an hour",
  });
  await set({ off: "gone" });
  // What changes within a quarter of an hour is one message.
  await pass(15);
  expect((await incidentsOf(world, person))[0]?.title).toBe(
    "The channel On call was switched off: its receiver answered that it is gone",
  );
  await ask(person, "PUT", `/channels/${channel.id}`, { name: "On call", minimum: "info", on: true });
  await pass(5);
  expect(await incidentsOf(world, person)).toEqual([]);
  expect(await typesFor(world, person, mailOf(person))).toEqual([
    "incident.opened",
    "incident.changed",
    "incident.resolved",
  ]);
  expect(await typesFor(world, person, other.id)).toHaveLength(3);
  expect(await typesFor(world, person, channel.id)).toEqual([]);
});
