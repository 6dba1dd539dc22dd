import type { ReactNode } from "react";

/** The frame of a row of tiles: a description list for screen readers. */
export function Tiles({ children }: { children: ReactNode }) {
  return <dl className="panel grid grid-cols-2 overflow-hidden lg:grid-cols-4">{children}</dl>;
}

/** One figure with its name, and a second line with details. */
export function Tile({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="-mt-px -ml-px grid min-h-22 content-start gap-0.5 border-t border-l border-line px-4 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="figures min-w-0 text-xl font-semibold tracking-tight break-words max-md:text-lg">
        {children}
      </dd>
      {note && <dd className="figures text-sm text-muted">{note}</dd>}
    </div>
  );
}
