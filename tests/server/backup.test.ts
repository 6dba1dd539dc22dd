import { join } from "node:path";
import type { CreatedChannel } from "@shardwatch/core/contract/channel/channel";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { History } from "@shardwatch/core/contract/history/history";
import type { Report } from "@shardwatch/core/contract/report/report";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Provider, startProvider } from "../support/provider.ts";
import {
  namesSeenBy,
  newFolder,
  newKey,
  reportOf,
  runBeside,
  send,
  signIn,
  startIn,
  startReceiver,
  until,
} from "./process.ts";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const nameOf = (number: number) => reportOf(number).deployments[0]?.name ?? "";

const slot = 300_000;

/** A report with a database, and its figures of the five minutes that run. */
function withSlot(report: Report): Report {
  const at = new Date(Math.floor(Date.now() / slot) * slot).toISOString();
  const figures = { memoryUsed: "1048576", memoryLimit: null, version: null, tlsEnabled: null };
  const databases = [{ id: "0", name: "db 0", status: "active", ...figures }];
  const slots = report.deployments.map(({ key, status }) => ({
    key,
    status,
    databases: { ids: ["0"], used: [1_048_576] },
  }));
  return {
    ...report,
    deployments: report.deployments.map((one) => ({ ...one, databases })),
    slots: [{ at, deployments: slots }],
  };
}

test("SLF05 backup and restore: a restored copy runs beside the first one, with its list, its history and its secrets", async () => {
  const receiver = await startReceiver();
  const folder = newFolder();
  const settings = { WEBHOOK_ORIGINS: receiver.origin };
  const first = await startIn(folder, provider, settings);
  const admin = await signIn(first, provider, "admin@example.com");
  const hook = { kind: "webhook", name: "Team", url: `${receiver.origin}/team`, minimum: "info" };
  const { channel } = (await (await admin.call("POST", "/channels", hook)).json()) as CreatedChannel;
  const key = await newKey(admin);
  expect(await send(first.apiUrl, key, withSlot(reportOf(1)))).toBe(202);
  const file = join(folder, "one.backup");
  expect((await runBeside(["backup", file], first.settings)).status).toBe(0);
  const other = newFolder();
  const restored = await runBeside(["restore", file, join(other, "data")], first.settings);
  expect(restored).toMatchObject({ status: 0, stderr: "" });
  const second = await startIn(other, provider, settings);

  const there = await signIn(second, provider, "admin@example.com");
  const { deployments } = (await (await there.call("GET", "/deployments")).json()) as DeploymentList;
  expect(deployments).toMatchObject([{ name: nameOf(1), status: "active" }]);
  // Of a range without an end, two answers differ when five minutes are over between them.
  const end = Math.ceil(Date.now() / slot) * slot;
  const range = `from=${new Date(end - 12 * slot).toISOString()}&to=${new Date(end).toISOString()}`;
  const path = `/deployments/${deployments[0]?.id}/history?metric=memoryUsed&${range}`;
  const [past, pastThere] = await Promise.all(
    [admin, there].map(async (person) => (await (await person.call("GET", path)).json()) as History),
  );
  expect(pastThere?.series).toEqual(past?.series);
  expect(past?.series.flatMap(({ values }) => values.filter((value) => value !== null))).toHaveLength(1);
  // The address of the webhook is sealed: who can send to it has opened it.
  expect((await there.call("POST", `/channels/${channel.id}/test`)).status).toBe(202);
  await until(() => receiver.paths.length > 0, "the message has arrived");
  expect(receiver.paths).toEqual(["/team"]);
  // Each of them goes its own way.
  expect(await send(second.apiUrl, key, reportOf(2))).toBe(202);
  expect(await namesSeenBy(there)).toEqual([nameOf(1), nameOf(2)]);
  expect(await namesSeenBy(admin)).toEqual([nameOf(1)]);
  expect(await first.stop()).toBe(0);
  expect(await namesSeenBy(there)).toEqual([nameOf(1), nameOf(2)]);
});
