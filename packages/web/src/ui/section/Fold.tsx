import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** Secondary content below a line that unfolds it. It stays in the page, so the browser's search finds it. */
export function Fold({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="group min-w-0">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1 font-medium text-ink max-md:min-h-11">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted group-open:rotate-90 motion-safe:transition-transform"
        />
        {title}
      </summary>
      <div className="grid min-w-0 gap-3 pt-3">{children}</div>
    </details>
  );
}
