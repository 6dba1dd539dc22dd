import { expect, test } from "vitest";
import { distinctNames } from "./distinct-names.ts";

test("organizations of the same name are told apart by their ids, others are called by their names alone", () => {
  const names = distinctNames([
    { id: "org_00000aaaaaa", name: "Ada's organization" },
    { id: "org_00000bbbbbb", name: "Ada's organization" },
    { id: "org_00000cccccc", name: "Acme" },
  ]);
  expect([...names.values()]).toEqual([
    "Ada's organization (…aaaaaa)",
    "Ada's organization (…bbbbbb)",
    "Acme",
  ]);
});
