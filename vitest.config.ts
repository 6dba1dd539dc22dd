import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/** A unit test is beside its file, or in `tests` when it crosses packages. */
const allUnitTests = [
  "packages/*/src/**/*.test.{ts,tsx}",
  "packages/*/test/**/*.test.ts",
  "packages/web/vite/*.test.ts",
  "scripts/**/*.test.mjs",
  "tests/**/*.test.ts",
];

const never = ["**/node_modules/**", "**/dist/**", "tests/e2e/**", "tests/graph/**"];
const onlyAll = "**/*.all.test.*";

/** The tests of `npm test`, or of `npm run test:all`: see tests/README.md. */
function unit(tier: "unit" | "all"): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name: tier,
      // Files share a process: each module is loaded once, and not once a file. A test that leaves a timer, a signal or a
      // setting behind can fail a later file.
      isolate: false,
      env: { TEST_TIER: tier },
      // A test of the longer tier plays many seeds.
      ...(tier === "all" && { testTimeout: 600_000 }),
      include: tier === "all" ? allUnitTests.flatMap(inBothTiers) : allUnitTests,
      exclude: [...never, ...(tier === "all" ? [] : [onlyAll])],
    },
  };
}

/** `a.test.ts` becomes `a.all.test.ts`, `a.seeds.test.ts` and `a.both.test.ts`. */
const inBothTiers = (pattern: string): string[] =>
  ["all", "seeds", "both"].map((tier) => pattern.replace("*.test.", `*.${tier}.test.`));

export default defineConfig({
  test: {
    setupFiles: ["./tests/support/fixed-seeds.ts"],
    // Many tests wait for servers and agents of their own: three workers keep two cores busy. In the same hour the unit
    // tests took 165 s instead of 207 s.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // These only end a test that hangs. A loaded machine takes many times as long as a quiet one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // A test that only passes at a second try is a defect to find, not to hide.
    retry: 0,
    projects: [
      unit("unit"),
      unit("all"),
      // What SST would deploy. It needs SST's own source: the step `infra` of `npm test` runs it.
      {
        extends: true,
        test: {
          name: "graph",
          include: ["tests/graph/**/*.test.ts"],
          globalSetup: ["tests/graph/evaluate/setup.ts"],
        },
      },
      // What runs in programs of others. The step `images` of `npm run test:all` and `npm run prove` run them.
      {
        extends: true,
        test: { name: "proof", include: ["tests/**/*.proof.ts"], testTimeout: 300_000, hookTimeout: 300_000 },
      },
    ],
  },
});
