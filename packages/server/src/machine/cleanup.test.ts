import { expect, test } from "vitest";
import { Cleanup } from "./cleanup.ts";

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
