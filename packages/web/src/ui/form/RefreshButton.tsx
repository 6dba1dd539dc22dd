import { CircleAlert, LoaderCircle, RefreshCw } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { describeError } from "../../lib/errors.ts";
import { shortTime } from "../../lib/time/short-time.ts";
import { refreshInterval, refreshIntervals } from "../../lib/time/refresh-interval.ts";
import { Button } from "./Button.tsx";
import { TimeAgo } from "../text/TimeAgo.tsx";

interface RefreshButtonProps {
  /** When the data was last loaded, Unix epoch in milliseconds; 0 before the first load. */
  updatedAt: number;
  onRefresh: () => Promise<unknown>;
  /** The message when loading again has failed, while the last good data stays. */
  failed?: { title: string; error: unknown } | undefined;
  /** Cancels a first load; defined only while it runs. */
  onCancel?: (() => void) | undefined;
}

const shortestSpin = 300; // milliseconds; a shorter time is not noticed

/** Loads again, on demand and periodically, and shows the age of the data. */
export function RefreshButton({ updatedAt, onRefresh, failed, onCancel }: RefreshButtonProps) {
  const [spinning, setSpinning] = useState(false);

  async function refresh() {
    setSpinning(true);
    await Promise.all([onRefresh(), new Promise((resolve) => setTimeout(resolve, shortestSpin))]);
    setSpinning(false);
  }

  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      <div role="status" className="min-w-0 empty:absolute">
        {failed && <Failure {...failed} asOf={updatedAt} />}
        {onCancel && <StillLoading onCancel={onCancel} />}
      </div>
      {!failed && (
        // A line of its own on a small screen, from the start: a new or longer time must not move the
        // controls.
        <span className="max-sm:min-h-4.5 max-sm:w-full">
          {updatedAt > 0 && (
            <>
              Updated <TimeAgo date={updatedAt} />
            </>
          )}
        </span>
      )}
      <div className="flex items-center gap-2">
        <IntervalSelect />
        <Button onClick={() => void refresh()} aria-disabled={spinning || undefined}>
          <RefreshCw aria-hidden className={`size-3.5 ${spinning ? "motion-safe:animate-spin" : ""}`} />
          Refresh
        </Button>
      </div>
    </div>
  );
}

/** How often the page loads again. People who cannot read changing content switch it off. */
function IntervalSelect() {
  const id = useId();
  const interval = refreshInterval.use();
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Auto refresh
      </label>
      <select
        id={id}
        value={interval}
        onChange={({ target }) => refreshInterval.set(Number(target.value))}
        className="h-8 rounded-md border border-field bg-surface px-1 text-ink max-md:h-11"
      >
        {refreshIntervals.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </>
  );
}

/** Two lines beside the heading: above the rows they would move the rows from under the pointer. */
function Failure({ title, error, asOf }: { title: string; error: unknown; asOf: number }) {
  const { headline, detail } = describeError(error, title);
  const again = refreshInterval.use() > 0;
  return (
    <div className="flex items-start gap-1.5 text-warn">
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">{headline}</p>
        <p className="figures">
          Shown as of {shortTime(asOf)}
          {again && " – retrying"}. {detail}
        </p>
      </div>
    </div>
  );
}

/** After this time people doubt that it will load, in milliseconds. */
const patience = 10_000;

/** Says after a while that loading continues, and offers to cancel. */
function StillLoading({ onCancel }: { onCancel: () => void }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience);
    return () => clearTimeout(timer);
  }, []);
  if (!long) return null;
  return (
    <span className="inline-flex items-center gap-1.5">
      <LoaderCircle aria-hidden className="size-3.5 motion-safe:animate-spin" />
      Still loading
      <Button emphasis="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </span>
  );
}
