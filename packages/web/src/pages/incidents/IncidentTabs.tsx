import { Link } from "react-router-dom";
import { formatCount } from "../../lib/words/count.ts";
import { paths } from "../../lib/address/paths.ts";
import { type IncidentsView, searchOf, type Tab, tabs } from "./incidents-view.ts";

const labels: Readonly<Record<Tab, string>> = { open: "Open", silenced: "Silenced", past: "Past" };

interface IncidentTabsProps {
  view: IncidentsView;
  /** Undefined until they are known. Past incidents are not counted. */
  counts: Partial<Record<Tab, number>> | undefined;
}

/** The tabs as links, so that each has an address and Back works. */
export function IncidentTabs({ view, counts = {} }: IncidentTabsProps) {
  return (
    <nav aria-label="Incidents by state" className="overflow-x-auto border-b border-line">
      <ul className="flex">
        {tabs.map((tab) => (
          <li key={tab}>
            <Link
              to={`${paths.incidents()}${searchOf({ ...view, severity: undefined, tab })}`}
              aria-current={tab === view.tab ? "page" : undefined}
              className="-mb-px flex h-10 items-center gap-1.5 border-b-2 border-transparent px-2 font-medium whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink max-md:h-11 sm:px-3"
            >
              {labels[tab]}
              {tab !== "past" && (
                // Two digits have their place before they are known, so that the tabs stay where they are.
                <span className="figures min-w-[2ch] text-sm font-normal text-muted">
                  {counts[tab] !== undefined && formatCount(counts[tab])}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
