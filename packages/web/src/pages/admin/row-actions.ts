import { Copy, Pencil, Trash2 } from "lucide-react";
import type { Action } from "../../ui/popup/MenuButton.tsx";
import { copyId } from "../../lib/browser/copy-id.ts";

/**
 * The actions of a row in the admin area. A row whose deletion has begun can only be deleted, and one that the
 * configuration file manages can't.
 */
export function rowActions<Row extends { id: string; deleting: boolean; managedBy?: string | undefined }>(
  row: Row,
  onEdit: (row: Row) => void,
  onDelete: (row: Row) => void,
): Action[] {
  return [
    { label: "Copy ID", icon: Copy, onSelect: () => void copyId(row.id) },
    ...(row.deleting
      ? []
      : [{ label: "Edit", icon: Pencil, opensDialog: true, onSelect: () => onEdit(row) }]),
    ...(row.managedBy === undefined
      ? [{ label: "Delete", icon: Trash2, danger: true, opensDialog: true, onSelect: () => onDelete(row) }]
      : []),
  ];
}
