import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { factsOf } from "@shardwatch/core/contract/filter/facts";
import { expect, test } from "vitest";
import { item, license } from "../../../../../../tests/support/filters.ts";
import {
  columnsOf,
  emptyColumns,
  isShown,
  readColumnConfig as readConfig,
  shownConfig,
} from "../../../ui/table/columns.ts";
import { deploymentColumns, sortFields } from "./columns.tsx";

const readColumnConfig = (stored: unknown) =>
  shownConfig(deploymentColumns, readConfig(deploymentColumns, stored));
const usualColumns = readColumnConfig(null);

test("LST22 LST23 LST24 LST25 LST26 LST27 LST28 LSX01 further columns are hidden until somebody wants them, memory is shown", () => {
  const hidden = Object.keys(usualColumns).filter((id) => !isShown(usualColumns, id));
  const figures = ["ops", "clients", "hits", "lag", "frag", "runway"];
  const late = ["persistence", "lastUpdated", "licenseExpiration"];
  expect(hidden).toEqual(["via", "version", "region", ...figures, ...late]);
  for (const id of ["name", "type", "databaseCount", "status", "memory", "licenseUtilization"])
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

const context = {
  factsOf: (row: DeploymentListItem) => factsOf(row, 0),
  addressOf: () => "",
  onDelete: undefined,
  joined: [],
  loadedAt: 0,
  severalOrganizations: true,
  namesakeMark: () => undefined,
};

test("the sorting is offered for the columns whose headers sort, under the same names", () => {
  const sortable = columnsOf(deploymentColumns, context).filter((column) => column.sortable);
  expect(sortable.map(({ id }) => id)).toEqual(Object.keys(sortFields));
  for (const { id, header } of sortable)
    if (id !== "licenseUtilization") expect(sortFields).toHaveProperty([id, "label"], header);
});

test("the organization is a column only where rows are of several organizations", () => {
  const ids = (severalOrganizations: boolean) =>
    columnsOf(deploymentColumns, { ...context, severalOrganizations }).map(({ id }) => id);
  expect(ids(true)).toContain("organization");
  expect(ids(false)).not.toContain("organization");
});

test("LST26 a column in which no row has anything is narrow, and stays", () => {
  const [row, licensed] = [item(), item({ license: license() })];
  const empty = emptyColumns(deploymentColumns, [row]);
  expect([...empty]).toContain("licenseUtilization");
  expect(emptyColumns(deploymentColumns, [row, licensed])).not.toContain("licenseUtilization");
  // Before the first rows, nothing is known.
  expect([...emptyColumns(deploymentColumns, [])]).toEqual([]);
  const columns = columnsOf(deploymentColumns, context, usualColumns, empty);
  expect(columns.filter(({ isEmpty }) => isEmpty).map(({ id }) => id)).toEqual(["licenseUtilization"]);
});
