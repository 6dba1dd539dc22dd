import { afterEach, expect, test, vi } from "vitest";
import { measureSlowness } from "./slowness.mjs";

afterEach(() => vi.unstubAllEnvs());

test("a machine is never taken for quicker than the one that the shares are for", () => {
  expect(measureSlowness()).toBeGreaterThanOrEqual(1);
});

test("TEST_SLOWNESS gives a machine more time, and is refused when it gives less or none", () => {
  vi.stubEnv("TEST_SLOWNESS", "1000");
  expect(measureSlowness()).toBeGreaterThanOrEqual(1_000);
  for (const wrong of ["0.5", "", "fast"]) {
    vi.stubEnv("TEST_SLOWNESS", wrong);
    expect(() => measureSlowness(), wrong).toThrow("TEST_SLOWNESS must be a number, 1 or more");
  }
});
