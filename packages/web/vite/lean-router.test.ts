import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toProduction } from "./lean-router.ts";

test.each(["react-router", "react-router/dom"])("%s has production files", (name) => {
  const used = import.meta.resolve(name);
  const file = toProduction(used);
  // The plugin can go once both are the same.
  expect(file).not.toBe(used);
  expect(readFileSync(new URL(file), "utf8")).toContain("RouterProvider");
});
