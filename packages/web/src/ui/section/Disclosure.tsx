import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useLocation } from "react-router-dom";

interface DisclosureProps {
  title: string;
  /** The fragment of the addresses that lead to it. It is open there. */
  anchor?: string;
  summary?: ReactNode;
  /** Whether the content is rendered only once it is open, because it has data of its own to load. */
  whenOpen?: boolean;
  children: ReactNode;
}

/** A section with a heading that expands and collapses it. */
export function Disclosure({ title, anchor, summary, whenOpen = false, children }: DisclosureProps) {
  const id = useId();
  const { hash, key } = useLocation();
  /** Names the navigation that led to it. */
  const arrival = anchor !== undefined && hash === `#${anchor}` ? key : undefined;
  const [open, setOpen] = useState(arrival !== undefined);
  const [seen, setSeen] = useState(arrival);
  if (arrival !== seen) {
    setSeen(arrival);
    if (arrival !== undefined) setOpen(true);
  }
  return (
    <section
      {...(anchor !== undefined && { id: anchor, tabIndex: -1 })}
      className="panel overflow-hidden outline-none"
    >
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex w-full flex-wrap items-center gap-x-2 px-4 py-3 text-left hover:bg-hover focus-visible:-outline-offset-2"
        >
          <ChevronRight
            aria-hidden
            className={`size-4 text-muted motion-safe:transition-transform ${open ? "rotate-90" : ""}`}
          />
          <span className="font-semibold">{title}</span>
          {summary && <span className="text-sm text-muted">{summary}</span>}
        </button>
      </h2>
      <div id={id} hidden={!open} className="border-t border-line px-4 py-4">
        {(open || !whenOpen) && children}
      </div>
    </section>
  );
}
