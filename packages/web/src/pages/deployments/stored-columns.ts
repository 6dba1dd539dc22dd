import { storedSetting } from "../../lib/stored-setting.ts";
import { readColumnConfig } from "../../ui/columns.ts";
import type { Density } from "../../ui/rows.ts";
import { deploymentColumns } from "./columns.tsx";

/** The chosen columns, stored in this browser. */
export const columnConfig = storedSetting("deployments-column-configs", (stored) =>
  readColumnConfig(deploymentColumns, stored),
);

/** The height of the rows, stored in this browser. */
export const rowDensity = storedSetting("shardwatch-row-density", (stored): Density =>
  stored === "roomy" ? "roomy" : "dense",
);
