import { everything, type Filter } from "@shardwatch/core/contract/filter/filter";
import { lazy, type ReactNode, Suspense, useRef } from "react";
import { lazyModule, useModule } from "../lib/loading/lazy-module.ts";
import { useMedia } from "../lib/browser/use-media.ts";
import { wideWindow } from "../lib/browser/wide-window.ts";
import { FacetButtons } from "./FacetButtons.tsx";
import { FilterLine } from "./line/FilterLine.tsx";
import type { SmallBarProps } from "./SmallBar.tsx";
import { useChosen } from "./use-chosen.ts";

/** Filters and sorting in a small window. Other windows do not load its code. */
export const smallBar = lazyModule(() => import("./SmallBar.tsx"));
// The first list of most people has no filter.
const FilterChips = lazy(() => import("./FilterChips.tsx"));
// Few people choose an organization.
const OrganizationField = lazy(() => import("./OrganizationField.tsx"));
const OrganizationsFailure = lazy(() => import("./OrganizationsFailure.tsx"));

function LoadedSmallBar<Field extends string>(props: SmallBarProps<Field>) {
  const { SmallBar } = useModule(smallBar);
  return <SmallBar {...props} />;
}

const smallBarSpace = (
  <>
    <span className="h-11 w-24" />
    <span className="h-11 basis-full" />
  </>
);

/** The place of the views above a list, whose code comes after the rows. */
export const viewTabsSpace = <div className="h-10 border-b border-line max-md:h-12.25" />;

const chipsSpace = (
  <div className="border-t border-line px-4 py-2">
    <div className="h-7 max-md:h-11" />
  </div>
);

interface FilterBarProps<Field extends string> extends Omit<SmallBarProps<Field>, "active"> {
  /** The filter that is left when all of it is cleared. */
  cleared?: Filter;
  /** The part of the filter that people may remove; all of it when left out. */
  removable?: Filter;
  /** Shown at the end of the bar on a large screen. */
  actions: ReactNode;
  /** Whether a small screen has the actions, too: in a row of their own. */
  keepsActions?: boolean;
}

/** Search and filters above the rows. On a small screen the filters are in a sheet. */
export function FilterBar<Field extends string>({
  cleared = everything,
  removable,
  sort,
  actions,
  keepsActions = false,
  ...given
}: FilterBarProps<Field>) {
  const { label, choosesOrganization, unchosen } = given;
  const active = removable ?? given.filter;
  const [filter, onChange] = useChosen(given.filter, given.onChange);
  const props = { ...given, filter, onChange };
  const bar = useRef<HTMLElement>(null);
  const wide = useMedia(wideWindow);
  return (
    <search
      ref={bar}
      tabIndex={-1}
      aria-label={label}
      className="block border-line outline-none max-md:border-b"
    >
      <div className="flex flex-wrap items-start gap-2 px-4 py-2">
        {/* In a small window the button stays beside the field, however wide its text is. */}
        <div className="min-w-0 max-md:grow max-md:basis-40 md:contents">
          <FilterLine
            filter={filter}
            onChange={onChange}
            known={given.known}
            choosesOrganization={choosesOrganization}
          />
        </div>
        {wide ? (
          choosesOrganization && (
            <Suspense fallback={<span className="h-8 w-56" />}>
              <OrganizationField filter={filter} onChange={onChange} unchosen={unchosen} />
            </Suspense>
          )
        ) : (
          <Suspense fallback={smallBarSpace}>
            <LoadedSmallBar active={active.terms.size} sort={sort} {...props} />
          </Suspense>
        )}
        {(wide || keepsActions) && <span className="ml-auto flex gap-2 max-md:basis-full">{actions}</span>}
      </div>
      {wide && <FacetButtons {...props} />}
      {active !== everything && (
        <Suspense fallback={chipsSpace}>
          <FilterChips
            filter={active}
            cleared={cleared}
            onChange={onChange}
            onRemoved={() => bar.current?.focus()}
          />
        </Suspense>
      )}
      {choosesOrganization && (
        <Suspense>
          <OrganizationsFailure />
        </Suspense>
      )}
    </search>
  );
}
