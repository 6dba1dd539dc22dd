// `npm run prove`: what takes too long for `npm run test:all`, or needs a newer system. It plays the seeded tests with
// many more seeds, from a random one on, and prints that one. SEED=<it> npm run prove replays the run. SEEDS and RUNS
// change how many there are. `-- engines` runs only the proof of that name.
import { randomInt } from "node:crypto";
import { proveEngines } from "./lib/prove-engines.mjs";
import { proveManifests } from "./lib/prove-manifests.mjs";
import { proveProviders } from "./lib/prove-providers.mjs";
import { proveReproducible } from "./lib/prove-reproducible.mjs";
import { run } from "./lib/run.mjs";

const { SEED = String(randomInt(1, 2 ** 31 - 100_000)), SEEDS = "1000", RUNS = "10000" } = process.env;

/**
 * Names each test when it ends: a proof takes up to an hour.
 * @param {readonly string[]} files
 * @param {Record<string, string>} amount
 */
const seeded = (files, amount) => async () =>
  (await run("vitest", ["run", "--reporter", "verbose", ...files], { ...amount, SEED })) === 0;

/** Requests that read and requests that write are sent at a time, so that two cores have work. */
async function proveRequests() {
  const file = "tests/contract/generated.seeds.test.ts";
  const parts = ["GET", "(POST|PUT|PATCH|DELETE)"].map((methods) =>
    seeded([file, "-t", ` ${methods} `], { RUNS }),
  );
  const ended = await Promise.all(parts.map((part) => part()));
  return ended.every(Boolean);
}

/** What is proven, and how. A proof with providers or servers of others is one more line. */
const proofs = [
  { name: "faults", amount: { SEEDS, SEED }, holds: seeded(["tests/faults"], { SEEDS }) },
  { name: "requests", amount: { RUNS, SEED }, holds: proveRequests },
  {
    name: "history",
    amount: { READINGS: "15" },
    holds: seeded(["tests/contract/history-of-a-redis.test.ts"], { READINGS: "15" }),
  },
  {
    name: "outage",
    amount: { AGENTS: "1000", DEAD_MINUTES: "180" },
    holds: seeded(["tests/contract/canary.test.ts"], { AGENTS: "1000", DEAD_MINUTES: "180" }),
  },
  { name: "engines", amount: {}, holds: proveEngines },
  { name: "images", amount: { BUILDS: "2" }, holds: proveReproducible },
  { name: "manifests", amount: {}, holds: proveManifests },
  { name: "providers", amount: {}, holds: proveProviders },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !proofs.some((proof) => proof.name === name));
if (unknown.length > 0) {
  console.error(`There is no proof ${unknown.join(", ")}, only ${proofs.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
/** @type {string[]} */
const failed = [];
for (const { name, amount, holds } of proofs) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}: ${JSON.stringify(amount)}`);
  const begun = Date.now();
  const ok = await holds();
  const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
  console.log(`== ${name}: ${ok ? "ok" : "FAILED"} (${minutes} min)`);
  if (!ok) failed.push(name);
}
if (failed.length > 0) {
  console.error(`FAILED: ${failed.join(", ")}. SEED=${SEED} npm run prove plays the same again.`);
  process.exitCode = 1;
}
