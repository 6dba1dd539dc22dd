import { X } from "lucide-react";
import type { ActiveFilter } from "./use-active-filters.ts";
import type { ChangeView } from "./use-view.ts";
import { withoutFilters } from "./view.ts";

interface FilterChipsProps {
  filters: readonly ActiveFilter[];
  change: ChangeView;
  /** Called after a chip was removed, which may have had the focus. */
  onRemoved: () => void;
}

/** The active filters, each with a button that removes it. */
export function FilterChips({ filters, change, onRemoved }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <ul
      aria-label="Active filters"
      className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2"
    >
      {filters.map(({ name, value, without }) => (
        <li key={name} className="min-w-0">
          <button
            type="button"
            aria-label={`Remove filter ${name}: ${value}`}
            onClick={() => {
              change(without);
              onRemoved();
            }}
            className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-md border border-line bg-sunken px-2 text-sm hover:bg-hover max-md:h-11"
          >
            <span className="text-muted">{name}:</span>
            <span className="max-w-64 truncate">{value}</span>
            <X aria-hidden className="size-3.5 shrink-0 text-muted" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={() => {
            change(withoutFilters);
            onRemoved();
          }}
          className="h-7 rounded-md px-2 text-sm font-medium text-accent hover:bg-hover max-md:h-11"
        >
          Clear all
        </button>
      </li>
    </ul>
  );
}
