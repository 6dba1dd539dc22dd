import { expect, test } from "vitest";
import { byName } from "./by-name.ts";

test("names are ordered as people read them, the same ones by id", () => {
  const rows = [
    { name: "db10", id: "1" },
    { name: "DB2", id: "3" },
    { name: "db2", id: "2" },
  ];
  expect(rows.toSorted(byName).map((row) => row.id)).toEqual(["2", "3", "1"]);
});
