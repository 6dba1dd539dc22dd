import { X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { formatCount } from "../../lib/words/count.ts";
import { Button } from "../form/Button.tsx";

interface SelectionBarProps {
  /** Names the bar: "Selected deployments". */
  label: string;
  count: number;
  /** How many rows pass the filters. */
  total: number;
  onSelectAll: () => void;
  onClear: () => void;
  /** The buttons of what can be done with the selected rows. */
  children: ReactNode;
}

/** Whether Escape belongs to something that is open or filled: it closes or clears that first. */
const isTaken = (target: EventTarget | null) =>
  document.querySelector("dialog[open], [role=tooltip], [role=menu]") !== null ||
  (target instanceof HTMLElement && target.matches("input[type=search], select"));

/** What can be done with the selected rows. Escape clears the selection. */
export function SelectionBar({ label, count, total, onSelectAll, onClear, children }: SelectionBarProps) {
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
      aria-label={label}
      className="fixed bottom-4 left-1/2 z-30 flex w-max max-w-[calc(100%-1rem)] -translate-x-1/2 flex-wrap items-center gap-2 rounded-lg border border-line bg-raised py-2 pr-2 pl-4 shadow-popup max-md:bottom-2 max-md:gap-0.5 max-md:[&_button]:h-11"
    >
      <span role="status" className="figures mr-2 font-medium whitespace-nowrap max-md:basis-full">
        {formatCount(count)} selected
      </span>
      {count < total && (
        <Button emphasis="quiet" onClick={onSelectAll}>
          Select all {formatCount(total)}
        </Button>
      )}
      {children}
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
