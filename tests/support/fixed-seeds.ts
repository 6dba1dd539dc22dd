import { readFileSync } from "node:fs";
import { expect } from "vitest";

// Runs before each test file. Property tests try the same values at every run, so that a failure can be
// replayed and a success repeats. `npm run prove` sets a random SEED. The library takes 100 ms to load, so it
// loads only where it is needed.
const { testPath } = expect.getState();
if (testPath && readFileSync(testPath, "utf8").includes('from "fast-check"')) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ seed: Number(process.env["SEED"] ?? 1) });
}
