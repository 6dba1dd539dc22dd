import { CircleAlert } from "lucide-react";
import { describeError } from "../../lib/errors.ts";
import { shortTime } from "../../lib/time/short-time.ts";
import type { LoadState } from "./ErrorState.tsx";

interface StaleNoticeProps {
  /** The headline of the failure. */
  title: string;
  query: LoadState;
}

/** Says that loading again failed, while the last good data stays. */
export function StaleNotice({ title, query: { error, isLoadingError, dataUpdatedAt } }: StaleNoticeProps) {
  if (!error || isLoadingError) return null;
  const { headline, detail } = describeError(error, title);
  return (
    <div role="status" className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div>
        <p className="font-semibold">{headline}</p>
        <p className="figures">
          {detail} Shown as of {shortTime(dataUpdatedAt)} – retrying.
        </p>
      </div>
    </div>
  );
}
