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
import { contentOf, type NamedView, shownColumns } from "./view-content.ts";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import { sessionCookieName } from "@shardwatch/core/contract/people/session-cookie";
import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import { config } from "../../../lib/settings/config.ts";
import { copyLink, copyText } from "../../../lib/browser/copy-text.ts";
import { exportDeployments } from "../export/csv-export.ts";
import { paths } from "../../../lib/address/paths.ts";
import { showsFigures } from "../../../lib/words/newest-figures.ts";
import { parameters } from "../../../lib/address/urls.ts";
import { writeView } from "../view.ts";
import { matching } from "../view-index.ts";

/** The address at which the API answers the deployments of a view. */
function apiAddress({ filter }: View): string {
  const figures = showsFigures(columnConfig.get()) ? ["figures=1"] : [];
  const query = [formatFilter(filter), ...figures].filter((part) => part !== "").join("&");
  return `${config().apiUrl}/deployments${query && `?${query}`}`;
}

/** The link names the view only where others see it, too. */
async function copyLinkTo(view: View, saved: SavedView | undefined): Promise<void> {
  const query = writeView(new URLSearchParams(), { ...view, page: 1 });
  if (saved?.shared) query.set(parameters.view, saved.id);
  const search = query.size > 0 ? `?${query}` : "";
  await copyLink(paths.deployments(search));
}

/** Saves all deployments of a view, in the order of the table. */
function downloadCsv(view: View, index: ViewIndex): void {
  void exportDeployments(matching(index, view), index.troubleOf);
}

/**
 * A command for a shell. The session is the only way to identify a person to the API. Scripts can't read its cookie, so
 * the command has a placeholder.
 */
function apiCall(view: View): string {
  const cookie = sessionCookieName(config().environment);
  return [
    `# Replace SESSION with the value of the ${cookie} cookie in your browser. It works while you are signed in.`,
    `curl --cookie '${cookie}=SESSION' '${apiAddress(view)}'`,
  ].join("\n");
}

async function copyApiCall(view: View): Promise<void> {
  const success = "API call copied. Replace SESSION with your session cookie.";
  await copyText(apiCall(view), success, "Failed to copy the API call to the clipboard");
}

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
        { label: "Copy link", icon: Link2, onSelect: () => void copyLinkTo(view, saved) },
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
