import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { exportDeployments, preloadExport } from "./export/csv-export.ts";
import { ExportButton } from "../../ui/form/ExportButton.tsx";
import { ColumnChooser } from "../../ui/table/ColumnChooser.tsx";
import { deploymentColumns } from "./list/columns.tsx";
import { columnConfig } from "./list/stored-columns.ts";

interface ListActionsProps {
  /** All deployments of the view, in its order; undefined before anything is loaded. */
  rows: readonly DeploymentListItem[] | undefined;
  /** Whether all deployments are loaded. */
  progress: "all" | "loading" | "failed";
  /** What the open incidents say about them; undefined until they are loaded. */
  troubleOf: TroubleOf | undefined;
}

/** Why there is nothing to export yet, if so. A part of a list would look like all of it. */
function obstacleOf({ rows, progress }: Pick<ListActionsProps, "rows" | "progress">): string | undefined {
  if (progress === "failed") return "Couldn't load some deployments";
  if (!rows || progress === "loading") return "Deployments are still loading";
  return rows.length === 0 ? "No deployments match the filters" : undefined;
}

/** What a large window offers for the whole table: the export has the order of the table. Its code loads beside the first rows. */
export default function ListActions(props: ListActionsProps) {
  const { rows = [] } = props;
  return (
    <>
      <ExportButton
        noun="deployment"
        total={rows.length}
        obstacle={obstacleOf(props)}
        onSave={() => exportDeployments(rows, props.troubleOf)}
        onNear={preloadExport}
      />
      <ColumnChooser columns={deploymentColumns} setting={columnConfig} />
    </>
  );
}
