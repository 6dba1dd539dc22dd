import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { expect, test } from "vitest";
import { columnsOf, isShown, readColumnConfig as readConfig } from "../../ui/columns.ts";
import { deploymentColumns, sortFields } from "./columns.tsx";

const readColumnConfig = (stored: unknown) => readConfig(deploymentColumns, stored);
const usualColumns = readColumnConfig(null);

test("LST22 LST23 LST24 LST25 LST26 LST27 LST28 LSX01 further columns are hidden until somebody wants them, memory is shown", () => {
  const hidden = Object.keys(usualColumns).filter((id) => !isShown(usualColumns, id));
  expect(hidden).toEqual(["via", "version", "region", "lastUpdated", "licenseExpiration"]);
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
  memoryUsed: "1073741824",
  memoryLimit: "4294967296",
  cloudSubscription: null,
  enterpriseAdminUrl: null,
  databases: [],
  via: "rc_1",
  facts: { versions: ["6.2.6", "7.4.0"], regions: ["eu-west-1", "us-east-1"] },
  fullest: { utilization: 93.1, database: "cart" },
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
    status: "active",
    memory: "1.00 GiB used of 4.00 GiB, 25.0%, fullest is cart at 93.1%",
    type: "OSS (Cluster)",
    source: "Redis Cloud",
    via: "rc_1",
    databaseCount: "1500",
    version: "6.2.6 – 7.4.0",
    region: "eu-west-1, us-east-1",
    licenseUtilization: "11/16",
    lastUpdated: "2026-01-01T00:00:00.000Z",
    licenseExpiration: "2027-01-31T00:00:00Z",
  });
  const without = deploymentColumns.filter((column) => !("text" in column)).map(({ id }) => id);
  expect(without).toEqual(["organization", "actions"]);
});

const context = {
  addressOf: () => "",
  onDelete: undefined,
  severalOrganizations: true,
  twinMark: () => undefined,
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
