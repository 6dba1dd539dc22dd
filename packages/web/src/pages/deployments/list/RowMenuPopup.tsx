import { Copy, ExternalLink, Trash2 } from "lucide-react";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { copyId } from "../../../lib/browser/copy-id.ts";
import { actionsWidth } from "../../../ui/table/actions-trigger.tsx";
import { Menu } from "../../../ui/popup/Menu.tsx";
import type { Action, MenuTrigger, OpenedBy } from "../../../ui/popup/MenuButton.tsx";
import { managedAt } from "./managed-at.ts";

/** The opened page gets no way back to this one. */
const openInTab = ({ href }: URL) => void open(href, "_blank", "noopener,noreferrer");

interface RowMenuPopupProps {
  deployment: DeploymentListItem;
  onDelete: ((deployment: DeploymentListItem) => void) | undefined;
  trigger: MenuTrigger;
  openedBy: OpenedBy;
}

/** The open menu of a deployment's row. */
export function RowMenuPopup({ deployment, onDelete, trigger, openedBy }: RowMenuPopupProps) {
  const managed = managedAt(deployment);
  const items: Action[] = [
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
  return <Menu trigger={trigger} openedBy={openedBy} sections={[{ items }]} width={actionsWidth} />;
}
