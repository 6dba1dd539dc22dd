import { mayChangeView } from "@shardwatch/core/contract/deployment/view-rights";
import {
  BellPlus,
  ChevronDown,
  Download,
  Link2,
  Pencil,
  Plus,
  Save,
  SquareTerminal,
  Trash2,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import { formatLine } from "@shardwatch/core/contract/filter/format";
import { changeView } from "../../api/fleet/views.ts";
import { showError, showSuccess } from "../../lib/browser/toasts.ts";
import { useChosenOrganization } from "../../session/chosen-organization.ts";
import { useMay, useUser } from "../../session/session.ts";
import { useShowsOwn } from "../../session/shows-own.ts";
import { actionsMenu } from "../../ui/table/ActionsMenu.tsx";
import { buttonClass } from "../../ui/form/Button.tsx";
import { type Action, MenuButton } from "../../ui/popup/MenuButton.tsx";
import { type ListView, writeListView } from "../list-view.ts";
import { contentOf, type NamedView, shownColumns } from "./view-content.ts";
import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import { copyLink } from "../../lib/browser/copy-text.ts";
import { paths } from "../../lib/address/paths.ts";
import { parameters } from "../../lib/address/urls.ts";
import type { ViewedList } from "./viewed-list.ts";

type View = ListView<string>;

/** The link names the view only where others see it, too. */
async function copyLinkTo(list: ViewedList, view: View, saved: SavedView | undefined): Promise<void> {
  const query = writeListView(new URLSearchParams(), list.sorts, { ...view, page: 1 });
  if (saved?.shared) query.set(parameters.view, saved.id);
  const search = query.size > 0 ? `?${query}` : "";
  await copyLink(list.path(search));
}

const RenameViewDialog = lazy(() => import("./RenameViewDialog.tsx"));
const DeleteViewDialog = lazy(() => import("./DeleteViewDialog.tsx"));
const ProgramDialog = lazy(() => import("../programs/ProgramDialog.tsx"));

interface ViewMenuProps {
  list: ViewedList;
  view: View;
  open: NamedView | undefined;
  edited: boolean;
  /** Saves the rows of the view as CSV; undefined while some of them load. */
  download: (() => void) | undefined;
  onSave: () => void;
}

/** The action that begins a rule about the deployments of a view. A rule is of one organization, and its managers write it. */
function useAlert(list: ViewedList, view: View): Action[] {
  const navigate = useNavigate();
  const organization = useChosenOrganization();
  const manages = useMay("manageOrganization");
  const isOwn = useShowsOwn();
  if (list.name !== "deployments" || !manages || !isOwn) return [];
  const onSelect = () => void navigate(paths.newIncidentRule(organization, formatLine(view.filter)));
  return [{ label: "Alert me about this", icon: BellPlus, onSelect }];
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
export function ViewMenu({ list, view, open, edited, download, onSave }: ViewMenuProps) {
  const user = useUser();
  const alert = useAlert(list, view);
  const [dialog, setDialog] = useState<"rename" | "delete" | "programs">();
  const saved = open?.saved;
  const mayChange = saved && user && !saved.managedBy && mayChangeView(user, saved);
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
      ? [{ label: "Update view", icon: Save, onSelect: () => void updateView(list, saved, view) }]
      : [];
  const keep = [{ label: "Save as new view", icon: Plus, opensDialog: true, onSelect: onSave }];
  const sections = [
    { items: [...update, ...keep, ...own] },
    {
      label: "Use this view as",
      items: [
        { label: "Copy link", icon: Link2, onSelect: () => void copyLinkTo(list, view, saved) },
        ...(download ? [{ label: "Download CSV", icon: Download, onSelect: download }] : []),
        {
          label: list.name === "deployments" ? "Command, API call, Prometheus" : "Command, API call, targets",
          icon: SquareTerminal,
          opensDialog: true,
          onSelect: () => setDialog("programs"),
        },
        ...alert,
      ],
    },
  ];
  return (
    <>
      <MenuButton
        trigger={trigger}
        menu={actionsMenu}
        render={({ Menu }, openedBy) => (
          <Menu trigger={trigger} openedBy={openedBy} sections={sections} width="w-60" />
        )}
      />
      <Suspense>
        {saved && dialog === "rename" && <RenameViewDialog saved={saved} onClose={close} />}
        {saved && dialog === "delete" && <DeleteViewDialog saved={saved} onClose={close} />}
        {dialog === "programs" && <ProgramDialog list={list} view={view} onClose={close} />}
      </Suspense>
    </>
  );
}

/** A view without columns of its own stays so. */
async function updateView(list: ViewedList, saved: SavedView, view: View): Promise<void> {
  const columns = saved.columns && shownColumns(list.columns, list.config.get());
  try {
    await changeView(saved.id, { ...contentOf(view, list.sorts), columns });
    showSuccess("View updated");
  } catch (error) {
    showError("Failed to update the view", error);
  }
}
