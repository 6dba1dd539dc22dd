import type { MemberContext } from "@shardwatch/core/access/context";
import { create as createChannel } from "@shardwatch/core/channel/channel";
import { channelKey } from "@shardwatch/core/channel/rows/channel.keys";
import { channelKind } from "@shardwatch/core/channel/rows/channel.table";
import { recipientsOf } from "@shardwatch/core/channel/subscription";
import { acknowledge } from "@shardwatch/core/incident/acknowledge";
import { mostAcknowledgements } from "@shardwatch/core/incident/change-by-hand";
import { create as createSilence } from "@shardwatch/core/incident/silences/silences";
import { remove } from "@shardwatch/core/offboarding/organization";
import { beforeEach, expect, test } from "vitest";
import { takeAttempts } from "../support/attempts.ts";
import { channelsIn, mailOf, typesFor } from "../support/channels.ts";
import { enqueue } from "../support/deliveries.ts";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { actorFor, giveRoles, rowsOfOrganization, scopeOf } from "../support/scope.ts";
import { silenceRule } from "../support/silences.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { asRoot, call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

/* Requests, passes and mails of those whose organization or membership ends in the meantime. */
const minute = 60_000;

const world = await worldOfFile();
let person: Person;

/** The person's request, which began before the end. */
let ctx: MemberContext;

beforeEach(async () => {
  person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  expect((await send(world, compositeKey, reportOf(world, [reported("server")]))).status).toBe(202);
  await lookAt(world, person);
  ctx = { ...world.services, actor: await actorFor(world, person), requestId: "request" };
});

/** Six minutes later the server is silent. */
async function silent(): Promise<void> {
  for (let passed = 0; passed < 6; passed += 1) {
    world.clock.advance(minute);
    await lookAt(world, person);
  }
}

/** Deletes the organization's first row, as if the process had died there. */
async function beginDeletion(): Promise<void> {
  const root = await signUp(world, { email: "root@example.com" });
  const actor = { ...asRoot(world).actor, accountId: root.accountId };
  expect(await remove({ ...asRoot(world), actor }, person.organizationId, 1)).toBe(false);
}

const rows = () => world.services.table.queryAll(rowsOfOrganization(person.organizationId));

const webhook = () =>
  createChannel(ctx, {
    kind: "webhook",
    name: "On call",
    url: "https://hooks.example.com/",
    minimum: "info",
  });

const silence = () => {
  const until = new Date(world.clock.now() + minute).toISOString();
  return createSilence(ctx, {
    scope: { kind: "rule", rule: "silent" },
    until,
    reason: "Test",
    confirm: false,
  });
};

test("INC07 a pass opens nothing in an organization that is being deleted", async () => {
  await beginDeletion();
  const before = await rows();
  await silent();
  expect(await rows()).toEqual(before);
});

test("INC05 CHN01 nothing is acknowledged, silenced or added in an organization that is being deleted", async () => {
  await silent();
  const [{ id } = { id: "" }] = await incidentsOf(world, person);
  await beginDeletion();
  const before = await rows();
  await expect(webhook()).rejects.toThrow();
  await expect(silence()).rejects.toThrow();
  await expect(acknowledge(ctx, { id, organizationId: undefined })).rejects.toThrow();
  expect(await rows()).toEqual(before);
});

test("INC05 CHN01 who is no admin any more when it is stored adds no channel and silences nothing", async () => {
  await giveRoles(world, person.accountId, ["VIEWER"]);
  await expect(webhook()).rejects.toMatchObject({ kind: "forbidden" });
  await expect(silence()).rejects.toMatchObject({ kind: "forbidden" });
});

test("INC05 who has left the organization when it is stored acknowledges nothing in it", async () => {
  await silent();
  const [{ id } = { id: "" }] = await incidentsOf(world, person);
  const left = rowsOfOrganization(person.organizationId);
  await join(world, person, await signUp(world));
  const before = await world.services.table.queryAll(left);
  const late = acknowledge(ctx, { id, organizationId: undefined });
  await expect(late).rejects.toMatchObject({ kind: "conflict", code: "NO_ORGANIZATION" });
  expect(await world.services.table.queryAll(left)).toEqual(before);
});

test("CHN09 an admin who was taken out gets no mail, also while a row of the membership is left", async () => {
  const second = await signUp(world);
  await join(world, second, person);
  const emails = async () => (await recipientsOf(world.services, scopeOf(person))).map(({ email }) => email);
  expect(await emails()).toHaveLength(2);
  const before = await rows();
  const path = `/me/organization/members/${second.accountId}`;
  const taken = await call(world, "DELETE", path, { as: await signInAgain(world, person) });
  expect(taken.status).toBe(204);
  expect(await emails()).toEqual([person.identity.email]);
  const after = new Set((await rows()).map(({ sk }) => sk));
  for (const row of before) if (!after.has(row.sk)) await world.services.table.put(row);
  // They are an admin elsewhere.
  await giveRoles(world, second.accountId, ["ORG_ADMIN"]);
  expect(await emails()).toEqual([person.identity.email]);
});

const { ask, addWebhook } = channelsIn(world);

/** A server of the organization falls silent. Returns the id of its incident. */
async function silentServer(owner: Person): Promise<string> {
  const { compositeKey } = await createKey(world, owner);
  expect((await send(world, compositeKey, reportOf(world, [reported("server")]))).status).toBe(202);
  for (let passed = 0; passed < 7; passed += 1) {
    await lookAt(world, owner);
    world.clock.advance(minute);
  }
  return (await incidentsOf(world, owner))[0]?.id ?? "";
}

test("SEC13 R3 what belongs to another organization is answered in the same bytes as what there is not", async () => {
  const [owner, other] = [await signUp(world), await signUp(world)];
  const incident = await silentServer(owner);
  const channel = (await addWebhook(owner)).channel.id;
  const own = (await addWebhook(other)).channel.id;
  const delivery = (await enqueue(world, { id: channel, owner })).deliveryId;
  const silenceId = (await silenceRule(world, owner, "silent")).id;
  const change = { name: "Stolen", minimum: "info", on: true };
  const until = new Date(world.clock.now() + minute).toISOString();
  const silenced = (incidentId: string) => ({ scope: { kind: "incident", incidentId }, until, reason: "x" });

  const requests: [id: string, (id: string) => [method: string, path: string, body?: object]][] = [
    [channel, (id) => ["PUT", `/channels/${id}`, change]],
    [channel, (id) => ["DELETE", `/channels/${id}`]],
    [channel, (id) => ["POST", `/channels/${id}/test`]],
    [channel, (id) => ["POST", `/channels/${id}/secret`, {}]],
    [channel, (id) => ["GET", `/channels/${id}/deliveries`]],
    [channel, (id) => ["POST", `/channels/${id}/deliveries/${delivery}/retry`]],
    [mailOf(owner), (id) => ["GET", `/channels/${id}/deliveries`]],
    [delivery, (id) => ["POST", `/channels/${own}/deliveries/${id}/retry`]],
    [incident, (id) => ["GET", `/incidents/${id}`]],
    [incident, (id) => ["POST", `/incidents/${id}/acknowledgement`, {}]],
    [incident, (id) => ["DELETE", `/incidents/${id}/acknowledgement`]],
    [incident, (id) => ["POST", `/incidents/${id}/intention`]],
    [incident, (id) => ["POST", "/silences", silenced(id)]],
    [incident, (id) => ["POST", "/silences/preview", { scope: silenced(id).scope }]],
    [silenceId, (id) => ["DELETE", `/silences/${id}`]],
  ];
  for (const [id, request] of requests) {
    const answers = [];
    for (const asked of [id, `${id.slice(0, 4)}${"0".repeat(id.length - 4)}`, "made-up"]) {
      const answer = await ask(other, ...request(asked));
      const { requestId: _, ...body } = (await answer.json()) as Record<string, unknown>;
      answers.push([answer.status, body]);
    }
    const [method, path] = request(id);
    expect(answers[0]?.[0], `${method} ${path}`).toBe(404);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size, `${method} ${path}`).toBe(1);
  }
});

test("CHN01 SEC13 a viewer learns from nothing where a channel leads to, also when it fails", async () => {
  const owner = await signUp(world);
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, owner);
  const { compositeKey } = await createKey(world, owner);
  expect((await send(world, compositeKey, reportOf(world, [reported("server")]))).status).toBe(202);
  const { channel } = await addWebhook(owner);
  expect(channel.managed?.target).toBe("hooks.example.com/…abcd");
  const failing = { failures: 9, failingSince: world.clock.now() - 90 * minute };
  await world.services.table.update(channelKey(scopeOf(owner), channel.id), {
    set: channelKind.changes(failing),
  });
  world.clock.time = Math.ceil(world.clock.time / (5 * minute)) * 5 * minute;
  await lookAt(world, owner);
  const [incident] = await incidentsOf(world, viewer);
  expect(incident).toMatchObject({ rule: "channel-failing", cause: { id: channel.id } });
  await ask(viewer, "POST", `/incidents/${incident?.id}/acknowledgement`, { note: "I look" });
  const deliveries = `/channels/${channel.id}/deliveries`;
  const lists = ["/channels", deliveries, "/audit", "/changes", "/notifications", "/silences", "/sources"];
  for (const path of [...lists, "/incidents", "/incidents?state=past", `/incidents/${incident?.id}`]) {
    const answer = await ask(viewer, "GET", path);
    expect([200, 403], path).toContain(answer.status);
    expect(await answer.text(), path).not.toMatch(/hooks\.example|abcd/);
  }
});

test("INC05 CHN05 a person acknowledges at most a hundred times an hour, so nobody floods the webhooks", async () => {
  const owner = await signUp(world);
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, owner);
  const { channel } = await addWebhook(owner);
  const path = `/incidents/${await silentServer(owner)}/acknowledgement`;
  await takeAttempts(world, "acknowledgements", viewer.accountId, mostAcknowledgements - 1);
  expect((await ask(viewer, "POST", path, { note: "1" })).status).toBe(200);
  const refused = await ask(viewer, "POST", path, { note: "2" });
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: "TOO_MANY_ACKNOWLEDGEMENTS" }]);
  expect((await ask(viewer, "DELETE", path)).status).toBe(429);
  expect(await typesFor(world, owner, channel.id)).toEqual(["incident.opened", "incident.acknowledged"]);
  expect((await ask(owner, "POST", path, {})).status).toBe(200);
});
