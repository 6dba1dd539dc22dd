import { layeredSetting } from "../../lib/settings/layered-setting.ts";
import { storedSetting } from "../../lib/settings/stored-setting.ts";
import { readColumnConfig } from "../../ui/table/columns.ts";
import { databaseColumns } from "./columns.tsx";

/** The chosen columns, stored in this browser. A saved view with columns of its own covers them. */
export const columnConfig = layeredSetting(
  storedSetting("databases-column-configs", (stored) => readColumnConfig(databaseColumns, stored)),
);
