import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** A short word with an icon. It has no frame: frames are for trouble. */
export function Badge({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="inline-flex h-6 items-center gap-1.5 text-sm whitespace-nowrap text-muted">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {children}
    </span>
  );
}
