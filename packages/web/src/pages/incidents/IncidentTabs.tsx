import { Link } from "react-router-dom";
import { formatCount } from "../../lib/words/count.ts";
import { paths } from "../../lib/address/paths.ts";
import { type IncidentsView, searchOf, type Tab, tabs } from "./incidents-view.ts";

const labels: Readonly<Record<Tab, string>> = {
  open: "Open",
  info: "Information",
  silenced: "Silenced",
  past: "Past",
};

const tabClass =
  "-mb-px flex h-10 items-center gap-1.5 border-b-2 border-transparent px-2 font-medium whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink max-md:h-11 sm:px-3";

interface IncidentTabsProps {
  view: IncidentsView;
  /** What is shown: a tab of the list, or the rules. */
  current: Tab | "rules";
  /** Undefined until they are known. Past incidents are not counted. */
  counts: Partial<Record<Tab, number>> | undefined;
}

/** The query of the list with another tab, and of the rules. */
const withTab = (view: IncidentsView, tab: Tab) => searchOf({ ...view, severity: undefined, tab });

/** The tabs as links, so that each has an address and Back works. */
export function IncidentTabs({ view, current, counts = {} }: IncidentTabsProps) {
  return (
    <nav aria-label="Incidents by state" className="tab-strip border-b border-line">
      <ul className="flex">
        {tabs.map((tab) => (
          <li key={tab}>
            <Link
              to={`${paths.incidents()}${withTab(view, tab)}`}
              aria-current={tab === current ? "page" : undefined}
              className={tabClass}
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
        <li>
          <Link
            to={paths.incidentRules(view.org)}
            aria-current={current === "rules" ? "page" : undefined}
            className={tabClass}
          >
            Rules
          </Link>
        </li>
      </ul>
    </nav>
  );
}
