import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import type { DeploymentList, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { Live } from "@shardwatch/core/contract/deployment/live";
import { createLocalApi, demoDataPath } from "@shardwatch/local/demo-data/api";
import { readSettings } from "@shardwatch/local/settings";
import { webConfigOf } from "@shardwatch/server/web/app";
import { beforeEach, expect, test } from "vitest";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp, webOrigin } from "../support/world.ts";

const world = await worldOfFile();
let folder: string;
let local: ReturnType<typeof createLocalApi>;
let person: Person;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "shardwatch-demo-"));
  local = createLocalApi(world.services, folder);
  person = await signUp(world);
  return () => rmSync(folder, { recursive: true, force: true });
});

async function add(as: Person | null = person): Promise<number> {
  const cookie = as === null ? undefined : `shardwatch_session=${as.session.reveal()}`;
  const headers = { origin: webOrigin, ...(cookie !== undefined && { cookie }) };
  return (await local.fetch(new Request(`http://api${demoDataPath}`, { method: "POST", headers }), {}))
    .status;
}

async function read<Body>(path: string): Promise<Body> {
  return (await (await call(world, "GET", path, { as: await signInAgain(world, person) })).json()) as Body;
}
const deployments = async () => (await read<DeploymentList>("/deployments")).deployments;
const keys = async () => (await read<{ accessKeys: AccessKey[] }>("/access-key")).accessKeys;

async function remove({ id }: DeploymentListItem): Promise<void> {
  expect((await call(world, "DELETE", `/deployments/${id}`, { as: person })).status).toBe(204);
}

async function aMinuteLater(): Promise<void> {
  world.clock.advance(60_000);
  await local.demoData.report();
}

test("OVR07 an empty organization gets deployments that are named as a demo, from a key of the person who asked", async () => {
  expect(await add()).toBe(204);
  const found = await deployments();
  expect(found).toHaveLength(14);
  expect(found.every(({ name }) => name.startsWith("Demo "))).toBe(true);
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["active", "unreachable", "degraded"]));
  const [key, ...others] = await keys();
  expect(others).toEqual([]);
  expect(key?.name).toBe("Demo data");
  expect(new Set(found.map(({ via }) => via))).toEqual(new Set([`${key?.keyId}/demodata`]));

  expect(await add()).toBe(204);
  expect([await deployments(), await keys()].map(({ length }) => length)).toEqual([14, 1]);
});

test("OVR07 the demo data is reported every minute, also after a restart", async () => {
  await add();
  expect(statSync(join(folder, "demo-data.json")).mode & 0o777).toBe(0o600);
  world.clock.advance(10 * 60_000);
  expect((await deployments()).map(({ status }) => status)).toContain("stale");
  local = createLocalApi(world.services, folder);
  await local.demoData.report();
  expect((await deployments()).map(({ status }) => status)).not.toContain("stale");
});

test("OVR07 DEX01 the demo data has live figures at the first look", async () => {
  await add();
  for (const { id, status } of await deployments()) {
    const { to, total } = await read<Live>(`/deployments/${id}/live`);
    expect(to).not.toBeNull();
    if (status === "active") expect(total.opsPerSecond).toBeGreaterThan(0);
  }
});

test("OVR07 demo deployments that are deleted stay away, and with the last one their key is revoked", async () => {
  await add();
  const [first, ...others] = await deployments();
  if (first) await remove(first);
  await aMinuteLater();
  expect((await deployments()).map(({ id }) => id).toSorted()).toEqual(others.map(({ id }) => id).toSorted());
  for (const other of others) await remove(other);
  await aMinuteLater();
  expect(await deployments()).toEqual([]);
  expect(await keys()).toEqual([]);
  expect(await add()).toBe(204);
  expect(await deployments()).toHaveLength(14);
});

test("OVR07 demo data that was deleted can be added again at once, with one key", async () => {
  await add();
  for (const each of await deployments()) await remove(each);
  world.clock.advance(2_000);
  expect(await add()).toBe(204);
  expect([await deployments(), await keys()].map(({ length }) => length)).toEqual([14, 1]);
});

test("OVR07 after its key is revoked, the demo data is not reported any more", async () => {
  await add();
  const [key] = await keys();
  await call(world, "DELETE", `/access-key/${key?.keyId}`, { as: person });
  for (let minute = 0; minute < 7; minute += 1) await aMinuteLater();
  expect(new Set((await deployments()).map(({ status }) => status))).toEqual(new Set(["stale"]));
});

test("OVR07 an organization with deployments gets no demo data, and nobody else does", async () => {
  const key = await createKey(world, person);
  await send(world, key.compositeKey, reportOf(world, [reported("orders")]));
  expect(await add()).toBe(409);
  expect(await deployments()).toHaveLength(1);
  expect(await add(null)).toBe(401);
});

test("OVR07 the configuration offers demo data where there is a demo fleet", () => {
  const offered = (seed: string) => webConfigOf(readSettings({ SHARDWATCH_SEED: seed })).features.demoData;
  expect([offered("on"), offered("off")]).toEqual([true, false]);
});

test("OVR07 the API of the Lambda functions has no route for demo data", async () => {
  expect((await call(world, "POST", demoDataPath, { as: person })).status).toBe(404);
  const paths = Object.keys((await read<{ paths: object }>("/openapi.json")).paths);
  expect(paths).toContain("/deployments");
  expect(paths).not.toContain(demoDataPath);
});
