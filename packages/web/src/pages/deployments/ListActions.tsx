import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { Download, LoaderCircle } from "lucide-react";
import { useState } from "react";
import { counted } from "../../lib/words/count.ts";
import { exportDeployments, preloadExport } from "./export/csv-export.ts";
import { Button } from "../../ui/form/Button.tsx";
import { ColumnChooser } from "../../ui/table/ColumnChooser.tsx";
import { deploymentColumns } from "./list/columns.tsx";
import { columnConfig } from "./list/stored-columns.ts";
import { Tooltip } from "../../ui/popup/Tooltip.tsx";

interface ExportButtonProps {
  /** All deployments of the view, in its order; undefined before anything is loaded. */
  rows: readonly DeploymentListItem[] | undefined;
  /** Whether all deployments are loaded. */
  progress: "all" | "loading" | "failed";
  /** What the open incidents say about them; undefined until they are loaded. */
  troubleOf: TroubleOf | undefined;
}

/** Why there is nothing to export yet, if so. A part of a list would look like all of it. */
function obstacleOf({ rows, progress }: Pick<ExportButtonProps, "rows" | "progress">): string | undefined {
  if (progress === "failed") return "Couldn't load some deployments";
  if (!rows || progress === "loading") return "Deployments are still loading";
  return rows.length === 0 ? "No deployments match the filters" : undefined;
}

/** Saves all deployments of the view as CSV, in the order of the table. The bar of a phone has no space for it. */
function ExportButton(props: ExportButtonProps) {
  const { rows = [] } = props;
  const obstacle = obstacleOf(props);
  const [busy, setBusy] = useState(false);
  const Icon = busy ? LoaderCircle : Download;
  async function save() {
    if (obstacle !== undefined || busy) return;
    setBusy(true);
    await exportDeployments(rows, props.troubleOf);
    setBusy(false);
  }
  return (
    <Tooltip content={obstacle ?? `Download ${counted(rows.length, "deployment")} as CSV`}>
      {({ onPointerEnter, onFocus, ...trigger }) => (
        <Button
          {...trigger}
          aria-disabled={obstacle !== undefined || busy || undefined}
          onPointerEnter={(event) => {
            preloadExport();
            onPointerEnter(event);
          }}
          onFocus={(event) => {
            preloadExport();
            onFocus(event);
          }}
          onClick={() => void save()}
        >
          <Icon aria-hidden className={`size-4 text-muted ${busy ? "motion-safe:animate-spin" : ""}`} />
          Export CSV
        </Button>
      )}
    </Tooltip>
  );
}

/** What a large window offers for the whole table. Its code loads beside the first rows. */
export default function ListActions(props: ExportButtonProps) {
  return (
    <>
      <ExportButton {...props} />
      <ColumnChooser columns={deploymentColumns} setting={columnConfig} />
    </>
  );
}
