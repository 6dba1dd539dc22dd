import { mayChangeView } from "@shardwatch/core/contract/deployment/view-rights";
import { ChevronDown, Download, Link2, Pencil, Plus, Save, SquareTerminal, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { changeView } from "../../../api/fleet/views.ts";
import { showError, showSuccess } from "../../../lib/browser/toasts.ts";
import { useUser } from "../../../session/session.ts";
import { actionsMenu } from "../../../ui/table/ActionsMenu.tsx";
import { buttonClass } from "../../../ui/form/Button.tsx";
import { type Action, MenuButton } from "../../../ui/popup/MenuButton.tsx";
import { columnConfig } from "../list/stored-columns.ts";
import type { View } from "../view.ts";
import type { ViewIndex } from "../view-index.ts";
import { copyApiCall, copyLink, downloadCsv } from "./use-as.ts";
import { contentOf, type NamedView, shownColumns } from "./view-content.ts";

const RenameViewDialog = lazy(() => import("./RenameViewDialog.tsx"));
const DeleteViewDialog = lazy(() => import("./DeleteViewDialog.tsx"));

interface ViewMenuProps {
  view: View;
  open: NamedView | undefined;
  edited: boolean;
  /** All deployments; undefined while some of them load. A part of a list would look like all of it. */
  index: ViewIndex | undefined;
  onSave: () => void;
}

const trigger = {
  label: "View",
  className: buttonClass(),
  children: (
    <>
      View
      <ChevronDown aria-hidden className="size-4 text-muted" />
    </>
  ),
};

/** What can be done with the present view: keep it, and use it elsewhere. */
export function ViewMenu({ view, open, edited, index, onSave }: ViewMenuProps) {
  const user = useUser();
  const [dialog, setDialog] = useState<"rename" | "delete">();
  const saved = open?.saved;
  const mayChange = saved && user && mayChangeView(user, saved);
  const close = () => setDialog(undefined);
  const own: Action[] =
    saved && mayChange
      ? [
          { label: "Rename view", icon: Pencil, opensDialog: true, onSelect: () => setDialog("rename") },
          {
            label: "Delete view",
            icon: Trash2,
            danger: true,
            opensDialog: true,
            onSelect: () => setDialog("delete"),
          },
        ]
      : [];
  const update: Action[] =
    saved && mayChange && edited
      ? [{ label: "Update view", icon: Save, onSelect: () => void updateView(saved, view) }]
      : [];
  const keep = [{ label: "Save as new view", icon: Plus, opensDialog: true, onSelect: onSave }];
  const sections = [
    { items: [...update, ...keep, ...own] },
    {
      label: "Use this view as",
      items: [
        { label: "Copy link", icon: Link2, onSelect: () => void copyLink(view, saved) },
        ...(index
          ? [{ label: "Download CSV", icon: Download, onSelect: () => downloadCsv(view, index) }]
          : []),
        { label: "Copy API call", icon: SquareTerminal, onSelect: () => void copyApiCall(view) },
      ],
    },
  ];
  return (
    <>
      <MenuButton
        trigger={trigger}
        menu={actionsMenu}
        render={({ Menu }, openedBy) => (
          <Menu trigger={trigger} openedBy={openedBy} sections={sections} width="w-52" />
        )}
      />
      <Suspense>
        {saved && dialog === "rename" && <RenameViewDialog saved={saved} onClose={close} />}
        {saved && dialog === "delete" && <DeleteViewDialog saved={saved} onClose={close} />}
      </Suspense>
    </>
  );
}

/** A view without columns of its own stays so. */
async function updateView(saved: NonNullable<NamedView["saved"]>, view: View): Promise<void> {
  const columns = saved.columns && shownColumns(columnConfig.get());
  try {
    await changeView(saved.id, { ...contentOf(view), columns });
    showSuccess("View updated");
  } catch (error) {
    showError("Failed to update the view", error);
  }
}
