import { storedSetting } from "../../lib/stored-setting.ts";
import { readColumnConfig } from "./column-config.ts";

/** The person's choice of columns, kept in this browser. */
export const columnConfig = storedSetting("deployments-column-configs", readColumnConfig);
