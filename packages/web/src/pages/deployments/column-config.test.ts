import { expect, test } from "vitest";
import { isShown, readColumnConfig, usualColumns } from "./column-config.ts";

test("LST22 LST23 LST24 LST25 LST26 LST27 LST28 two columns are hidden until somebody wants them", () => {
  const hidden = Object.keys(usualColumns).filter((id) => !isShown(usualColumns, id));
  expect(hidden).toEqual(["lastUpdated", "licenseExpiration"]);
  for (const id of ["name", "type", "databaseCount", "status", "licenseUtilization"])
    expect(isShown(usualColumns, id)).toBe(true);
});

test("LST22 the name cannot be hidden, whatever is stored", () => {
  expect(isShown(readColumnConfig({ name: false }), "name")).toBe(true);
});

test("LST21 a stored choice counts", () => {
  expect(readColumnConfig({ type: false, lastUpdated: true })).toEqual({
    ...usualColumns,
    type: false,
    lastUpdated: true,
  });
});

test.each([null, 7, "x", [], {}, { type: "no", lastUpdated: 1 }, { other: false }])(
  "LST21 %j is damaged, and falls back to the defaults",
  (stored) => expect(readColumnConfig(stored)).toEqual(usualColumns),
);
