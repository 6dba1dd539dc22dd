import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** A short word with an icon in a quiet frame. */
export function Badge({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="inline-flex h-6 items-center gap-1.5 rounded-sm border border-line px-1.5 text-xs whitespace-nowrap text-muted">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {children}
    </span>
  );
}
