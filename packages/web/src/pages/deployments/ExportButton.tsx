import { Download } from "lucide-react";
import { counted } from "../../lib/count.ts";
import { exportDeployments, preloadExport } from "../../lib/csv-export.ts";
import { Button } from "../../ui/Button.tsx";
import { Tooltip } from "../../ui/Tooltip.tsx";
import type { View } from "./view.ts";
import { takeView, type ViewIndex } from "./view-index.ts";

interface ExportButtonProps {
  /** Undefined before anything is loaded. */
  index: ViewIndex | undefined;
  view: View;
  /** How many deployments the view has. */
  total: number;
  /** Whether all deployments are loaded. */
  progress: "all" | "loading" | "failed";
}

/** Why there is nothing to export yet, if so. A part of a list would look like all of it. */
function obstacleOf({ index, total, progress }: ExportButtonProps): string | undefined {
  if (progress === "failed") return "Some deployments could not be loaded";
  if (!index || progress === "loading") return "Not all deployments are loaded yet";
  return total === 0 ? "No deployment matches the filters" : undefined;
}

/** Saves all deployments of the view as CSV, in the order of the table. */
export function ExportButton(props: ExportButtonProps) {
  const { index, view, total } = props;
  const obstacle = obstacleOf(props);
  const save = () => {
    if (index && obstacle === undefined)
      void exportDeployments(takeView(index, { ...view, page: 1, pageSize: total }).rows);
  };
  return (
    <Tooltip content={obstacle ?? `Saves ${counted(total, "deployment")} as a CSV file`}>
      {({ onPointerEnter, onFocus, ...trigger }) => (
        <Button
          {...trigger}
          aria-disabled={obstacle !== undefined || undefined}
          onPointerEnter={() => {
            preloadExport();
            onPointerEnter();
          }}
          onFocus={() => {
            preloadExport();
            onFocus();
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
