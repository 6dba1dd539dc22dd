import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { Download } from "lucide-react";
import { counted } from "../../lib/count.ts";
import { exportDeployments, preloadExport } from "./csv-export.ts";
import { Button } from "../../ui/Button.tsx";
import { Tooltip } from "../../ui/Tooltip.tsx";

export interface ExportButtonProps {
  /** All deployments of the view, in its order; undefined before anything is loaded. */
  rows: readonly DeploymentListItem[] | undefined;
  /** Whether all deployments are loaded. */
  progress: "all" | "loading" | "failed";
}

/** Why there is nothing to export yet, if so. A part of a list would look like all of it. */
function obstacleOf({ rows, progress }: ExportButtonProps): string | undefined {
  if (progress === "failed") return "Couldn't load some deployments";
  if (!rows || progress === "loading") return "Deployments are still loading";
  return rows.length === 0 ? "No deployments match the filters" : undefined;
}

/** Saves all deployments of the view as CSV, in the order of the table. */
export function ExportButton(props: ExportButtonProps) {
  const { rows = [] } = props;
  const obstacle = obstacleOf(props);
  const save = () => {
    if (obstacle === undefined) void exportDeployments(rows);
  };
  return (
    <Tooltip content={obstacle ?? `Download ${counted(rows.length, "deployment")} as CSV`}>
      {({ onPointerEnter, onFocus, ...trigger }) => (
        <Button
          {...trigger}
          aria-disabled={obstacle !== undefined || undefined}
          onPointerEnter={(event) => {
            preloadExport();
            onPointerEnter(event);
          }}
          onFocus={(event) => {
            preloadExport();
            onFocus(event);
          }}
          onClick={save}
        >
          <Download aria-hidden className="size-4 text-muted" />
          Export CSV
        </Button>
      )}
    </Tooltip>
  );
}
