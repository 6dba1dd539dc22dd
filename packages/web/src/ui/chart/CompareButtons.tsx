import { usePageKey } from "../../lib/browser/use-page-key.ts";
import { Button } from "../form/Button.tsx";
import { nextPeriod, type Period, periodNames, periods } from "./compare.ts";

interface CompareButtonsProps {
  /** The period that the charts are compared with; undefined for none. */
  period: Period | undefined;
  onChange: (period: Period | undefined) => void;
}

/** Compares charts with the day, week or month before. A second press ends it. The key "c" goes through them. */
export function CompareButtons({ period, onChange }: CompareButtonsProps) {
  usePageKey("c", () => {
    onChange(nextPeriod(period));
    return true;
  });
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <span aria-hidden className="text-muted">
        Compare with previous
      </span>
      <div
        role="group"
        aria-label="Compare with previous"
        aria-keyshortcuts="c"
        className="flex flex-wrap gap-1"
      >
        {periodNames.map((name) => (
          <Button
            key={name}
            aria-pressed={name === period}
            onClick={() => onChange(name === period ? undefined : name)}
            className="aria-pressed:border-accent aria-pressed:text-accent"
          >
            {periods[name].label}
          </Button>
        ))}
      </div>
    </div>
  );
}
