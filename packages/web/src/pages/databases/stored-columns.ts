import { storedSetting } from "../../lib/settings/stored-setting.ts";
import { readColumnConfig } from "../../ui/table/columns.ts";
import { databaseColumns } from "./columns.tsx";

/** The chosen columns, stored in this browser. */
export const columnConfig = storedSetting("databases-column-configs", (stored) =>
  readColumnConfig(databaseColumns, stored),
);
