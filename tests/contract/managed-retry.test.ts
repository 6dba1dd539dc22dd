import { setTimeout as sleep } from "node:timers/promises";
import { rememberFile } from "@shardwatch/core/managed/current-file";
import { manageByFile } from "@shardwatch/server/configuration/manage";
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
