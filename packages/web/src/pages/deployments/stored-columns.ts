import { storedSetting } from "../../lib/stored-setting.ts";
import { readColumnConfig } from "../../ui/columns.ts";
import { deploymentColumns } from "./columns.tsx";

/** The chosen columns, stored in this browser. */
export const columnConfig = storedSetting("deployments-column-configs", (stored) =>
  readColumnConfig(deploymentColumns, stored),
);
