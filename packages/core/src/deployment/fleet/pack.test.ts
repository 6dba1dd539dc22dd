import { expect, test } from "vitest";
import type { Database } from "../../contract/deployment/deployment.ts";
import type { FleetItem } from "./database.ts";
import { packDeployments, unpackDeployments } from "./pack.ts";

const database = (more: Partial<Database> = {}): Database => ({
  id: "1",
  name: null,
  status: "active",
  version: null,
  memoryUsed: null,
  memoryLimit: null,
  tlsEnabled: null,
  ...more,
});

test("RUN01 a stored page keeps which databases are Active-Active or tiered; what was never said is not known", () => {
  const item = { id: "dep_1" } as FleetItem;
  const databases = [
    database({ id: "1", activeActive: true, tiered: false }),
    database({ id: "2", tiered: true }),
    database({ id: "3" }),
  ];
  const [read] = unpackDeployments(packDeployments([{ item, databases, last: [] }]));
  expect(read?.databases.map(({ activeActive, tiered }) => [activeActive, tiered])).toEqual([
    [true, false],
    [null, true],
    [null, null],
  ]);
});
