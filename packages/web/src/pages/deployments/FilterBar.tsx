import type { Part } from "@shardwatch/core/contract/filter/words";
import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { SortSelect } from "../../ui/SortSelect.tsx";
import { sortFields } from "./columns.tsx";
import { FilterChips } from "./FilterChips.tsx";
import { FilterFields, type FilterFieldsProps } from "./FilterFields.tsx";
import { OrganizationsFailure } from "./OrganizationsFailure.tsx";
import { SearchField } from "../../ui/SearchField.tsx";

interface FilterBarProps extends FilterFieldsProps {
  filters: readonly Part[];
  /** Shown at the end of the bar on a large screen. */
  actions: ReactNode;
}

/** Search and filters above the rows. On a small screen the filters are in a sheet. */
export function FilterBar({ filters, actions, ...fields }: FilterBarProps) {
  const { view, change } = fields;
  const bar = useRef<HTMLElement>(null);
  const wide = useMedia("(width >= 48rem)");
  return (
    <search
      ref={bar}
      tabIndex={-1}
      aria-label="Deployments"
      className="block border-line outline-hidden max-md:border-b"
    >
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <SearchField
          value={view.filter.search}
          onSearch={(search) => change({ filter: { ...view.filter, search } }, "replace")}
        />
        {wide ? <FilterFields {...fields} /> : <FilterSheet filters={filters} {...fields} />}
        {!wide && <SortSelect fields={sortFields} value={view} onSort={change} width="min-w-0" />}
        {wide && <span className="ml-auto flex gap-2">{actions}</span>}
      </div>
      <FilterChips filters={filters} change={change} onRemoved={() => bar.current?.focus()} />
      {fields.choosesOrganization && <OrganizationsFailure />}
    </search>
  );
}

/** A button with the number of filters that opens the filters in a sheet. The search is not part of it. */
function FilterSheet({ filters, ...fields }: Omit<FilterBarProps, "actions">) {
  const [open, setOpen] = useState(false);
  const count = filters.filter(({ name }) => name !== "search").length;
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={count > 0 ? `Filters, ${count} active` : "Filters"}
        onClick={() => setOpen(true)}
        className="h-11"
      >
        <SlidersHorizontal aria-hidden className="size-4 text-muted" />
        Filters
        {count > 0 && (
          <span aria-hidden className="figures rounded-sm bg-accent px-1.5 text-xs text-on-accent">
            {count}
          </span>
        )}
      </Button>
      {open && (
        <Dialog title="Filters" place="sheet" onClose={() => setOpen(false)}>
          <div className="grid gap-4 overflow-y-auto p-4">
            <FilterFields {...fields} />
            <Button look="primary" size="large" onClick={() => setOpen(false)} className="h-11">
              Show deployments
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
