import { Copy, Trash2 } from "lucide-react";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { ActionsMenu } from "../../ui/ActionsMenu.tsx";
import type { Action } from "../../ui/MenuButton.tsx";
import { copyId } from "../../lib/copy-id.ts";

interface RowMenuProps {
  deployment: DeploymentListItem;
  /** Left out for people who may not delete. */
  onDelete: ((deployment: DeploymentListItem) => void) | undefined;
}

/** The actions of a deployment. */
export function RowMenu({ deployment, onDelete }: RowMenuProps) {
  const actions: Action[] = [
    { label: "Copy ID", icon: Copy, onSelect: () => void copyId(deployment.id) },
    ...(onDelete
      ? [
          {
            label: "Delete",
            icon: Trash2,
            danger: true,
            opensDialog: true,
            onSelect: () => onDelete(deployment),
          },
        ]
      : []),
  ];
  return <ActionsMenu label={`Actions for ${deployment.name}`} actions={actions} />;
}
