// `npm run prove`: what takes too long for `npm test`. It plays the seeded tests with many more seeds, from a random one
// on, and prints that one. SEED=<it> npm run prove replays the run. SEEDS and RUNS change how many there are.
import { randomInt } from "node:crypto";
import { run } from "./lib/run.mjs";

const { SEED = String(randomInt(1, 2 ** 31 - 100_000)), SEEDS = "1000", RUNS = "10000" } = process.env;

/** What is proven, with the tests that do it. */
const proofs = [
  { name: "faults", files: ["tests/faults"], amount: { SEEDS } },
  { name: "generated requests", files: ["tests/contract/generated.test.ts"], amount: { RUNS } },
];

const failed = [];
for (const { name, files, amount } of proofs) {
  console.log(`\n== ${name}: ${JSON.stringify(amount)}, SEED=${SEED}`);
  const begun = Date.now();
  const code = await run("vitest", ["run", ...files], { ...amount, SEED });
  const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
  console.log(`== ${name}: ${code === 0 ? "ok" : "FAILED"} (${minutes} min)`);
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`FAILED: ${failed.join(", ")}. SEED=${SEED} npm run prove plays the same again.`);
  process.exitCode = 1;
}
