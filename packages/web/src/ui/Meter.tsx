/**
 * A thin bar for a percentage. Over 100 the bar is full and the value stays exact. From 90 on its colour
 * warns, beside the figure next to it.
 */
export function Meter({ percent, label }: { percent: number; label: string }) {
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(100, percent)}
      aria-valuenow={percent}
      aria-valuetext={`${percent} %`}
      className="block h-1 w-full overflow-hidden rounded-sm bg-track"
    >
      <span
        className={`block h-full rounded-sm ${percent >= 90 ? "bg-caution" : "bg-accent"}`}
        style={{ width: `${Math.min(100, percent)}%` }}
      />
    </span>
  );
}
