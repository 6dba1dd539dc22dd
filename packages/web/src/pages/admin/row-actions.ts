import { Copy, Pencil, Trash2 } from "lucide-react";
import type { Action } from "../../ui/MenuButton.tsx";
import { copyId } from "../../lib/copy-id.ts";

/** What can be done with a row of the admin area. What is being deleted can only be deleted to the end. */
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
