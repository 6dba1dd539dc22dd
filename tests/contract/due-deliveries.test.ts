import { dueDeliveries } from "@shardwatch/core/channel/due";
import { expect, test } from "vitest";
import { addWebhook, enqueue } from "../support/deliveries.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { signUp } from "../support/world.ts";

const minute = 60_000;
const world = await worldOfFile();
const due = async () => (await dueDeliveries(world.services)).map(({ deliveryId }) => deliveryId);

test("CHN03 the deliveries of an organization with dead receivers do not hold up those of another one", async () => {
  const [busy, quiet] = [await signUp(world), await signUp(world)];
  const dead = await addWebhook(world, busy, "https://192.0.2.1/");
  const names = [];
  for (const id of ["inc_1", "inc_2", "inc_3"]) {
    names.push((await enqueue(world, dead, "incident.opened", { id })).deliveryId);
    world.clock.advance(minute);
  }
  const [first, second, third] = names;
  const { deliveryId } = await enqueue(world, await addWebhook(world, quiet, "https://192.0.2.2/"));
  expect(await due()).toEqual([first, deliveryId, second, third]);

  // More than one minute takes.
  const most = await dueDeliveries(world.services, 2);
  expect(most.map((job) => job.deliveryId)).toEqual([first, deliveryId]);
});
