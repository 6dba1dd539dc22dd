import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("MND01 the operator's page says in its first line where the database is open, and to whom", () => {
  const page = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
  const [title, first = ""] = page.split("\n\n");
  expect(title).toBe("# Run it yourself");
  expect(first).toContain("the embedded database is open");
  expect(first).toMatch(/every program/);
  expect(page).toMatch(/programs of the same user/i);
});
