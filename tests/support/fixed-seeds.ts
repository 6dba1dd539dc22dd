import { readFileSync } from "node:fs";
import { expect } from "vitest";

// Runs before each test file. Property tests try the same values at every run, so that a run that fails can be played
// again and one that passes stays so; `npm run prove` takes a random SEED. The library takes 100 ms to load: only where needed.
const { testPath } = expect.getState();
if (testPath && readFileSync(testPath, "utf8").includes('from "fast-check"')) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ seed: Number(process.env["SEED"] ?? 1) });
}
