import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { mostChannels } from "@shardwatch/core/contract/channel/words";
import { channelKey } from "@shardwatch/core/channel/rows/channel.keys";
import { channelKind } from "@shardwatch/core/channel/rows/channel.table";
import { mostTests } from "@shardwatch/core/channel/ping";
import { beforeEach, expect, test } from "vitest";
import { channelsIn, mailOf, queuedFor } from "../support/channels.ts";
import { scopeOf } from "../support/scope.ts";
import { adminAndViewer } from "../support/views.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { type Person, signUp, simulatorOrigin } from "../support/world.ts";

const hour = 3_600_000;
const world = await worldOfFile();
const { ask, addWebhook, listFor } = channelsIn(world);
let admin: Person;
let viewer: Person;

beforeEach(async () => {
  [admin, viewer] = await adminAndViewer(world);
});

const codeOf = async (answer: Response) => ((await answer.json()) as ProblemBody).code;

async function rowOf(id: string) {
  const row = await world.services.table.get(channelKey(scopeOf(admin), id));
  if (!row) throw new Error("there is no such channel");
  return channelKind.read(row);
}

test("CHN01 CHN09 an organization has a channel for mail to its admins and one to its members from the start, and no row for them", async () => {
  const { channels, ownMail } = await listFor(admin);
  expect(ownMail).toBe(true);
  const managed = {
    target: "",
    place: null,
    on: true,
    off: null,
    failures: 0,
    failingSince: null,
    formerSecretUntil: null,
    revision: 0,
  };
  expect(channels).toEqual([
    {
      id: mailOf(admin),
      kind: "mail",
      name: "Admins by email",
      managed: { ...managed, minimum: "warning" },
    },
    {
      id: "members",
      kind: "app",
      name: "Notifications in Shardwatch",
      managed: { ...managed, minimum: "critical" },
    },
  ]);
  expect(await world.services.table.get(channelKey(scopeOf(admin), mailOf(admin)))).toBeUndefined();
});

test("CHN01 a webhook is shown as host and last four characters, and only its creation shows the secret", async () => {
  const { channel, secret } = await addWebhook(admin, { url: "https://hooks.example.com/in/tok-0123456789" });
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(channel.managed).toMatchObject({
    target: "hooks.example.com/…6789",
    minimum: "warning",
    revision: 1,
  });
  const row = await rowOf(channel.id);
  const { vault } = world.services;
  expect((await vault.open(row.sealedUrl ?? "", channel.id)).reveal()).toBe(
    "https://hooks.example.com/in/tok-0123456789",
  );
  expect((await vault.open(row.sealedSecret ?? "", channel.id)).reveal()).toBe(secret);
  const list = JSON.stringify(await listFor(admin));
  expect(list).toContain(channel.id);
  for (const hidden of [secret, "tok-01", row.sealedUrl ?? "", row.sealedSecret ?? ""])
    expect(list).not.toContain(hidden);
});

test("CHN01 who may not manage the organization learns names and kinds, and nothing else", async () => {
  await addWebhook(admin);
  const { channels } = await listFor(viewer);
  expect(channels.map((channel) => Object.keys(channel))).toEqual([
    ["id", "kind", "name"],
    ["id", "kind", "name"],
    ["id", "kind", "name"],
  ]);
});

test("CHN04 an address that is not public is refused when it is saved, with its field", async () => {
  const { channel } = await addWebhook(admin);
  for (const url of [
    "http://hooks.example.com/x",
    "https://localhost/x",
    "https://0x7f.1/x",
    "https://[::1]/x",
    "https://hooks.shardwatch.example/x",
    "https://hooks.example.com:9000/x",
  ]) {
    const body = { kind: "webhook", name: "Wrong", url };
    const added = await ask(admin, "POST", "/channels", body);
    expect(added.status, url).toBe(400);
    expect(((await added.json()) as ProblemBody).details?.[0]).toMatch(/^url: /);
    const change = { name: "On call", minimum: "info", on: true, url };
    expect((await ask(admin, "PUT", `/channels/${channel.id}`, change)).status, url).toBe(400);
  }
  await addWebhook(admin, { name: "Simulator", url: `${simulatorOrigin}/receivers/one` });
});

test("CHN01 names are unique in any case, and there are at most twenty channels", async () => {
  for (let index = 0; index < mostChannels; index += 1) await addWebhook(admin, { name: `Hook ${index}` });
  const url = "https://hooks.example.com/";
  const add = (name: string) => ask(admin, "POST", "/channels", { kind: "webhook", name, url });
  expect(await codeOf(await add("HOOK 3"))).toBe("CHANNEL_NAME_TAKEN");
  expect(await codeOf(await add("Another"))).toBe("TOO_MANY_CHANNELS");
  const { channels } = await listFor(admin);
  const first = channels.find(({ name }) => name === "Hook 0");
  expect((await ask(admin, "DELETE", `/channels/${first?.id}`)).status).toBe(204);
  expect((await add("Hook 0")).status).toBe(201);
});

test("CHN01 a change counts only for the revision that the caller has read, and each one is audited", async () => {
  const { channel } = await addWebhook(admin);
  const path = `/channels/${channel.id}`;
  const change = { name: "Renamed", minimum: "critical", on: false };
  const put = async (revision: number) => {
    world.clock.advance(1);
    return await ask(admin, "PUT", path, change, { "if-match": `"${revision}"` });
  };
  expect((await put(2)).status).toBe(412);
  const changed = await put(1);
  expect(changed.status).toBe(200);
  expect(await changed.json()).toMatchObject({
    name: "Renamed",
    managed: { minimum: "critical", on: false, off: "person", revision: 2, target: channel.managed?.target },
  });
  expect((await put(1)).status).toBe(412);
  expect((await ask(admin, "DELETE", path, undefined, { "if-match": '"1"' })).status).toBe(412);
  world.clock.advance(1);
  expect((await ask(admin, "DELETE", path)).status).toBe(204);
  expect((await ask(admin, "DELETE", path)).status).toBe(404);
  const audit = await ask(admin, "GET", "/audit?action=channel");
  const { events } = (await audit.json()) as { events: { action: string; result: string }[] };
  expect(events.filter(({ result }) => result === "ok").map(({ action }) => action)).toEqual([
    "channel.deleted",
    "channel.changed",
    "channel.created",
  ]);
});

test("CHN01 mail can be switched off and on, and keeps its name and its recipients", async () => {
  const path = `/channels/${mailOf(admin)}`;
  const mail = { name: "Admins by email", minimum: "critical", on: false };
  const off = await ask(admin, "PUT", path, mail);
  expect(await off.json()).toMatchObject({ managed: { on: false, minimum: "critical", revision: 1 } });
  expect((await ask(admin, "PUT", path, { ...mail, on: true })).status).toBe(200);
  expect((await listFor(admin)).channels[0]).toMatchObject({
    kind: "mail",
    managed: { on: true, revision: 2 },
  });
  expect((await ask(admin, "PUT", path, { ...mail, name: "Mine" })).status).toBe(400);
  expect((await ask(admin, "PUT", path, { ...mail, url: "https://hooks.example.com/" })).status).toBe(400);
  expect(await codeOf(await ask(admin, "DELETE", path))).toBe("MAIL_STAYS");
  expect(await codeOf(await ask(admin, "POST", `${path}/secret`, {}))).toBe("NO_SECRET");
});

test("CHN01 notifications stay as they are: nobody changes, tests or deletes them, and their log can be read", async () => {
  const change = { name: "Notifications in Shardwatch", minimum: "info", on: false };
  for (const [method, path, body] of [
    ["PUT", "", change],
    ["DELETE", "", undefined],
    ["POST", "/test", undefined],
    ["POST", "/secret", {}],
    ["POST", "/deliveries/dlv_00000000000000000000000000/retry", undefined],
  ] as const)
    expect(
      await codeOf(await ask(admin, method, `/channels/members${path}`, body)),
      `${method} ${path}`,
    ).toBe("CHANNEL_FIXED");
  expect(await (await ask(admin, "GET", "/channels/members/deliveries")).json()).toEqual({ deliveries: [] });
});

test("CHN02 a rotation shows the new secret once, and keeps the former one for the chosen hours", async () => {
  const { channel, secret } = await addWebhook(admin);
  const path = `/channels/${channel.id}/secret`;
  const answer = await ask(admin, "POST", path, { hours: 48 });
  const rotated = (await answer.json()) as { secret: string; channel: object };
  expect(rotated.secret).not.toBe(secret);
  const until = world.clock.now() + 48 * hour;
  expect(rotated.channel).toMatchObject({ managed: { formerSecretUntil: new Date(until).toISOString() } });
  const row = await rowOf(channel.id);
  const open = async (sealed: string | undefined) =>
    (await world.services.vault.open(sealed ?? "", channel.id)).reveal();
  expect([await open(row.sealedSecret), await open(row.formerSecret), row.formerUntil]).toEqual([
    rotated.secret,
    secret,
    until,
  ]);
  world.clock.advance(48 * hour);
  expect((await listFor(admin)).channels.at(-1)?.managed?.formerSecretUntil).toBeNull();
});

test("CHN06 a test is queued for the channel, at most ten an hour, and not for one that is off", async () => {
  const { channel } = await addWebhook(admin);
  const path = `/channels/${channel.id}/test`;
  const first = await ask(admin, "POST", path);
  expect(first.status).toBe(202);
  const [delivery, ...others] = await queuedFor(world, admin, channel.id);
  expect(others).toEqual([]);
  expect(await first.json()).toEqual({ deliveryId: delivery?.id });
  expect(delivery).toMatchObject({
    type: "test.ping",
    state: "queued",
    due: world.clock.now(),
    attempts: [],
    event: { type: "test.ping", channel: { id: channel.id, name: "On call" } },
  });
  for (let sent = 1; sent < mostTests; sent += 1) expect((await ask(admin, "POST", path)).status).toBe(202);
  const refused = await ask(admin, "POST", path);
  expect([refused.status, await codeOf(refused)]).toEqual([429, "TOO_MANY_TESTS"]);
  expect(await queuedFor(world, admin, channel.id)).toHaveLength(mostTests);
  world.clock.advance(hour);
  expect((await ask(admin, "POST", path)).status).toBe(202);
  await ask(admin, "PUT", `/channels/${channel.id}`, { name: "On call", minimum: "info", on: false });
  expect(await codeOf(await ask(admin, "POST", path))).toBe("CHANNEL_OFF");
});

test("CHN01 switching a channel on again, or giving it another address, forgets its failures", async () => {
  const { channel } = await addWebhook(admin);
  const key = channelKey(scopeOf(admin), channel.id);
  const fail = () =>
    world.services.table.update(key, {
      set: channelKind.changes({ failures: 7, failingSince: world.clock.now(), off: "failing" }),
    });
  await fail();
  expect((await listFor(admin)).channels.at(-1)?.managed).toMatchObject({
    on: false,
    off: "failing",
    failures: 7,
    failingSince: new Date(world.clock.now()).toISOString(),
  });
  const stay = { name: "On call", minimum: "warning", on: false };
  await ask(admin, "PUT", `/channels/${channel.id}`, stay);
  expect((await listFor(admin)).channels.at(-1)?.managed).toMatchObject({ off: "failing", failures: 7 });
  await ask(admin, "PUT", `/channels/${channel.id}`, { ...stay, on: true });
  expect((await listFor(admin)).channels.at(-1)?.managed).toMatchObject({
    on: true,
    failures: 0,
    failingSince: null,
  });
});

test("SEC13 a channel of another organization does not exist", async () => {
  const { channel } = await addWebhook(admin);
  const other = await signUp(world);
  const change = { name: "Stolen", minimum: "info", on: true };
  for (const [method, path, body] of [
    ["PUT", `/channels/${channel.id}`, change],
    ["DELETE", `/channels/${channel.id}`, undefined],
    ["POST", `/channels/${channel.id}/test`, undefined],
    ["POST", `/channels/${channel.id}/secret`, {}],
    ["PUT", `/channels/${mailOf(admin)}`, { ...change, name: "Admins by email" }],
  ] as const)
    expect((await ask(other, method, path, body)).status, `${method} ${path}`).toBe(404);
  expect((await listFor(admin)).channels.at(-1)).toEqual(channel);
});
