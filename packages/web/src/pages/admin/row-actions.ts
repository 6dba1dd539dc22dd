import { Copy, Pencil, Trash2 } from "lucide-react";
import type { Action } from "../../ui/MenuButton.tsx";
import { copyId } from "../../lib/copy-id.ts";

/** The actions of a row in the admin area. A row whose deletion has begun can only be deleted. */
export function rowActions<Row extends { id: string; deleting: boolean }>(
  row: Row,
  onEdit: (row: Row) => void,
  onDelete: (row: Row) => void,
): Action[] {
  return [
    { label: "Copy ID", icon: Copy, onSelect: () => void copyId(row.id) },
    ...(row.deleting
      ? []
      : [{ label: "Edit", icon: Pencil, opensDialog: true, onSelect: () => onEdit(row) }]),
    { label: "Delete", icon: Trash2, danger: true, opensDialog: true, onSelect: () => onDelete(row) },
  ];
}
