import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    setupFiles: ["./tests/support/fixed-seeds.ts"],
    // On two cores the default is one; but many tests wait for servers and agents of their own.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A test that only passes at a second try is a defect to find, not to hide.
    retry: 0,
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "packages/*/src/**/*.test.{ts,tsx}",
            "packages/*/test/**/*.test.ts",
            "packages/web/vite/*.test.ts",
            "scripts/**/*.test.mjs",
            "tests/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "**/dist/**", "tests/e2e/**", "tests/graph/**"],
        },
      },
      // What SST would deploy. It needs SST's own source: the step `infra` of `npm test` runs it.
      {
        test: {
          name: "graph",
          include: ["tests/graph/**/*.test.ts"],
          globalSetup: ["tests/graph/evaluate/setup.ts"],
        },
      },
      // What `npm run prove -- image` has built. Nothing else runs it.
      {
        test: { name: "proof", include: ["tests/**/*.proof.ts"], testTimeout: 300_000, hookTimeout: 300_000 },
      },
    ],
  },
});
