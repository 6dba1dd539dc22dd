import type { ReactNode } from "react";
import { useMedia } from "../../../../lib/browser/use-media.ts";
import { wideWindow } from "../../../../lib/browser/wide-window.ts";
import { Skeleton } from "../../../../ui/state/Skeleton.tsx";

/** The height of a plot, in pixels. */
export const plotHeight = 208;

/** Least heights in pixels: of the line with notes and buttons, of the band of the status, of a chart. */
const heights = {
  wide: { notes: 56, band: 52, cell: 289 },
  narrow: { notes: 140, band: 88, cell: 318 },
};

/** The heights of the section's parts. They are the same with and without content, so that nothing moves. */
export const useFrameHeights = () => (useMedia(wideWindow) ? heights.wide : heights.narrow);

interface HistoryFrameProps {
  charts: number;
  /** In place of the charts; without it they are loading. */
  children?: ReactNode;
}

/** In place of the charts of a deployment that has none. */
export const NoHistory = ({ children }: { children: ReactNode }) => (
  <div className="border-t border-line" style={{ minHeight: 160 }}>
    {children}
  </div>
);

/** As high as the charts, with one child or with placeholders in it. */
export function HistoryFrame({ charts, children }: HistoryFrameProps) {
  const { notes, band, cell } = useFrameHeights();
  // In a wide window two charts share a row. On a phone charts follow each other far beyond what is in view.
  const rows = useMedia(wideWindow) ? Math.ceil(charts / 2) : 2;
  return (
    <div aria-busy={children === undefined}>
      <div className="min-h-12 border-b border-line px-4 py-2" style={{ height: notes }}>
        {children === undefined && <Skeleton className="h-5 w-48" />}
      </div>
      <div className="px-4 py-3" style={{ height: band }}>
        {children === undefined && <Skeleton className="h-3.5 w-full" />}
      </div>
      {children === undefined ? (
        <div className="grid lg:grid-cols-2">
          {Array.from({ length: charts }, (_, index) => (
            <div key={index} className="min-w-0 border-t border-line px-4 py-3" style={{ height: cell }}>
              <Skeleton className="h-5 w-32" />
              <div className="mt-3">
                <Skeleton className="h-52 w-full" />
              </div>
            </div>
          ))}
        </div>
      ) : (
        <div className="border-t border-line" style={{ minHeight: cell * rows }}>
          {children}
        </div>
      )}
    </div>
  );
}
