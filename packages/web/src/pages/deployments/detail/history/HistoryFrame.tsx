import type { ReactNode } from "react";
import { Skeleton } from "../../../../ui/Skeleton.tsx";

/** The heights of the parts of the section, in pixels. They are the same with and without content. */
export const plotHeight = 224;
export const cellHeight = 334;

interface HistoryFrameProps {
  charts: number;
  /** In place of the charts; without it they are loading. */
  children?: ReactNode;
}

/** As high as the charts, with one child or with placeholders in it. */
export function HistoryFrame({ charts, children }: HistoryFrameProps) {
  return (
    <div aria-busy={children === undefined}>
      <div className="min-h-12 border-b border-line px-4 py-2" style={{ height: frameHeights.notes }}>
        {children === undefined && <Skeleton className="h-5 w-48" />}
      </div>
      <div className="px-4 py-3" style={{ height: frameHeights.band }}>
        {children === undefined && <Skeleton className="h-3.5 w-full" />}
      </div>
      {children === undefined ? (
        <div className="grid lg:grid-cols-2">
          {Array.from({ length: charts }, (_, index) => (
            <div
              key={index}
              className="min-w-0 border-t border-line px-4 py-3"
              style={{ height: cellHeight }}
            >
              <Skeleton className="h-5 w-32" />
              <div className="mt-4">
                <Skeleton className="h-56 w-full" />
              </div>
            </div>
          ))}
        </div>
      ) : (
        <div className="border-t border-line" style={{ minHeight: cellHeight * 2 }}>
          {children}
        </div>
      )}
    </div>
  );
}

/** Of the line with notes and buttons, and of the band of the status. */
export const frameHeights = { notes: 56, band: 52 };
