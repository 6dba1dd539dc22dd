import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { expect, test } from "vitest";
import { columnsOf, isShown, readColumnConfig as readConfig } from "../../ui/columns.ts";
import { deploymentColumns, sortFields } from "./columns.tsx";

const readColumnConfig = (stored: unknown) => readConfig(deploymentColumns, stored);
const usualColumns = readColumnConfig(null);

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

const deployment: DeploymentListItem = {
  id: "dep_1",
  organizationId: "org_1",
  name: "orders",
  type: "CLUSTER",
  source: "redis-cloud",
  status: "active",
  statusMessage: null,
  lastUpdated: "2026-01-01T00:00:00.000Z",
  databaseCount: 1_500,
  memoryUsed: null,
  memoryLimit: null,
  cloudSubscription: null,
  enterpriseAdminUrl: null,
  databases: [],
  license: {
    expirationDate: "2027-01-31T00:00:00Z",
    ramShardsInUse: 8,
    ramShardsLimit: 12,
    flashShardsInUse: 3,
    flashShardsLimit: 4,
    shardsLimit: 0,
  },
};

test("every column but the buttons and a name that is loaded later has its value as text", () => {
  const texts = deploymentColumns.flatMap((column) =>
    "text" in column ? [[column.id, column.text(deployment)]] : [],
  );
  expect(Object.fromEntries(texts)).toEqual({
    name: "orders",
    type: "OSS (Cluster)",
    source: "Redis Cloud",
    databaseCount: "1500",
    status: "active",
    licenseUtilization: "11/16",
    lastUpdated: "2026-01-01T00:00:00.000Z",
    licenseExpiration: "2027-01-31T00:00:00Z",
  });
  const without = deploymentColumns.filter((column) => !("text" in column)).map(({ id }) => id);
  expect(without).toEqual(["organization", "actions"]);
});

test("the sorting is offered for the columns whose headers sort, under the same names", () => {
  const context = { addressOf: () => "", onDelete: undefined, severalOrganizations: true };
  const sortable = columnsOf(deploymentColumns, context).filter((column) => column.sortable);
  expect(sortable.map(({ id }) => id)).toEqual(Object.keys(sortFields));
  for (const { id, header } of sortable)
    if (id !== "licenseUtilization") expect(sortFields).toHaveProperty([id, "label"], header);
});

test("the organization is a column only where rows are of several organizations", () => {
  const ids = (severalOrganizations: boolean) =>
    columnsOf(deploymentColumns, { addressOf: () => "", onDelete: undefined, severalOrganizations }).map(
      ({ id }) => id,
    );
  expect(ids(true)).toContain("organization");
  expect(ids(false)).not.toContain("organization");
});
