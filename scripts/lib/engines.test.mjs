import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseEngine, engineFolder, findEngines } from "./engines.mjs";

let folder;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "shardwatch-engines-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with a server that prints a version, and its client. */
function install(name, word, output) {
  const bin = join(folder, name);
  mkdirSync(bin, { recursive: true });
  for (const program of [`${word}-server`, `${word}-cli`]) {
    writeFileSync(join(bin, program), `#!/bin/sh\necho '${output}'\n`);
    chmodSync(join(bin, program), 0o755);
  }
  return bin;
}

/** The names of what is found, without the engines that `npm run engines` fetched. */
function names(environment) {
  return findEngines(environment)
    .filter(({ server }) => !server.startsWith(engineFolder))
    .map(({ name }) => name);
}

test("R18 engines are found on the PATH and in SHARDWATCH_ENGINES, the highest version first", () => {
  const old = install("old", "redis", "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1");
  const newer = install("newer", "redis", "Redis server v=8.10.1 sha=00000000:0");
  const fork = install("fork", "valkey", "Valkey server v=9.1.2 sha=00000000:0");
  expect(names({ PATH: old, SHARDWATCH_ENGINES: [newer, fork].join(delimiter) })).toEqual([
    "valkey-9.1.2",
    "redis-8.10.1",
    "redis-7.0.15",
  ]);
});

test("an engine that is there twice, or through a link, is there once, as SHARDWATCH_ENGINES has it", () => {
  const first = install("first", "redis", "Redis server v=7.4.0");
  const second = install("second", "redis", "Redis server v=7.4.0");
  const link = join(folder, "link");
  symlinkSync(first, link);
  const found = findEngines({ PATH: [link, second].join(delimiter), SHARDWATCH_ENGINES: first });
  expect(found.filter(({ version }) => version === "7.4.0").map(({ server }) => server)).toEqual([
    join(first, "redis-server"),
  ]);
});

test("a server that does not run, or has no client, is no engine", () => {
  const broken = install("broken", "redis", "error while loading shared libraries");
  const alone = install("alone", "valkey", "Valkey server v=8.0.0");
  rmSync(join(alone, "valkey-cli"));
  expect(names({ PATH: [broken, alone, join(folder, "nowhere")].join(delimiter) })).toEqual([]);
});

test("SHARDWATCH_ENGINE chooses an engine by its name, and a name that is not there is an error", () => {
  const engines = [{ name: "valkey-9.1.2" }, { name: "redis-7.0.15" }];
  expect(chooseEngine(engines, "")).toBe(engines[0]);
  expect(chooseEngine(engines, "redis-7.0.15")).toBe(engines[1]);
  expect(() => chooseEngine(engines, "redis-9.9.9")).toThrow("this machine has: valkey-9.1.2, redis-7.0.15");
  expect(chooseEngine([], "")).toBeUndefined();
});
