import type { History } from "@shardwatch/core/contract/history/history";
import type { IncidentChart } from "@shardwatch/core/contract/incident/incident";
import { useMemo, useState } from "react";
import { useZone } from "../../../lib/time/time-zone.ts";
import { momentText } from "../../../lib/time/zone.ts";
import { addChartStyles } from "../../../ui/chart/colors.ts";
import { ChartPanel } from "../../../ui/chart/ChartPanel.tsx";
import { statusSpans } from "../../../ui/chart/status.ts";
import { StatusBand } from "../../../ui/chart/StatusBand.tsx";
import { stepWords } from "../../../ui/chart/words.ts";
import { drawnOf, rangeOf } from "./content.ts";
import { bandHeight, panelHeight, plotHeight } from "../chart-heights.ts";

addChartStyles();

interface OnsetChartProps {
  chart: IncidentChart;
  history: History;
  /** What the values are of: a deployment. */
  name: string;
  /** Unix epoch in milliseconds. */
  onset: number;
}

/** Here the chart has one range. The history of the deployment has others. */
const stay = () => undefined;

/** The metric of an incident around its onset, or the status where no metric shows it. */
export function OnsetChart({ chart, history, name, onset }: OnsetChartProps) {
  const { metric } = chart;
  return metric === null ? (
    <OnsetStatus history={history} name={name} onset={onset} />
  ) : (
    <OnsetMetric chart={{ ...chart, metric }} history={history} name={name} onset={onset} />
  );
}

interface OnsetMetricProps extends OnsetChartProps {
  chart: IncidentChart & { metric: NonNullable<IncidentChart["metric"]> };
}

function OnsetMetric({ chart, history, name, onset }: OnsetMetricProps) {
  const zone = useZone();
  const [asTable, setAsTable] = useState(false);
  const { metric, thresholds, deployments } = chart;
  const drawn = useMemo(
    () => drawnOf({ metric, thresholds, deployments }, history, { name, onset, zone }),
    [metric, thresholds, deployments, history, name, onset, zone],
  );
  if (drawn.reason !== undefined) return <p className="px-4 py-3 text-muted">{drawn.reason}</p>;
  return (
    <ChartPanel
      title={drawn.title}
      coarse={stepWords(history.step, undefined)}
      content={drawn.content}
      reason={undefined}
      label={drawn.label}
      height={plotHeight}
      minHeight={panelHeight}
      asTable={asTable}
      onTable={setAsTable}
      onZoom={stay}
      onZoomOut={stay}
      group="incident"
    />
  );
}

function OnsetStatus({ history, name, onset }: Omit<OnsetChartProps, "chart">) {
  const zone = useZone();
  const spans = useMemo(() => statusSpans(history), [history]);
  const range = rangeOf(history, onset);
  const [from, to] = [range.from * 1_000, range.to * 1_000];
  const place = ((onset - from) / (to - from)) * 100;
  if (spans.length === 0) return <p className="px-4 py-3 text-muted">No status was stored in this time.</p>;
  return (
    <div className="relative">
      <StatusBand
        name={name}
        words={`from ${momentText(from, zone)} to ${momentText(to, zone)}`}
        spans={spans}
        step={history.step}
        range={range}
        zone={zone}
        height={bandHeight}
      />
      {place >= 0 && place <= 100 && (
        // The band has this space at both sides.
        <span aria-hidden className="absolute inset-x-4 top-0">
          <span className="absolute border-l-2 border-ink" style={{ left: `${place}%`, height: "2rem" }} />
        </span>
      )}
    </div>
  );
}
