import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { viewsQuery } from "../../../api/fleet/views.ts";
import { parameters } from "../../../lib/address/urls.ts";
import { formatCount } from "../../../lib/words/count.ts";
import { paths } from "../../../lib/address/paths.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { columnConfig } from "../list/stored-columns.ts";
import type { View } from "../view.ts";
import type { ViewIndex } from "../view-index.ts";
import {
  asksTheSame,
  configOf,
  filterIn,
  isEdited,
  type NamedView,
  readSaved,
  searchOf,
  shownColumns,
  viewsOfEverybody,
} from "./view-content.ts";
import { ViewMenu } from "./ViewMenu.tsx";
import { asksIncidents, compile } from "@shardwatch/core/contract/filter/compile";
import { everything, type Filter, withTerm } from "@shardwatch/core/contract/filter/filter";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import { inSlices } from "../../../lib/loading/in-slices.ts";

interface OpenView {
  views: readonly NamedView[];
  /** The view that is open, or that asks for the same. */
  open: NamedView | undefined;
  /** Whether the list shows something else than the open view. */
  edited: boolean;
}

/**
 * The views of the person, and which one is open. The address names an open saved view. Its columns cover the
 * person's own choice as long as it is open.
 */
function useOpenView(view: View): OpenView {
  const [query, setQuery] = useSearchParams();
  const { data } = useQuery(viewsQuery);
  const config = columnConfig.use();
  const views = useMemo(() => [...viewsOfEverybody, ...(data ?? []).map(readSaved)], [data]);

  const id = query.get(parameters.view);
  const opened = views.find(({ saved }) => saved?.id === id);
  const columns = opened?.saved?.columns;
  useLayoutEffect(() => {
    columnConfig.cover(columns ? configOf(columns, columnConfig.get()) : undefined);
    return () => columnConfig.cover(undefined);
  }, [columns]);

  const forget = useEffectEvent(() => {
    const next = new URLSearchParams(query);
    next.delete(parameters.view);
    setQuery(next, { replace: true, preventScrollReset: true });
  });
  // The view was deleted, or is somebody else's.
  const isGone = id !== null && data !== undefined && !opened;
  useEffect(() => {
    if (isGone) forget();
  }, [isGone]);

  if (!opened)
    return { views, open: views.find((each) => !each.saved && asksTheSame(each, view)), edited: false };
  const otherColumns =
    columns && shownColumns(configOf(columns, config)).join() !== shownColumns(config).join();
  return { views, open: opened, edited: isEdited(opened, view) || otherColumns === true };
}

type Counts = ReadonlyMap<NamedView, number>;

/**
 * How many deployments each view has that everybody has. They are counted once for each load and choice of
 * organizations, in idle time. The former counts stay until then. Saved views have none: a person can see 100 of them,
 * which would take 20 times as long.
 */
function useCounts(current: Filter, index: ViewIndex | undefined): Counts {
  const organizations = formatFilter(withTerm(everything, "org", current.terms.get("org")));
  const [counts, setCounts] = useState<Counts>(new Map());
  useEffect(() => {
    if (!index) return undefined;
    const chosen = parseFilter(new URLSearchParams(organizations), []).filter;
    return inSlices(countViews(index, chosen), setCounts);
  }, [index, organizations]);
  return counts;
}

function* countViews({ rows, factsOf, troubleOf }: ViewIndex, chosen: Filter): Generator<undefined, Counts> {
  const counters = viewsOfEverybody.flatMap((each) => {
    const filter = filterIn(each, chosen);
    // Without the incidents, which come after the rows, the number would be another one.
    const isKnown = troubleOf !== undefined || !asksIncidents(filter);
    return isKnown ? { each, isWanted: compile(filter), count: 0 } : [];
  });
  for (const row of rows) {
    for (const counter of counters) if (counter.isWanted(factsOf(row)) === true) counter.count += 1;
    yield;
  }
  return new Map(counters.map(({ each, count }) => [each, count]));
}

const SaveViewDialog = lazy(() => import("./SaveViewDialog.tsx"));

interface ViewTabsProps {
  view: View;
  /** All deployments; undefined while some of them load. */
  index: ViewIndex | undefined;
}

/** The views above the list, as links, and what can be done with the present one. */
export default function ViewTabs({ view, index }: ViewTabsProps) {
  const [query] = useSearchParams();
  const { views, open, edited } = useOpenView(view);
  const counts = useCounts(view.filter, index);
  const [saving, setSaving] = useState(false);
  const strip = useRef<HTMLElement>(null);
  const name = open?.name;
  // The counts make the tabs wider.
  const counted = counts.size > 0;
  useEffect(() => {
    if (strip.current && counted && name !== undefined) revealCurrent(strip.current);
  }, [name, counted]);
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-2 border-b border-line">
        <nav ref={strip} aria-label="Views" className="min-w-0 overflow-x-auto">
          <ul className="flex">
            {views.map((each) => (
              <li key={each.saved?.id ?? each.name}>
                <Tab
                  to={paths.deployments(searchOf(each, view, query))}
                  named={each}
                  count={counts.get(each)}
                  current={each === open}
                  edited={each === open && edited}
                />
              </li>
            ))}
          </ul>
        </nav>
        <span className="ml-auto flex shrink-0 items-center gap-2 pb-1">
          {(!open || edited) && (
            <Button onClick={() => setSaving(true)} className="max-md:hidden">
              Save view
            </Button>
          )}
          <ViewMenu view={view} open={open} edited={edited} index={index} onSave={() => setSaving(true)} />
        </span>
      </div>
      {open && open.faults.length > 0 && (
        <p role="status" className="pt-2 text-sm text-muted">
          This view was saved with settings that don't exist here. They're left out: {open.faults.join("; ")}.
        </p>
      )}
      {saving && (
        <Suspense>
          <SaveViewDialog view={view} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Scrolls sideways only. The browser's own function would also move the page. */
function revealCurrent(strip: HTMLElement): void {
  const tab = strip.querySelector("[aria-current]")?.getBoundingClientRect();
  const { left, right } = strip.getBoundingClientRect();
  if (tab) strip.scrollLeft += Math.max(0, tab.right - right) + Math.min(0, tab.left - left);
}

interface TabProps {
  to: string;
  named: NamedView;
  count: number | undefined;
  current: boolean;
  edited: boolean;
}

function Tab({ to, named: { name, saved }, count, current, edited }: TabProps) {
  return (
    <Link
      to={to}
      // The columns of the open view may have been changed. No other view opens then.
      onClick={() => saved?.columns && columnConfig.cover(configOf(saved.columns, columnConfig.get()))}
      aria-current={current ? "page" : undefined}
      className="-mb-px flex h-10 items-center gap-1.5 border-b-2 border-transparent px-2 font-medium whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink max-md:h-11 sm:px-3"
    >
      {saved ? <Foreign>{name}</Foreign> : name}
      {!saved && (
        // Two digits have their place before they are counted, so that the tabs stay where they are.
        <span className="figures min-w-[2ch] text-sm font-normal text-muted">
          {count !== undefined && formatCount(count)}
        </span>
      )}
      {edited && <span className="text-sm font-normal text-muted">(edited)</span>}
    </Link>
  );
}
