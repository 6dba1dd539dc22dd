import { expect, test } from "vitest";
import { Cleanup, endWithin } from "./cleanup.ts";

test("OPS08 everything is stopped once, last started first, also when one fails", async () => {
  const stopped: string[] = [];
  const cleanup = new Cleanup();
  cleanup.add(() => void stopped.push("database"));
  cleanup.add(() => {
    throw new Error("stuck");
  });
  cleanup.add(() => void stopped.push("web"));
  const first = cleanup.stopAll();
  const second = cleanup.stopAll();
  await expect(first).rejects.toThrow("not everything could be stopped");
  await expect(second).rejects.toThrow("not everything could be stopped");
  expect(stopped).toEqual(["web", "database"]);
});

test("OPS08 work that hangs is waited for no longer than it may take, and its failure is thrown", async () => {
  const hanging = new Promise(() => undefined);
  await endWithin(hanging, 1);
  await endWithin(Promise.resolve(), 60_000);
  await expect(endWithin(Promise.reject(new Error("stuck")), 60_000)).rejects.toThrow("stuck");
});
