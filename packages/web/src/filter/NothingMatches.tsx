import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { SearchX } from "lucide-react";
import { Button } from "../ui/form/Button.tsx";
import { EmptyState } from "../ui/state/EmptyState.tsx";
import { useActiveFilters } from "./use-active-filters.ts";

interface NothingMatchesProps {
  /** What the list shows, such as "databases". */
  what: string;
  filter: Filter;
  onClear: () => void;
}

/** Shown instead of rows when a filter has left none: what it asks for, and the way back. */
export function NothingMatches({ what, filter, onClear }: NothingMatchesProps) {
  const filters = useActiveFilters(filter);
  return (
    <EmptyState
      icon={SearchX}
      title={`No ${what} found matching the selected filters.`}
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      {filters.map(({ label, text }) => `${label}: ${text}`).join(", ")}
    </EmptyState>
  );
}
