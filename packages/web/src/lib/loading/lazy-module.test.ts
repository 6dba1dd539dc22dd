import { expect, test } from "vitest";
import { lazyModule } from "./lazy-module.ts";

test("code is loaded once, and is there at once from then on", async () => {
  let loads = 0;
  const code = lazyModule(() => Promise.resolve({ number: (loads += 1) }));
  expect(code.now()).toBeUndefined();
  const first = await code.load();
  expect(code.now()).toBe(first);
  expect(await code.load()).toBe(first);
  expect(loads).toBe(1);
});

test("code that could not be loaded is asked for again, and preloading it never rejects", async () => {
  let fails = true;
  const code = lazyModule(() => (fails ? Promise.reject(new Error("gone")) : Promise.resolve("code")));
  code.preload();
  await expect(code.load()).rejects.toThrow("gone");
  fails = false;
  expect(await code.load()).toBe("code");
});
