import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { Sorting } from "./rows.ts";

/** The button in a column's header that sorts by it. */
export function SortHeader({
  id,
  header,
  align,
  sorting,
}: {
  id: string;
  header: string;
  align?: "end" | undefined;
  sorting: Sorting;
}) {
  const sorted = sorting.by === id;
  const Icon = !sorted ? ChevronsUpDown : sorting.order === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(id)}
      className={`group -mx-1.5 inline-flex min-h-7 items-center gap-1 rounded-sm px-1.5 font-medium hover:text-ink ${align === "end" ? "flex-row-reverse text-right" : "text-left"} ${sorted ? "text-ink" : ""}`}
    >
      {header}
      <Icon
        aria-hidden
        className={`size-3.5 shrink-0 ${sorted ? "" : "opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"}`}
      />
    </button>
  );
}
