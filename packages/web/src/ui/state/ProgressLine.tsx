/** A thin line that moves while the next rows load. It keeps its place, so that no row moves. */
export function ProgressLine({ label, busy }: { label: string; busy: boolean }) {
  return (
    <div className="relative h-0.5 overflow-hidden">
      {busy && (
        <div role="progressbar" aria-label={label} className="absolute inset-0 animate-appear">
          <div className="h-full w-1/3 bg-accent motion-safe:animate-pass" />
        </div>
      )}
    </div>
  );
}
