import { lazy, Suspense } from "react";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { counted } from "../../../lib/words/count.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { SelectionBar } from "./SelectionBar.tsx";

const BulkDeleteDialog = lazy(() => import("./BulkDeleteDialog.tsx"));

type Rows = readonly DeploymentListItem[];

interface SelectedDeploymentsProps {
  selected: Rows;
  /** How many rows pass the filters. */
  total: number;
  onSelectAll: () => void;
  onClear: () => void;
  mayDelete: boolean;
  /** Those of the open dialog. They leave the selection one by one while they are deleted. */
  deleting: Rows | undefined;
  onDelete: (deployments: Rows | undefined) => void;
  onDeleted: (deployments: Rows) => void;
  exportRows: (rows: Rows) => void;
}

/** The bar of the selected rows, and the deletion of all of them. */
export default function SelectedDeployments(props: SelectedDeploymentsProps) {
  const { mayDelete, deleting, onDelete, onDeleted, ...bar } = props;
  return (
    <>
      {bar.selected.length > 0 && (
        <SelectionBar {...bar} onDelete={mayDelete ? () => onDelete(bar.selected) : undefined} />
      )}
      {deleting && (
        <Suspense>
          <BulkDeleteDialog
            deployments={deleting}
            onDeleted={(deleted) => {
              if (deleted.length === 0) return;
              showSuccess(`${counted(deleted.length, "deployment")} deleted`);
              onDeleted(deleted);
            }}
            onClose={() => onDelete(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
