import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { lazyModule } from "../../../lib/loading/lazy-module.ts";
import { actionsTrigger } from "../../../ui/table/actions-trigger.tsx";
import { MenuButton } from "../../../ui/popup/MenuButton.tsx";
import { ExternalLink } from "lucide-react";
import { managedAt } from "./managed-at.ts";

/** A link to where a deployment is managed, in a new tab. A card has no space for it: its menu leads there. */
function ManagedLink({ deployment }: { deployment: DeploymentListItem }) {
  const managed = managedAt(deployment);
  if (!managed) return null;
  const title = `Open the ${managed.place} at ${managed.url.host} in a new tab`;
  return (
    <a
      href={managed.url.href}
      target="_blank"
      rel="noopener noreferrer"
      title={title}
      aria-label={title}
      className="relative z-10 grid size-7 shrink-0 place-items-center rounded-md text-faint hover:bg-hover hover:text-accent max-md:hidden"
    >
      <ExternalLink aria-hidden className="size-3.5" />
    </a>
  );
}

/** The code of the menu. Rows preload it when the pointer or the focus comes to them. */
export const rowMenu = lazyModule(() => import("./RowMenuPopup.tsx"));

interface RowMenuProps {
  deployment: DeploymentListItem;
  /** Distinguishes it from others of the same name. */
  mark: string | undefined;
  /** Left out for people who may not delete. */
  onDelete: ((deployment: DeploymentListItem) => void) | undefined;
}

/** The link to where a deployment is managed, and its actions. */
export function RowMenu({ deployment, mark, onDelete }: RowMenuProps) {
  const name = mark === undefined ? deployment.name : `${deployment.name}, ${mark}`;
  const trigger = actionsTrigger(`Actions for ${name}`);
  return (
    <span className="inline-flex items-center">
      <ManagedLink deployment={deployment} />
      <MenuButton
        trigger={trigger}
        menu={rowMenu}
        render={({ RowMenuPopup }, openedBy) => (
          <RowMenuPopup deployment={deployment} onDelete={onDelete} trigger={trigger} openedBy={openedBy} />
        )}
      />
    </span>
  );
}
