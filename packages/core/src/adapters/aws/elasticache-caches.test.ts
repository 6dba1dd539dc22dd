import { expect, test } from "vitest";
import { readList } from "./elasticache-caches.ts";

const unknownCall = () => Object.assign(new Error("no such call"), { name: "InvalidAction" });

test("AWS11 a list that ends with an unknown call at a later page was not read", async () => {
  const pages = readList<string>((next) =>
    next === undefined ? Promise.resolve([["first"], "more"]) : Promise.reject(unknownCall()),
  );
  await expect(pages).rejects.toThrow("no such call");
});

test("R12 a list whose pages lead back to earlier ones ends", async () => {
  let pages = 0;
  const list = readList<string>(() => {
    pages += 1;
    // The reader that never stops would take the process with it.
    return pages > 1_000 ? Promise.resolve([[], undefined]) : Promise.resolve([["again"], "first"]);
  });
  await expect(list).rejects.toMatchObject({ name: "EndlessList" });
  expect(pages).toBe(200);
});
