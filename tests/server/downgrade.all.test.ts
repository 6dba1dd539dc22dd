import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChannelList } from "@shardwatch/core/contract/channel/channel";
import type { History } from "@shardwatch/core/contract/history/history";
import type { Report } from "@shardwatch/core/contract/report/report";
import { expect, test } from "vitest";
import { startProvider } from "../support/provider.ts";
import { keysOf, startCloud } from "../support/redis-cloud.ts";
import { formerRelease, hasFormerRelease } from "./former-release.ts";
import {
  namesSeenBy,
  newFolder,
  newKey,
  reportOf,
  send,
  type SignedIn,
  signIn,
  startIn,
  startReceiver,
  startServer,
  until,
} from "./process.ts";

/*
 * The release before, from the history of git, really runs on data of this one. `tests/storage/coming-rows.test.ts` plays
 * the same at every `npm test`, for the next downgrade.
 */
const minute = 60_000;
const slot = 5 * minute;

/** A minute in which the schedule looks at every organization, and since when accounts are due again. */
const looked = Math.floor(Date.now() / slot) * slot - slot;

/**
 * Makes a process believe that it is started at that time. Incidents are looked for at a start, and open in the second
 * minute of looking. So two starts in the past take the place of minutes of waiting.
 */
const startedAt = (time: number) => ({
  NODE_OPTIONS: `--import=data:text/javascript,{globalThis.realNow=Date.now;Date.now=()=>realNow()+(${time - Date.now()})}`,
});

/** A server with a database and, at the first time, with the figures of five minutes. */
function fullReport(number: number, status: string, past?: number): Report {
  const report = reportOf(number);
  const figures = { memoryUsed: "1048576", memoryLimit: "2097152", version: "8.0.0", tlsEnabled: false };
  const at = new Date(Math.floor((past ?? 0) / slot) * slot).toISOString();
  const columns = { ids: ["0"], used: [1_048_576], ops: [7] };
  return {
    ...report,
    ...(past !== undefined && { measuredAt: new Date(past).toISOString() }),
    deployments: report.deployments.map((one) => ({
      ...one,
      status,
      // A certificate that has ended is an incident at once.
      ...(number === 2 && { certificateEnd: new Date(looked - slot).toISOString() }),
      databases: [{ id: "0", name: "db 0", status: "active", ...figures }],
    })),
    ...(past !== undefined && {
      slots: [
        { at, deployments: report.deployments.map(({ key }) => ({ key, status, databases: columns })) },
      ],
    }),
  };
}

const paths = [
  "/me/organization",
  "/access-key",
  "/views",
  "/channels",
  "/silences",
  "/redis-cloud",
  "/organizations/me/invitations",
  "/changes",
];

async function read({ call }: SignedIn, path: string): Promise<unknown> {
  const answer = await call("GET", path);
  expect(answer.status, path).toBe(200);
  return await answer.json();
}

const readAll = async (person: SignedIn) =>
  Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await read(person, path)] as const)));

async function write({ call }: SignedIn, method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body);
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
  return answer.status === 204 ? undefined : ((await answer.json()) as Record<string, unknown>);
}

/** What 0.3.0 logs of a text that was sealed in another context than its own: the words of Node's crypto. */
const cannotOpen = "Unsupported state or unable to authenticate data";

type RedisClouds = { redisClouds: { id: string; status: string }[] };
type Listed = { deployments: { id: string; name: string }[] };
const idOf = async (person: SignedIn, name: string) =>
  ((await read(person, "/deployments")) as Listed).deployments.find((one) => one.name === name)?.id ?? "";
const incidentsOf = async (person: SignedIn) =>
  ((await read(person, "/incidents?state=open")) as { incidents: { id: string }[] }).incidents;

/** When the accounts were read last. */
const readingsOf = async (person: SignedIn) =>
  ((await read(person, "/redis-cloud")) as { redisClouds: { lastSyncAt: string | null }[] }).redisClouds
    .map(({ lastSyncAt }) => lastSyncAt)
    .join();

/** The memory that a deployment used, by time. */
async function pastOf(person: SignedIn, id: string): Promise<Record<string, number>> {
  const { from, step, series } = (await read(person, `/deployments/${id}/history`)) as History;
  const values = series.find(({ metric }) => metric === "memoryUsed")?.values ?? [];
  const at = (index: number) => new Date(Date.parse(from) + index * step * 1_000).toISOString();
  return Object.fromEntries(values.flatMap((value, index) => (value === null ? [] : [[at(index), value]])));
}

test.runIf(hasFormerRelease())(
  "SLF07 the release before runs on the data of this one, and then this one finds all that it knew",
  { timeout: 20 * minute },
  async ({ onTestFinished }) => {
    const provider = await startProvider();
    onTestFinished(() => provider.stop());
    const cloud = await startCloud(5_000);
    onTestFinished(() => cloud.stop());
    const receiver = await startReceiver();
    const began = looked - minute;
    const server = await startIn(newFolder(), provider, {
      REDIS_CLOUD_API_URL: cloud.apiUrl,
      WEBHOOK_ORIGINS: receiver.origin,
      ...startedAt(began),
    });
    const { NODE_OPTIONS: _, ...settings } = server.settings;
    let admin = await signIn(server, provider, "admin@example.com");
    const key = await newKey(admin);
    for (const [number, status] of [
      [1, "active"],
      [2, "unreachable"],
      [3, "active"],
    ] as const)
      expect(await send(server.apiUrl, key, fullReport(number, status, began))).toBe(202);
    await write(admin, "POST", "/redis-cloud", { name: "Our account", ...keysOf(1) });
    await write(admin, "POST", "/views", { name: "Red", filter: "severity=critical", shared: true });
    await write(admin, "POST", "/channels", {
      kind: "webhook",
      name: "Team",
      url: `${receiver.origin}/team`,
    });
    const end = new Date(Date.now() + 60 * minute).toISOString();
    await write(admin, "POST", "/silences", {
      scope: { kind: "rule", rule: "agent-clock" },
      until: end,
      reason: "Test",
    });
    expect(await server.stop()).toBe(0);
    const later = await startServer({ ...settings, ...startedAt(looked) });
    admin = await signIn(server, provider, "admin@example.com");
    await until(async () => (await incidentsOf(admin)).length > 0, "an incident is open", 10 * minute);
    const before = await readAll(admin);
    const readings = await readingsOf(admin);
    const [incident] = await incidentsOf(admin);
    expect(incident).toBeDefined();
    const names = await namesSeenBy(admin);
    const first = await idOf(admin, "server-0001");
    const past = await pastOf(admin, first);
    expect(Object.keys(past)).not.toEqual([]);
    const vaultKey = readFileSync(join(settings["SHARDWATCH_DATA"] ?? "", "vault.key"));
    expect(await later.stop()).toBe(0);

    // The release before: people and agents use it, and its schedule reads the account.
    const older = await startServer(settings, join(formerRelease(), "packages/server/src/main.ts"));
    const there = await signIn(older, provider, "admin@example.com");
    expect(await namesSeenBy(there)).toEqual(names);
    expect(Object.keys(await readAll(there))).toEqual(paths);
    expect(await send(older.apiUrl, key, fullReport(1, "active"))).toBe(202);
    expect(await send(older.apiUrl, key, fullReport(2, "loading"))).toBe(202);
    expect(await send(older.apiUrl, key, fullReport(4, "active"))).toBe(202);
    await write(there, "PATCH", "/me/organization", { name: "Renamed there" });
    await write(there, "DELETE", `/deployments/${await idOf(there, "server-0003")}`);
    await until(async () => (await readingsOf(there)) !== readings, "the account is read", 10 * minute);
    expect(await older.stop()).toBe(0);
    // 0.3.0 cannot open what this release has sealed, as `docs/operating.md` says. Nothing else may fail.
    const errors = older
      .output()
      .split("\n")
      .filter((line) => /"level":"error"|\berror\b/i.test(line));
    expect(errors.filter((line) => !line.includes(cannotOpen))).toEqual([]);

    // A turn of the schedule later, so that accounts are due.
    await startServer({ ...settings, ...startedAt(Date.now() + slot) });
    admin = await signIn(server, provider, "admin@example.com");
    const expected = [...names.filter((name) => name !== "server-0003"), "server-0004"].toSorted();
    expect(await namesSeenBy(admin)).toEqual(expected);
    const after = await readAll(admin);
    expect(after["/me/organization"]).toMatchObject({ name: "Renamed there" });
    for (const path of ["/views", "/silences"]) expect(after[path], path).toEqual(before[path]);
    const channelsOf = (answer: unknown) =>
      (answer as ChannelList).channels.map(({ id, kind, name }) => [id, kind, name]);
    expect(channelsOf(after["/channels"])).toEqual(channelsOf(before["/channels"]));
    expect(after["/access-key"]).toMatchObject({ accessKeys: [{ name: "A key" }] });
    const accounts = async () => ((await read(admin, "/redis-cloud")) as RedisClouds).redisClouds;
    expect(await accounts()).toMatchObject([{ name: "Our account" }]);
    await until(async () => (await accounts())[0]?.status === "ok", "the account is read again");
    const changes = (answer: unknown) =>
      (answer as { changes: { id: string }[] }).changes.map(({ id }) => id);
    expect(changes(after["/changes"])).toEqual(expect.arrayContaining(changes(before["/changes"])));
    expect((await read(admin, `/incidents/${incident?.id}`)) as object).toMatchObject({ id: incident?.id });
    expect(await pastOf(admin, first)).toMatchObject(past);
    expect(readFileSync(join(settings["SHARDWATCH_DATA"] ?? "", "vault.key"))).toEqual(vaultKey);
    // The address of the webhook is sealed: who can send to it has opened it.
    const channel = (after["/channels"] as ChannelList).channels.find(({ kind }) => kind === "webhook");
    const arrived = receiver.paths.length;
    await write(admin, "POST", `/channels/${channel?.id}/test`);
    await until(() => receiver.paths.length > arrived, "the message has arrived");
    expect(await send(server.apiUrl, key, fullReport(5, "active"))).toBe(202);
  },
);
