import type { ServerResponse } from "node:http";
import { createPublicPost } from "@shardwatch/core/adapters/http/public-post";
import { deliverMessage } from "@shardwatch/core/channel/delivery/deliver";
import { mostChannels } from "@shardwatch/core/contract/channel/words";
import { inBatches } from "@shardwatch/core/kit/in-batches";
import { createTable } from "@shardwatch/core/table/table";
import { startJobs } from "@shardwatch/server/jobs/jobs";
import { beforeEach, expect, test, vi } from "vitest";
import { addWebhook, channelOf, deliverDue, deliveryOf, enqueue, type Name } from "../support/deliveries.ts";
import { disturb } from "../support/disturb.ts";
import { hook } from "../support/hook.ts";
import { unreachable } from "../support/own-api.ts";
import { patience, patientPost } from "../support/patience.ts";
import { startPlainReceiver } from "../support/receivers.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { signUp } from "../support/world.ts";

const minute = 60_000;
const receiver = hook();
const { port } = await startPlainReceiver(receiver.listener);
const origin = `http://127.0.0.1:${port}`;
const world = await worldOfFile({
  webhooks: createPublicPost({
    version: "test",
    ownDomains: [],
    letThrough: [origin],
    deadlines: patientPost,
  }),
});

beforeEach(() => {
  receiver.got.length = 0;
  receiver.answer(200);
});

const channelOfNew = async (path = "/hook") =>
  await addWebhook(world, await signUp(world), `${origin}${path}`);

/** A worker that dies after this many writes. Returns the number of writes. */
async function deliverAndDie(name: Name, crashAfter: number): Promise<number> {
  const client = world.database.client();
  const disturbed = disturb(client, crashAfter);
  const table = createTable({ client: disturbed.client, name: world.database.tableName });
  await deliverMessage({ ...world.services, table }, name).catch(() => {});
  client.destroy();
  return disturbed.writes();
}

test("R1 INC07 a worker that dies after any write leaves a message that the schedule sends, with the same id", async () => {
  const writes = await deliverAndDie(await enqueue(world, await channelOfNew()), Infinity);
  expect(writes).toBeGreaterThan(1);
  for (const status of [200, 500])
    for (let point = 0; point <= writes; point += 1) {
      receiver.got.length = 0;
      receiver.answer(status);
      const channel = await channelOfNew();
      const name = await enqueue(world, channel);
      await deliverAndDie(name, point);
      receiver.answer(200);
      world.clock.advance(2 * minute);
      await deliverDue(world);
      expect((await deliveryOf(world, name)).state, `${status} after write ${point}`).toBe("sent");
      expect(new Set(receiver.got.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
      expect(receiver.got.length).toBeLessThanOrEqual(2);
      world.clock.advance(2 * minute);
      const row = await channelOf(world, channel);
      expect(row).toMatchObject({ failures: 0 });
      // What the dead worker took is free again.
      const next = await enqueue(world, channel, "incident.opened", { id: "inc_2" });
      await deliverDue(world);
      expect((await deliveryOf(world, next)).state).toBe("sent");
    }
});

test("R7 INC07 a hundred workers with the same message send it once", async () => {
  const name = await enqueue(world, await channelOfNew());
  await Promise.allSettled(Array.from({ length: 100 }, () => deliverMessage(world.services, name)));
  expect(receiver.got).toHaveLength(1);
  expect(await deliveryOf(world, name)).toMatchObject({ state: "sent", attempts: [{ status: 200 }] });
});

test("CHN05 at most two messages of one channel are sent at a time, and every failure counts", async () => {
  const hangs: ServerResponse[] = [];
  receiver.state.answer = (response) => void hangs.push(response);
  const channel = await channelOfNew();
  const names: Name[] = [];
  for (let index = 0; index < 10; index += 1)
    names.push(await enqueue(world, channel, "incident.opened", { id: `inc_${index}` }));
  let returned = 0;
  const all = names.map((name) => deliverMessage(world.services, name).finally(() => (returned += 1)));
  await vi.waitFor(() => expect([returned, hangs.length]).toEqual([8, 2]), { timeout: patience });
  for (const response of hangs) response.writeHead(500).end();
  await Promise.all(all);
  const { failures, sendingOne, sendingTwo } = await channelOf(world, channel);
  expect([failures, sendingOne, sendingTwo]).toEqual([2, undefined, undefined]);
});

test("R14 CHN05 two hundred messages of a channel that hangs do not delay another tenant's", async () => {
  const hangs: ServerResponse[] = [];
  receiver.state.answer = (response, { path }) => {
    if (path === "/quick") response.end();
    else hangs.push(response);
  };
  const hanging = await channelOfNew("/hanging");
  const names: Name[] = [];
  await inBatches([...Array(200).keys()], 20, async (index) => {
    names.push(await enqueue(world, hanging, "incident.opened", { id: `inc_${index}` }));
  });
  const quick = await enqueue(world, await channelOfNew("/quick"));
  await world.queue.send([...names, quick].map((name) => ({ kind: "deliver", ...name })));
  const jobs = startJobs(world.services, world.queue, unreachable);
  // A busy machine takes its time, so the order counts: nothing of the one that hangs has ended by then.
  const arrived = async () => expect((await deliveryOf(world, quick)).state).toBe("sent");
  await vi.waitFor(arrived, { timeout: patience, interval: 200 });
  expect(hangs.length).toBeLessThanOrEqual(2);
  expect((await channelOf(world, hanging)).failures).toBe(0);
  for (const response of hangs) response.end();
  await jobs.stop();
});

test("R14 CHN05 as many channels as an organization can have, which all hang, do not delay another tenant's", async () => {
  const hangs: ServerResponse[] = [];
  receiver.state.answer = (response, { path }) => {
    if (path === "/quick") response.end();
    else hangs.push(response);
  };
  const owner = await signUp(world);
  const names: Name[] = [];
  for (let index = 0; index < mostChannels; index += 1) {
    world.clock.advance(1);
    const hanging = await addWebhook(world, owner, `${origin}/hanging`);
    for (const id of ["inc_1", "inc_2"]) names.push(await enqueue(world, hanging, "incident.opened", { id }));
  }
  const quick = await enqueue(world, await channelOfNew("/quick"));
  await world.queue.send([...names, quick].map((name) => ({ kind: "deliver", ...name })));
  const jobs = startJobs(world.services, world.queue, unreachable);
  const arrived = async () => expect((await deliveryOf(world, quick)).state).toBe("sent");
  await vi.waitFor(arrived, { timeout: patience, interval: 200 });
  for (const response of hangs) response.end();
  receiver.answer(200);
  await jobs.stop();
});
