import { type KeyboardEvent, type ReactNode, useId, useState } from "react";

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly { id: Id; label: string; content: ReactNode }[];
  /** The id of the initial tab. */
  initial: Id;
  onChoose?: (id: Id) => void;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Tabs that switch the content below them. The arrow keys move between them. */
export function Tabs<Id extends string>({ label, tabs, initial, onChoose }: TabsProps<Id>) {
  const id = useId();
  const [chosen, setChosen] = useState(initial);
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === chosen),
  );

  function choose(next: Id) {
    setChosen(next);
    onChoose?.(next);
  }

  function move(event: KeyboardEvent<HTMLElement>) {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    choose(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  }

  return (
    <div className="grid min-w-0 gap-3">
      <div
        role="tablist"
        aria-label={label}
        className="flex w-fit flex-wrap gap-0.5 rounded-md border border-line bg-sunken p-0.5"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => choose(tab.id)}
            onKeyDown={move}
            className="h-7 rounded-sm px-3 max-md:h-11 text-sm font-medium text-muted hover:text-ink aria-selected:bg-surface aria-selected:text-ink aria-selected:shadow-card"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tabs[at]?.id}`}
        className="grid min-w-0 gap-3"
      >
        {tabs[at]?.content}
      </div>
    </div>
  );
}
