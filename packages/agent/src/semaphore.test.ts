import { expect, test } from "vitest";
import { Semaphore } from "./semaphore.ts";

test("a semaphore bounds what runs at once, but slow tasks block nobody", async () => {
  const semaphore = new Semaphore(10, 300);
  let [running, most] = [0, 0];
  const quick = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  await Promise.all(Array.from({ length: 200 }, () => semaphore.run(quick)));
  expect(most).toBe(10);
  let endless = 0;
  for (let count = 0; count < 30; count += 1)
    void semaphore.run(() => {
      endless += 1;
      return new Promise(() => undefined);
    });
  await semaphore.run(quick);
  expect(endless).toBe(30);
});
