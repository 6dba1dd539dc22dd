import { SlidersHorizontal } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../ui/form/Button.tsx";
import { SortSelect, type SortSelectProps } from "../ui/table/SortSelect.tsx";
import type { FilterSheetProps } from "./props.ts";

const load = () => import("./FilterSheet.tsx");
const FilterSheet = lazy(load);

export interface SmallBarProps<Field extends string> extends FilterSheetProps {
  /** How many fields are filtered. */
  active: number;
  /** The sorting, which has no column headers here. Left out where rows have one order. */
  sort?: Omit<SortSelectProps<Field>, "width"> | undefined;
}

/**
 * What the bar of a small window has beside the search. A button with the number of filters opens them in a sheet, and
 * the sorting has no other place.
 */
export function SmallBar<Field extends string>({ active, sort, ...props }: SmallBarProps<Field>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={active > 0 ? `Filters, ${active} active` : "Filters"}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal aria-hidden className="size-4 text-muted" />
        Filters
        {active > 0 && (
          <span aria-hidden className="figures rounded-sm bg-accent-fill px-1.5 text-xs text-on-accent">
            {active}
          </span>
        )}
      </Button>
      {open && (
        <Suspense>
          <FilterSheet onClose={() => setOpen(false)} {...props} />
        </Suspense>
      )}
      {sort && <SortSelect {...sort} width="basis-full min-w-0" />}
    </>
  );
}
