import { layeredSetting } from "../../lib/layered-setting.ts";
import { storedSetting } from "../../lib/stored-setting.ts";
import { readColumnConfig } from "../../ui/columns.ts";
import type { Density } from "../../ui/rows.ts";
import { deploymentColumns } from "./columns.tsx";

/** The chosen columns, stored in this browser. A saved view with columns of its own covers them. */
export const columnConfig = layeredSetting(
  storedSetting("deployments-column-configs", (stored) => readColumnConfig(deploymentColumns, stored)),
);

/** The height of the rows, stored in this browser. */
export const rowDensity = storedSetting("shardwatch-row-density", (stored): Density =>
  stored === "roomy" ? "roomy" : "dense",
);
