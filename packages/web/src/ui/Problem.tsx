import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/**
 * What went wrong with a form, and below it what can be done. The region is always there, so that it is heard;
 * while it is empty it takes no place in the form's grid.
 */
export function Problem({ text, children }: { text: string | undefined; children?: ReactNode }) {
  return (
    <div role="alert" className="empty:absolute">
      {text && (
        <div className="flex gap-2 rounded-md bg-bad-soft px-3 py-2">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
          <div className="grid gap-1">
            <p className="text-bad">{text}</p>
            {children}
          </div>
        </div>
      )}
    </div>
  );
}
