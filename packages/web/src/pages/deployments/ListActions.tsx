import { ColumnChooser } from "../../ui/table/ColumnChooser.tsx";
import { deploymentColumns } from "./list/columns.tsx";
import { ExportButton, type ExportButtonProps } from "./export/ExportButton.tsx";
import { columnConfig } from "./list/stored-columns.ts";

/** What a large window offers for the whole table. Its code loads beside the first rows. */
export default function ListActions(props: ExportButtonProps) {
  return (
    <>
      <ExportButton {...props} />
      <ColumnChooser columns={deploymentColumns} setting={columnConfig} />
    </>
  );
}
