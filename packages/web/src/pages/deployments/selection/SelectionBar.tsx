import { Download, Trash2, X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { formatCount } from "../../../lib/words/count.ts";
import { Button } from "../../../ui/form/Button.tsx";

interface SelectionBarProps {
  selected: readonly DeploymentListItem[];
  /** How many rows pass the filters. */
  total: number;
  onSelectAll: () => void;
  onClear: () => void;
  /** Left out for people who may not delete. */
  onDelete: (() => void) | undefined;
  exportRows: (rows: readonly DeploymentListItem[]) => void;
}

/** Whether Escape belongs to something that is open or filled: it closes or clears that first. */
const isTaken = (target: EventTarget | null) =>
  document.querySelector("dialog[open], [role=tooltip], [role=menu]") !== null ||
  (target instanceof HTMLElement && target.matches("input[type=search], select"));

/** What can be done with the selected rows. Escape clears the selection. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, total, onSelectAll, onClear, onDelete, exportRows } = props;
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented && !isTaken(event.target)) onClear();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
  return (
    <div
      role="toolbar"
      aria-label="Selected deployments"
      className="fixed bottom-4 left-1/2 z-30 flex w-max max-w-[calc(100%-1rem)] -translate-x-1/2 flex-wrap items-center gap-2 rounded-lg border border-line bg-raised py-2 pr-2 pl-4 shadow-popup max-md:bottom-2 max-md:gap-0.5 max-md:[&_button]:h-11"
    >
      <span role="status" className="figures mr-2 font-medium whitespace-nowrap max-md:basis-full">
        {formatCount(selected.length)} selected
      </span>
      {selected.length < total && (
        <Button emphasis="quiet" onClick={onSelectAll}>
          Select all {formatCount(total)}
        </Button>
      )}
      <Button onClick={() => exportRows(selected)}>
        <Download aria-hidden className="size-4 text-muted max-md:hidden" />
        Export CSV
      </Button>
      {onDelete && (
        <Button onClick={onDelete} className="text-bad">
          <Trash2 aria-hidden className="size-4 max-md:hidden" />
          Delete
        </Button>
      )}
      <Button
        emphasis="quiet"
        size="icon"
        aria-label="Clear selection"
        onClick={onClear}
        className="max-md:w-11"
      >
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  );
}
