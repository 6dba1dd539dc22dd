import { Copy, ExternalLink, Trash2 } from "lucide-react";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { ActionsMenu } from "../../ui/ActionsMenu.tsx";
import type { Action } from "../../ui/MenuButton.tsx";
import { ManagedLink } from "./ManagedLink.tsx";
import { managedAt } from "./managed-at.ts";
import { copyId } from "../../lib/copy-id.ts";

interface RowMenuProps {
  deployment: DeploymentListItem;
  /** Distinguishes it from others of the same name. */
  mark: string | undefined;
  /** Left out for people who may not delete. */
  onDelete: ((deployment: DeploymentListItem) => void) | undefined;
}

/** The opened page gets no way back to this one. */
const openInTab = ({ href }: URL) => void open(href, "_blank", "noopener,noreferrer");

/** The link to where a deployment is managed, and its actions. */
export function RowMenu({ deployment, mark, onDelete }: RowMenuProps) {
  const managed = managedAt(deployment);
  const actions: Action[] = [
    ...(managed
      ? [{ label: `Open ${managed.place}`, icon: ExternalLink, onSelect: () => openInTab(managed.url) }]
      : []),
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
  const name = mark === undefined ? deployment.name : `${deployment.name}, ${mark}`;
  return (
    <span className="inline-flex items-center">
      <ManagedLink deployment={deployment} />
      <ActionsMenu label={`Actions for ${name}`} actions={actions} />
    </span>
  );
}
