import { ColumnChooser } from "../../ui/table/ColumnChooser.tsx";
import { deploymentColumns } from "./columns.tsx";
import { ExportButton, type ExportButtonProps } from "./ExportButton.tsx";
import { columnConfig } from "./stored-columns.ts";

/** What a large window offers for the whole table. Its code loads beside the first rows. */
export default function ListActions(props: ExportButtonProps) {
  return (
    <>
      <ExportButton {...props} />
      <ColumnChooser columns={deploymentColumns} setting={columnConfig} />
    </>
  );
}
