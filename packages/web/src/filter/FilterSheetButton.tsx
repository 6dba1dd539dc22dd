import type { Part } from "@shardwatch/core/contract/filter/words";
import { SlidersHorizontal } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../ui/Button.tsx";
import type { FilterSheetProps } from "./props.ts";

const load = () => import("./FilterSheet.tsx");
const FilterSheet = lazy(load);

/** A button with the number of filters that opens the filters in a sheet. The search is not part of it. */
export function FilterSheetButton({ parts, ...props }: FilterSheetProps & { parts: readonly Part[] }) {
  const [open, setOpen] = useState(false);
  const count = parts.filter(({ name }) => name !== "search").length;
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={count > 0 ? `Filters, ${count} active` : "Filters"}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal aria-hidden className="size-4 text-muted" />
        Filters
        {count > 0 && (
          <span aria-hidden className="figures rounded-sm bg-accent-fill px-1.5 text-xs text-on-accent">
            {count}
          </span>
        )}
      </Button>
      {open && (
        <Suspense>
          <FilterSheet onClose={() => setOpen(false)} {...props} />
        </Suspense>
      )}
    </>
  );
}
