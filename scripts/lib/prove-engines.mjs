import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findEngines } from "./engines.mjs";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

/** The cases of the table; the other tests that start servers are one column. */
const cases = "packages/agent/src/sources/redis/engines.test.ts";
const report = join(root, "reports/engines.json");

/**
 * @typedef {{ name: string, assertionResults: { title: string, status: string }[] }} FileResult
 * @typedef {Record<string, string>} Row
 */

/** The tests of the agent that start a server. Their users need rights that Redis has since 7.0. */
function serverTests() {
  const agent = join(root, "packages/agent/src");
  return readdirSync(agent, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => join(agent, path))
    .filter((path) => /startRedis(Server|Cluster)\(/.test(readFileSync(path, "utf8")));
}

/** @param {import("./engines.mjs").Engine} engine */
const isOld = ({ product, version }) => product === "Redis" && Number.parseInt(version, 10) < 7;

/**
 * Runs the agent's tests on every engine of this machine, and prints a table of engines and cases.
 * @returns {Promise<boolean>} whether all passed
 */
export async function proveEngines() {
  mkdirSync(join(root, "reports"), { recursive: true });
  const files = serverTests();
  /** @type {Row[]} */
  const rows = [];
  let passed = true;
  for (const engine of findEngines()) {
    const { name } = engine;
    rmSync(report, { force: true });
    const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
    const code = await run("vitest", ["run", ...(isOld(engine) ? [cases] : files), ...reporters], {
      SHARDWATCH_ENGINE: name,
    });
    if (code !== 0) passed = false;
    rows.push({ engine: name, ...results(JSON.parse(readFileSync(report, "utf8")).testResults) });
  }
  console.log(`\n${tableOf(rows)}\n`);
  return passed && rows.length > 0;
}

/**
 * @param {readonly FileResult[]} files
 * @returns {Row} the result of each case, and of all other tests together
 */
export function results(files) {
  /** @type {Row} */
  const row = {};
  const others = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, assertionResults } of files)
    for (const { title, status } of assertionResults)
      if (name.endsWith(cases))
        row[title.replace(/^([A-Z]+\d+ )+/, "")] = status === "passed" ? "ok" : status;
      else if (status === "passed" || status === "failed") others[status] += 1;
      else others.skipped += 1;
  const { passed, failed, skipped } = others;
  if (passed + failed + skipped > 0)
    row["all other tests with a server"] = `${passed} ok, ${failed} failed, ${skipped} skipped`;
  return row;
}

/**
 * @param {readonly Row[]} rows
 * @returns {string} a table in Markdown with an engine in each column, because the names of the cases are long
 */
export function tableOf(rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== "engine");
  const lines = [
    ["case", ...rows.map(({ engine }) => engine)],
    ["---", ...rows.map(() => "---")],
    ...names.map((name) => [name, ...rows.map((row) => row[name] ?? "did not run")]),
  ];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
