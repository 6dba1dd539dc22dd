import { X } from "lucide-react";
import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { useActiveFilters } from "./use-active-filters.ts";

interface FilterChipsProps {
  filter: Filter;
  cleared: Filter;
  onChange: (filter: Filter) => void;
  /** Called after a chip was removed, which may have had the focus. */
  onRemoved: () => void;
}

/** The active filters, each with a button that removes it. */
export default function FilterChips({ filter, cleared, onChange, onRemoved }: FilterChipsProps) {
  const filters = useActiveFilters(filter);
  return (
    <ul
      aria-label="Active filters"
      className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2"
    >
      {filters.map(({ name, label, text, without }) => (
        <li key={name} className="min-w-0">
          <button
            type="button"
            aria-label={`Remove filter ${label}: ${text}`}
            onClick={() => {
              onChange(without);
              onRemoved();
            }}
            className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-md border border-line bg-sunken px-2 text-sm hover:bg-hover max-md:h-11"
          >
            <span className="text-muted">{label}:</span>
            <span className="max-w-64 truncate">{text}</span>
            <X aria-hidden className="size-3.5 shrink-0 text-muted" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={() => {
            onChange(cleared);
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
