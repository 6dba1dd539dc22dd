import { messagesAbout } from "@shardwatch/core/channel/messages-about";
import type { IncidentDetail } from "@shardwatch/core/contract/incident";
import { beforeEach, expect, test } from "vitest";
import { channelsIn } from "../support/channels.ts";
import { addWebhook as storeWebhook, deliverDue, enqueue } from "../support/deliveries.ts";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, join, type Person, signUp } from "../support/world.ts";

const minute = 60_000;
const world = await worldOfFile({
  mailer: { send: () => Promise.resolve({ outcome: "sent", milliseconds: 1 }) },
});
const { ask, addWebhook } = channelsIn(world);
let person: Person;

beforeEach(async () => {
  person = await signUp(world);
});

/** Lets a server be full for four minutes. Returns the id of its incident. */
async function full(): Promise<string> {
  const key = (await createKey(world, person)).compositeKey;
  const deployments = [reported("server", { databases: databases(1, 59) })];
  for (let passed = 0; passed < 4; passed += 1) {
    world.clock.advance(minute);
    expect((await send(world, key, reportOf(world, deployments))).status).toBe(202);
    await lookAt(world, person);
  }
  const [incident] = await incidentsOf(world, person);
  return incident?.id ?? "";
}

async function told(id: string, as = person): Promise<unknown[]> {
  const answer = await ask(as, "GET", `/incidents/${id}`);
  const { messages } = (await answer.json()) as IncidentDetail;
  return messages.map(({ channel, type, state }) => [channel.name, type, state]);
}

test("INC04 the page of an incident says which channels were told, and what became of it, to every member", async () => {
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, person);
  const { channel } = await addWebhook(person);
  const id = await full();
  const queued = [
    ["E-mail to admins", "incident.opened", "queued"],
    ["On call", "incident.opened", "queued"],
  ];
  expect(await told(id, viewer)).toEqual(expect.arrayContaining(queued));
  expect((await ask(person, "DELETE", `/channels/${channel.id}`)).status).toBe(204);
  await deliverDue(world);
  expect(await told(id)).toEqual(
    expect.arrayContaining([
      ["E-mail to admins", "incident.opened", "sent"],
      [null, "incident.opened", "skipped"],
    ]),
  );
});

test("INC04 of a channel with very many messages the first and the newest are looked through", async () => {
  const channel = await storeWebhook(world, person, "https://192.0.2.1/");
  const incident = { id: "inc_1", openedAt: world.clock.now() };
  const write = async (type: "incident.opened" | "incident.resolved", id: string) => {
    world.clock.advance(1_000);
    await enqueue(world, channel, type, { ...incident, id });
  };
  await write("incident.opened", "inc_1");
  for (let index = 0; index < 220; index += 1) await write("incident.opened", `inc_other${index}`);
  await write("incident.resolved", "inc_1");
  world.recorder.clear();
  const asked = { ...incident, channels: [channel.id] };
  const found = await messagesAbout(world.services, scopeOf(person), asked);
  expect(found.map(({ type }) => type)).toEqual(["incident.opened", "incident.resolved"]);
  expect(world.recorder.sent).toHaveLength(2);
});
