import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { viewsQuery } from "../../api/fleet/views.ts";
import { parameters } from "../../lib/address/urls.ts";
import { formatCount } from "../../lib/words/count.ts";
import { Button } from "../../ui/form/Button.tsx";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { revealCurrent } from "../../ui/section/reveal-current.ts";
import type { ListView } from "../list-view.ts";
import {
  asksTheSame,
  configOf,
  isEdited,
  type NamedView,
  readSaved,
  searchOf,
  shownColumns,
  viewsOfEverybody,
} from "./view-content.ts";
import { ViewMenu } from "./ViewMenu.tsx";
import type { ViewedList } from "./viewed-list.ts";

type View = ListView<string>;

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
function useOpenView({ name, sorts, columns: known, config }: ViewedList, view: View): OpenView {
  const [query, setQuery] = useSearchParams();
  const { data } = useQuery(viewsQuery);
  const chosen = config.use();
  const views = useMemo(() => {
    const own = data?.filter(({ list }) => list === name).map((saved) => readSaved(saved, sorts)) ?? [];
    return [...viewsOfEverybody({ name, sorts }), ...own];
  }, [data, name, sorts]);

  const id = query.get(parameters.view);
  const opened = views.find(({ saved }) => saved?.id === id);
  const columns = opened?.saved?.columns;
  useLayoutEffect(() => {
    config.cover(columns ? configOf(columns, known) : undefined);
    return () => config.cover(undefined);
  }, [columns, config, known]);

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
    columns && shownColumns(known, configOf(columns, known)).join() !== shownColumns(known, chosen).join();
  return { views, open: opened, edited: isEdited(opened, view) || otherColumns === true };
}

const SaveViewDialog = lazy(() => import("./SaveViewDialog.tsx"));

interface ViewTabsProps {
  list: ViewedList;
  view: View;
  /** How many rows each view has that everybody has, by its name. Left out where only the API has all rows. */
  counts?: ReadonlyMap<string, number>;
  /** Saves the rows of the view as CSV; undefined while some of them load. */
  download: (() => void) | undefined;
}

/** The views above the list, as links, and what can be done with the present one. */
export function ViewTabs({ list, view, counts, download }: ViewTabsProps) {
  const [query] = useSearchParams();
  const { views, open, edited } = useOpenView(list, view);
  const [saving, setSaving] = useState(false);
  const strip = useRef<HTMLElement>(null);
  const name = open?.name;
  // The counts make the tabs wider.
  const counted = counts !== undefined && counts.size > 0;
  useEffect(() => {
    if (strip.current && counted && name !== undefined) revealCurrent(strip.current);
  }, [name, counted]);
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-2 border-b border-line">
        <nav ref={strip} aria-label="Views" className="tab-strip min-w-0">
          <ul className="flex">
            {views.map((each) => (
              <li key={each.saved?.id ?? each.name}>
                <Tab
                  to={list.path(searchOf(each, view, query, list.sorts))}
                  named={each}
                  count={each.saved ? undefined : counts && (counts.get(each.name) ?? "unknown")}
                  onOpen={() =>
                    each.saved?.columns && list.config.cover(configOf(each.saved.columns, list.columns))
                  }
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
          <ViewMenu
            list={list}
            view={view}
            open={open}
            edited={edited}
            download={download}
            onSave={() => setSaving(true)}
          />
        </span>
      </div>
      {open && open.faults.length > 0 && (
        <p role="status" className="pt-2 text-sm text-muted">
          This view was saved with settings that don't exist here. They're left out: {open.faults.join("; ")}.
        </p>
      )}
      {saving && (
        <Suspense>
          <SaveViewDialog list={list} view={view} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface TabProps {
  to: string;
  named: NamedView;
  /** Undefined for a view that is not counted, and "unknown" for one that is about to be. */
  count: number | "unknown" | undefined;
  current: boolean;
  edited: boolean;
  onOpen: () => void;
}

function Tab({ to, named: { name, saved }, count, current, edited, onOpen }: TabProps) {
  return (
    <Link
      to={to}
      // The columns of the open view may have been changed. No other view opens then.
      onClick={onOpen}
      aria-current={current ? "page" : undefined}
      className="-mb-px flex h-10 items-center gap-1.5 border-b-2 border-transparent justify-center px-2 font-medium whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink max-md:h-11 max-md:min-w-11 sm:px-3"
    >
      {saved ? <Foreign>{name}</Foreign> : name}
      {count !== undefined && (
        // Two digits have their place before they are counted, so that the tabs stay where they are.
        <span className="figures min-w-[2ch] text-sm font-normal text-muted">
          {count !== "unknown" && formatCount(count)}
        </span>
      )}
      {edited && <span className="text-sm font-normal text-muted">(edited)</span>}
    </Link>
  );
}
