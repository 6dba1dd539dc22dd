import { everything, type Filter } from "@shardwatch/core/contract/filter/filter";
import type { Part } from "@shardwatch/core/contract/filter/words";
import { type ComponentProps, lazy, type ReactNode, Suspense, useRef } from "react";
import { lazyModule, useModule } from "../lib/lazy-module.ts";
import { useMedia } from "../lib/use-media.ts";
import { wideWindow } from "../lib/wide-window.ts";
import { SearchField } from "../ui/SearchField.tsx";
import { FacetButtons } from "./FacetButtons.tsx";
import type { FilterSheetButton } from "./FilterSheetButton.tsx";
import type { FilterSheetProps } from "./props.ts";
import { useChosen } from "./use-chosen.ts";

/** Opens the filters in a small window. Other windows do not load its code. */
export const sheetButton = lazyModule(() => import("./FilterSheetButton.tsx"));
// The first list of most people has no filter.
const FilterChips = lazy(() => import("./FilterChips.tsx"));
// Few people choose an organization.
const OrganizationField = lazy(() => import("./OrganizationField.tsx"));
const OrganizationsFailure = lazy(() => import("./OrganizationsFailure.tsx"));

function SheetButton(props: ComponentProps<typeof FilterSheetButton>) {
  const { FilterSheetButton } = useModule(sheetButton);
  return <FilterSheetButton {...props} />;
}

const chipsSpace = (
  <div className="border-t border-line px-4 py-2">
    <div className="h-7 max-md:h-11" />
  </div>
);

interface FilterBarProps extends FilterSheetProps {
  /** The filter that is left when all of it is cleared. */
  cleared?: Filter;
  /** The filter in words. */
  parts: readonly Part[];
  /** The sorting on a small screen, which has no column headers. */
  sort: ReactNode;
  /** Shown at the end of the bar on a large screen. */
  actions: ReactNode;
}

/** Search and filters above the rows. On a small screen the filters are in a sheet. */
export function FilterBar({ cleared = everything, parts, sort, actions, ...given }: FilterBarProps) {
  const { label, choosesOrganization, unchosen } = given;
  const [filter, onChange] = useChosen(given.filter, given.onChange);
  const props = { ...given, filter, onChange };
  const bar = useRef<HTMLElement>(null);
  const wide = useMedia(wideWindow);
  return (
    <search
      ref={bar}
      tabIndex={-1}
      aria-label={label}
      className="block border-line outline-hidden max-md:border-b"
    >
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        {/* In a small window the button stays beside the field, however wide its text is. */}
        <div className="min-w-0 max-md:grow max-md:basis-40 md:contents">
          <SearchField
            value={filter.search}
            onSearch={(search) => onChange({ ...filter, search }, "replace")}
          />
        </div>
        {wide ? (
          choosesOrganization && (
            <Suspense fallback={<span className="h-8 w-56" />}>
              <OrganizationField filter={filter} onChange={onChange} unchosen={unchosen} />
            </Suspense>
          )
        ) : (
          <Suspense fallback={<span className="h-11 w-24" />}>
            <SheetButton parts={parts} {...props} />
          </Suspense>
        )}
        {wide ? <span className="ml-auto flex gap-2">{actions}</span> : sort}
      </div>
      {wide && <FacetButtons {...props} />}
      {parts.length > 0 && (
        <Suspense fallback={chipsSpace}>
          <FilterChips
            filters={parts}
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
