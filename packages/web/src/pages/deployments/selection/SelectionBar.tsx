import { Download, Trash2 } from "lucide-react";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { Button } from "../../../ui/form/Button.tsx";
import { SelectionBar as Bar } from "../../../ui/table/SelectionBar.tsx";

interface SelectionBarProps {
  selected: readonly DeploymentListItem[];
  /** How many rows pass the filters. */
  total: number;
  onSelectAll: () => void;
  onClear: () => void;
  /** Left out for people who may not delete. */
  onDelete: (() => void) | undefined;
  exportRows: (rows: readonly DeploymentListItem[]) => void;
}

/** What can be done with the selected deployments. */
export function SelectionBar({ selected, onDelete, exportRows, ...bar }: SelectionBarProps) {
  return (
    <Bar {...bar} label="Selected deployments" count={selected.length}>
      <Button onClick={() => exportRows(selected)}>
        <Download aria-hidden className="size-4 text-muted max-md:hidden" />
        Export CSV
      </Button>
      {onDelete && (
        <Button onClick={onDelete} className="text-bad">
          <Trash2 aria-hidden className="size-4 max-md:hidden" />
          Delete
        </Button>
      )}
    </Bar>
  );
}
