import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useDeferredValue,
} from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { keyOf } from "../../../lib/words/deployment-key.ts";
import { exportDeployments } from "../export/csv-export.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { useMay } from "../../../session/session.ts";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { useSelection } from "../../../ui/table/use-selection.ts";
import { rowDensity } from "../../../ui/table/row-density.ts";
import { isSortField, sortFields } from "./columns.tsx";
import { useHeldRows } from "./use-held-rows.ts";
import { useRowColumns } from "./use-row-columns.ts";
import { type ChangeView, sortBy, type View } from "../view.ts";
import { findRow, type ViewIndex, type ViewPage } from "../view-index.ts";
import { counted, formatCount } from "../../../lib/words/count.ts";
import { TotalsLine } from "../../../ui/table/TotalsLine.tsx";
import { totalsOfList } from "../../../lib/list/totals.ts";

/**
 * What the rows of the view add up to. Adding up ten thousand rows waits until the rows of the page are
 * painted.
 */
function ListTotalsLine({ rows }: { rows: readonly DeploymentListItem[] | undefined }) {
  const addedUp = useDeferredValue(rows);
  const totals = useMemo(() => {
    if (!addedUp) return undefined;
    const { deployments, databases, unlimited, ...bytes } = totalsOfList(addedUp);
    return {
      ...bytes,
      counts: [counted(deployments, "deployment"), counted(databases, "database")],
      note: unlimited > 0 ? `${formatCount(unlimited)} unlimited` : undefined,
    };
  }, [addedUp]);
  return <TotalsLine totals={totals} />;
}

const DeleteDialog = lazy(() => import("../selection/DeleteDialog.tsx"));
const SelectedDeployments = lazy(() => import("../selection/SelectedDeployments.tsx"));

interface DeploymentRowsProps {
  headingId: string;
  view: View;
  change: ChangeView;
  /** Undefined before anything is loaded. */
  index: ViewIndex | undefined;
  /** All rows of the view, on every page. */
  matches: readonly DeploymentListItem[] | undefined;
  /** Undefined while the rows of this page load. */
  page: ViewPage | undefined;
  /** Shown when the page has no row. */
  empty: ReactNode;
}

const noRows: readonly DeploymentListItem[] = [];

/** The rows of a page with their actions. */
export function DeploymentRows({
  headingId,
  view,
  change,
  index,
  matches,
  page,
  empty,
}: DeploymentRowsProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [deleting, setDeleting] = useState<DeploymentListItem>();
  const [deletingMany, setDeletingMany] = useState<readonly DeploymentListItem[]>();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const leaveOut = (deleted: readonly DeploymentListItem[]) =>
    setGone((before) => new Set([...before, ...deleted.map(keyOf)]));
  const mayDelete = useMay("deleteDeployments");
  const { columns, addressOf, labelOf } = useRowColumns(
    index,
    view.filter,
    mayDelete ? setDeleting : undefined,
  );
  const density = rowDensity.use();
  const found = useCallback(() => matches ?? noRows, [matches]);
  const { rows, body } = useHeldRows({
    rows: page?.rows ?? noRows,
    view: search,
    pageSize: view.pageSize,
    gone,
    find: (deployment) => index && findRow(index, keyOf(deployment)),
  });
  const { selection, selected, selectAll, clear } = useSelection({ rows, keyOf, labelOf, found });
  const { ref, focusAfter } = useFocusAfter(rows, headingId, deleting !== undefined);
  useFocusKept(headingId, deletingMany !== undefined, selected.length > 0);

  return (
    <div ref={ref}>
      {page?.total === 0 ? (
        empty
      ) : (
        <DataTable
          labelledBy={headingId}
          columns={columns}
          rows={page && rows}
          rowKey={keyOf}
          onOpen={(row) => void navigate(addressOf(row))}
          sorting={{
            by: view.sort,
            order: view.order,
            onSort: (field) => isSortField(field) && change(sortBy(view, field, sortFields)),
          }}
          body={body}
          density={density}
          totals={<ListTotalsLine rows={matches} />}
          selection={selection}
          keepPlaces
        />
      )}
      {(selected.length > 0 || deletingMany) && (
        <Suspense>
          <SelectedDeployments
            selected={selected}
            total={matches?.length ?? 0}
            onSelectAll={selectAll}
            onClear={clear}
            mayDelete={mayDelete}
            deleting={deletingMany}
            onDelete={setDeletingMany}
            onDeleted={leaveOut}
            exportRows={(chosen) => void exportDeployments(chosen, index?.troubleOf)}
          />
        </Suspense>
      )}
      {deleting && (
        <Suspense>
          <DeleteDialog
            deployment={deleting}
            onDeleted={() => {
              focusAfter(keyOf(deleting));
              leaveOut([deleting]);
              showSuccess(`Deployment ${deleting.name} deleted`);
            }}
            onClose={() => setDeleting(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Moves the focus to the row after a deleted one, once that row is gone and no dialog is open. Without such a
 * row the heading takes it.
 */
function useFocusAfter(rows: readonly DeploymentListItem[], headingId: string, covered: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const leaving = useRef<{ key: string; place: number }>(undefined);
  useEffect(() => {
    const left = leaving.current;
    if (covered || !left || rows.some((row) => keyOf(row) === left.key)) return;
    leaving.current = undefined;
    const links = ref.current?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [];
    const next = links[left.place] ?? links[links.length - 1] ?? document.getElementById(headingId);
    next?.focus();
  });
  const focusAfter = (key: string) => {
    const place = rows.findIndex((row) => keyOf(row) === key);
    // After the last row comes none. Then the last row of the reloaded page takes the focus.
    leaving.current = { key, place: place === rows.length - 1 ? Infinity : place };
  };
  return { ref, focusAfter };
}

/**
 * Moves the focus to the heading when the dialog for the selected rows cannot return it. The bar with its button
 * goes with the last of these rows.
 */
function useFocusKept(headingId: string, isOpen: boolean, hasBar: boolean) {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) wasOpen.current = true;
    else if (wasOpen.current && !hasBar) {
      wasOpen.current = false;
      if (document.activeElement === document.body) document.getElementById(headingId)?.focus();
    }
  }, [headingId, isOpen, hasBar]);
}
