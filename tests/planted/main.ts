import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { copyProject, root } from "./copy.ts";
import type { Fault } from "./fault.ts";
import { faults } from "./faults.ts";
import { partsOf, whyNotPlanted } from "./places.ts";
import { runTests } from "./run-tests.ts";
import { shares } from "./shares.ts";
import { type Tier, tiers } from "./tiers.ts";

/*
 * `npm run faults`: plants each known fault into a copy of the project, and runs the tests that have to fail. Those of
 * `npm test` run first, and those of `npm run test:all` only when none of them fails. An unnoticed fault, or one whose
 * place is gone, fails the run. Names choose faults: `npm run faults -- M05 M33`. `--list` only checks all places, `--quick`
 * skips the run without faults, `--e2e` adds the faults that only browser tests find. `npm run faults:infra`
 * (`--infra`) plants those of the deployment instead.
 */
const flags = process.argv.slice(2).filter((word) => word.startsWith("--"));
const names = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const unknown = [
  ...flags.filter((flag) => !["--list", "--quick", "--e2e", "--infra"].includes(flag)),
  ...names.filter((name) => !faults.some(({ id }) => id === name)),
];
if (unknown.length > 0) {
  console.error(`There is no fault and no flag ${unknown.join(", ")}: tests/planted/main.ts names them`);
  process.exit(2);
}

/** The tier whose tests noticed the fault; undefined when none did. */
async function noticedBy(folder: string, fault: Fault): Promise<Tier | undefined> {
  const target = join(folder, fault.file);
  let [ran, isStuck] = [false, false];
  writeFileSync(target, partsOf(fault).join(fault.plant));
  try {
    for (const tier of tiers) {
      const result = await runTests(folder, fault, tier, 1);
      const [first] = result.failures;
      if (first) {
        const late = first.reasons.some((reason) => reason.includes("timed out in")) ? ", by a time-out" : "";
        const by = tier === "first" ? "npm test" : "only npm run test:all";
        console.log(`${fault.id} noticed (${by}${late}): ${fault.what}\n    ${first.name}`);
        return tier;
      }
      ran ||= result.passed > 0;
      isStuck ||= result.isStuck;
    }
  } finally {
    cpSync(join(root, fault.file), target);
  }
  const word = isStuck ? "STUCK: its tests do not end" : ran ? "SURVIVED" : "BROKEN: no test ran";
  console.log(`${fault.id} ${word}: ${fault.what}`);
  return undefined;
}

/** Throws when a test fails without a planted fault: it would fail for every fault. */
async function expectNoFailure(folder: string, chosen: readonly Fault[]): Promise<void> {
  for (const [browser, some] of Map.groupBy(chosen, (fault) => fault.browser)) {
    const tests = [...new Set(some.flatMap((fault) => fault.tests))];
    const kind = { tests, ...(browser && { browser }) };
    let passed = 0;
    for (const tier of tiers) {
      const result = await runTests(folder, kind, tier, availableParallelism());
      const [first] = result.failures;
      if (first || result.isStuck) throw new Error(`fails without a fault: ${first?.name ?? tests.join()}`);
      passed += result.passed;
    }
    if (passed === 0) throw new Error(`no test ran: ${tests.join()}`);
  }
}

/** Plants the faults one after the other into each of some copies, as many at a time as there are cores. */
async function plantAll(folders: readonly string[], chosen: readonly Fault[]): Promise<(Tier | undefined)[]> {
  const [left, noticed]: [Fault[], (Tier | undefined)[]] = [[...chosen], []];
  const work = async (folder: string) => {
    for (let fault = left.shift(); fault; fault = left.shift()) noticed.push(await noticedBy(folder, fault));
  };
  await Promise.all(folders.map(work));
  return noticed;
}

const twice = faults.map(({ id }) => id).filter((id, index, ids) => ids.indexOf(id) < index);
if (twice.length > 0) throw new Error(`These names stand for two faults each: ${twice.join(", ")}`);
const misplaced = faults.flatMap((fault) => whyNotPlanted(fault) ?? []);
if (misplaced.length > 0) throw new Error(misplaced.join("\n"));
const chosen = faults.filter(({ id, browser, graph }) =>
  names.length > 0
    ? names.includes(id)
    : (graph === true) === flags.includes("--infra") && (!browser || flags.includes("--e2e")),
);
if (!flags.includes("--list")) {
  const needsSst = chosen.some(({ tests }) => tests.some((path) => path.startsWith("tests/graph/")));
  if (needsSst && !existsSync(join(root, ".sst")))
    throw new Error("SST's components are missing. Run once: node scripts/test.mjs --only infra");
  const folders = chosen.slice(0, availableParallelism()).map(() => copyProject());
  try {
    if (!flags.includes("--quick") && folders[0] !== undefined) await expectNoFailure(folders[0], chosen);
    const noticed = await plantAll(folders, chosen);
    console.log(shares(noticed));
    if (noticed.includes(undefined)) process.exitCode = 1;
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}
