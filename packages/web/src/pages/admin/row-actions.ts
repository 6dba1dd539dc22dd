import { Copy, Pencil, Trash2 } from "lucide-react";
import type { Action } from "../../ui/popup/MenuButton.tsx";
import { copyId } from "../../lib/browser/copy-id.ts";

/**
 * The actions of a row in the admin area. A row whose deletion has begun can only be deleted, and one that the
 * configuration file manages can't.
 */
export const rowActions = (
  { id, deleting, managedBy }: { id: string; deleting: boolean; managedBy?: string | undefined },
  onEdit: () => void,
  onDelete: () => void,
  more: readonly Action[] = [],
): Action[] => [
  { label: "Copy ID", icon: Copy, onSelect: () => void copyId(id) },
  ...(deleting ? [] : [{ label: "Edit", icon: Pencil, opensDialog: true, onSelect: onEdit }, ...more]),
  ...(managedBy === undefined
    ? [{ label: "Delete", icon: Trash2, danger: true, opensDialog: true, onSelect: onDelete }]
    : []),
];
