import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "./paths.mjs";

/**
 * A Redis or a fork of it, as programs on this machine.
 * @typedef {{ name: string, product: string, version: string, server: string, cli: string }} Engine
 */

/** Where `npm run engines` puts what it fetches: a folder for each release, with `bin`. */
export const engineFolder = join(root, ".engines");

/** The first words of the programs' names, as "redis" of redis-server. */
const products = [
  ["Valkey", "valkey"],
  ["Redis", "redis"],
  ["Redict", "redict"],
];

/**
 * The engines of SHARDWATCH_ENGINES (folders, separated like PATH), of the PATH, and of `.engines`. Each version of a
 * product is there once. The highest version comes first.
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {Engine[]}
 */
export function findEngines(environment = process.env) {
  const fetched = existsSync(engineFolder) ? readdirSync(engineFolder).toSorted() : [];
  const own = fetched.map((release) => join(engineFolder, release, "bin"));
  const folders = [...split(environment.SHARDWATCH_ENGINES), ...split(environment.PATH), ...own];
  /** @type {Map<string, Engine>} */
  const found = new Map();
  /** @type {Set<string>} */
  const seen = new Set();
  for (const folder of new Set(folders))
    for (const [product, word] of products) {
      const server = join(folder, `${word}-server`);
      const cli = join(folder, `${word}-cli`);
      // Systems have links, such as /bin to /usr/bin.
      if (!existsSync(server) || !existsSync(cli) || seen.has(realpathSync(server))) continue;
      seen.add(realpathSync(server));
      const version = versionOf(server);
      const name = `${word}-${version}`;
      if (version !== undefined && !found.has(name)) found.set(name, { name, product, version, server, cli });
    }
  return [...found.values()].toSorted((a, b) => compareVersions(b.version, a.version));
}

/**
 * The engine that tests start: the one that SHARDWATCH_ENGINE names, such as valkey-9.1.2, or the newest.
 * @param {readonly Engine[]} engines
 * @param {string} [wanted]
 * @returns {Engine | undefined}
 */
export function chooseEngine(engines, wanted = process.env.SHARDWATCH_ENGINE) {
  if (!wanted) return engines[0];
  const chosen = engines.find(({ name }) => name === wanted);
  if (chosen) return chosen;
  const names = engines.map(({ name }) => name).join(", ");
  throw new Error(`SHARDWATCH_ENGINE is ${wanted}, but this machine has: ${names || "none"}`);
}

/**
 * @param {string} a
 * @param {string} b
 */
function compareVersions(a, b) {
  return a.localeCompare(b, "en", { numeric: true });
}

/** @param {string | undefined} list */
function split(list) {
  return (list ?? "").split(delimiter).filter((folder) => folder !== "");
}

/**
 * The version that a server prints: "Redis server v=7.0.15 sha=...".
 * @param {string} server
 * @returns {string | undefined}
 */
function versionOf(server) {
  const { stdout } = spawnSync(server, ["--version"], { encoding: "utf8", timeout: 60_000 });
  return /\bv=(\d+\.\d+\.\d+)/.exec(stdout ?? "")?.[1];
}
