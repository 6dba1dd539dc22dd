import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { counted, formatCount } from "../../lib/words/count.ts";
import { type Page, pageSizes, type Paging } from "../../lib/list/paging.ts";
import { Button } from "../form/Button.tsx";

interface PagerProps {
  page: Page<unknown>;
  /** The total, and the name of one entry. */
  total: number;
  noun: string;
  onChange: (paging: Paging) => void;
  /** A note beside the total while it is not final. */
  status?: ReactNode;
}

/** First, previous, next, last, and the page size. */
export function Pager({
  page: { page, pageSize, pageCount, rows },
  total,
  noun,
  onChange,
  status,
}: PagerProps) {
  const id = useId();
  const to = (next: number) => () => onChange({ page: next, pageSize });
  const steps = [
    { label: "First page", icon: ChevronFirst, target: 1, off: page === 1 },
    { label: "Previous page", icon: ChevronLeft, target: page - 1, off: page === 1 },
    { label: "Next page", icon: ChevronRight, target: page + 1, off: page === pageCount },
    { label: "Last page", icon: ChevronLast, target: pageCount, off: page === pageCount },
  ];
  return (
    <nav
      aria-label="Pagination"
      className="figures flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-2 text-sm text-muted"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <p>
          Showing {formatCount(rows.length)} of {counted(total, noun)}
        </p>
        {status}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="flex items-center gap-2">
          <label htmlFor={id}>Items per page</label>
          <select
            id={id}
            value={pageSize}
            onChange={(event) => onChange({ page: 1, pageSize: Number(event.target.value) })}
            className="h-8 rounded-md border border-field bg-surface px-1.5 text-ink max-md:h-11"
          >
            {pageSizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </div>
        <div className="flex items-center">
          <span className="mr-2">
            Page {formatCount(page)} of {formatCount(pageCount)}
          </span>
          {steps.map(({ label, icon: Icon, target, off }) => (
            <Button
              key={label}
              emphasis="quiet"
              size="icon"
              aria-label={label}
              aria-disabled={off || undefined}
              onClick={to(target)}
            >
              <Icon aria-hidden className="size-4" />
            </Button>
          ))}
        </div>
      </div>
    </nav>
  );
}
