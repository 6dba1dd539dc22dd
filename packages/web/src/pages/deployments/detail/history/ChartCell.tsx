import type { ChartContent } from "../../../../ui/chart/options.ts";
import type { Span } from "../../../../ui/chart/types.ts";
import { chartWords, stepWords } from "../../../../ui/chart/words.ts";
import { ChartPanel } from "../../../../ui/chart/ChartPanel.tsx";
import { plotHeight, useFrameHeights } from "./HistoryFrame.tsx";
import type { Drawing } from "./lines.ts";
import type { ChartPlan } from "./plans.ts";

interface ChartCellProps {
  plan: ChartPlan;
  drawing: Drawing;
  content: ChartContent;
  step: number;
  /** The deployment, or the database that is shown. */
  name: string;
  /** The range in words. */
  range: string;
  isNew: boolean;
  /** Whether the values are old, and shown in grey. */
  isStale: boolean;
  asTable: boolean;
  onTable: (asTable: boolean) => void;
  onZoom: (span: Span) => void;
  onZoomOut: () => void;
  group: string;
}

/** One chart of a deployment's history. */
export function ChartCell({ plan, drawing, step, name, range, isNew, ...panel }: ChartCellProps) {
  const { series, reason, isUnlimited, of } = drawing;
  const { about, title, unit } = plan;
  return (
    <ChartPanel
      {...panel}
      title={title}
      coarse={stepWords(step, of)}
      reason={reason}
      label={chartWords({ about, name, range, series, unit, isNew, isUnlimited })}
      height={plotHeight}
      minHeight={useFrameHeights().cell}
    />
  );
}
