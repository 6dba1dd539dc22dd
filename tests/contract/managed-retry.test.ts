import { setTimeout as sleep } from "node:timers/promises";
import { rememberFile } from "@shardwatch/core/managed/current-file";
import { manageByFile } from "@shardwatch/server/configuration/manage";
import type { Services } from "@shardwatch/core/access/context";
import { storedEntries } from "@shardwatch/core/organization/managed";
import { expect, test, vi } from "vitest";
import { entry, makeKey } from "../support/managed.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, signUp } from "../support/world.ts";

const world = await worldOfFile();

const runs = () =>
  world.logLines.filter((line) => line.includes("configuration file applied") && line.includes('"all"'))
    .length;

test("SLF03 configuration file: what fails is tried again, but not by a replica whose file is an old one", async () => {
  const { services } = world;
  const { keyId } = await createKey(world, await signUp(world));
  const taken = { ...makeKey(world, keyId), name: "Cluster one" };
  const file = { hash: "old", organizations: [entry("failing", { agentKeys: [taken] })] };
  const management = await manageByFile(services, () => file, 20);
  management.begin();
  await vi.waitFor(() => expect(runs()).toBeGreaterThan(2), 10_000);
  await rememberFile(services, "new");
  // A run may be under way.
  await sleep(500);
  const before = runs();
  await sleep(500);
  expect(runs()).toBe(before);
  await management.stop(1_000);
});

test("SLF03 configuration file: a new file is applied although the database was busy when it was read", async () => {
  const { table } = world.services;
  let failures = 0;
  const put: typeof table.put = async (...row) => {
    if (failures > 0) {
      failures -= 1;
      throw new Error("the database is busy");
    }
    await table.put(...row);
  };
  const services: Services = { ...world.services, table: { ...table, put } };
  let file = { hash: "first", organizations: [entry("first")] };
  const management = await manageByFile(services, () => file, 20);
  management.begin();
  failures = 1;
  file = { hash: "second", organizations: [entry("second")] };
  management.reload();
  const entries = async () => (await storedEntries(services)).filter(({ inFile }) => inFile === true);
  await vi.waitFor(
    async () => expect((await entries()).map(({ entryId }) => entryId)).toEqual(["second"]),
    10_000,
  );
  expect(failures).toBe(0);
  await management.stop(1_000);
});
