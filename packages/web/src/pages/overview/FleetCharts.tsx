import { useMemo, useState } from "react";
import type { FleetHistory } from "@shardwatch/core/contract/fleet-history";
import { useZone } from "../../lib/time-zone.ts";
import { momentText } from "../../lib/zone.ts";
import { addChartStyles } from "../../ui/chart-colors.ts";
import type { Span } from "../../ui/chart-types.ts";
import { chartWords, stepWords } from "../../ui/chart-words.ts";
import { ChartPanel } from "../../ui/ChartPanel.tsx";
import { fleetCharts } from "./fleet-charts.ts";

addChartStyles();

interface FleetChartsProps {
  history: FleetHistory;
  /** Whose deployments they are. */
  name: string;
  /** The range in words, where it is not zoomed. */
  words: string;
  zoom: Span | undefined;
  /** Undefined leaves the zoom. */
  onZoom: (zoom: Span | undefined) => void;
  /** Whether the answer is of another range, and the right one is on its way. */
  isOutdated: boolean;
  /** In pixels. */
  heights: { plot: number; panel: number };
}

const none: readonly never[] = [];
const seconds = (date: string) => Date.parse(date) / 1_000;

/** The charts of an organization's past. */
export function FleetCharts({ history, name, words, zoom, onZoom, isOutdated, heights }: FleetChartsProps) {
  const zone = useZone();
  const [tables, setTables] = useState<ReadonlySet<string>>(new Set());
  const charts = useMemo(() => fleetCharts(history), [history]);
  const contents = useMemo(() => {
    const [from, to] = [seconds(history.from), seconds(history.to)];
    const times = Array.from(
      { length: (to - from) / history.step },
      (_, index) => from + index * history.step,
    );
    const range = zoom ?? { from, to };
    return charts.map(({ series, unit }) => ({
      times,
      series,
      range,
      unit,
      silent: none,
      marks: none,
      zone,
    }));
  }, [charts, history, zoom, zone]);
  const range = zoom
    ? `from ${momentText(zoom.from * 1_000, zone)} to ${momentText(zoom.to * 1_000, zone)}`
    : words;
  const toggle = (id: string, asTable: boolean) =>
    setTables((before) => {
      const next = new Set(before);
      if (asTable) next.add(id);
      else next.delete(id);
      return next;
    });
  return (
    <div className="grid lg:grid-cols-2" aria-busy={isOutdated}>
      {charts.map(({ id, title, about, unit, of, series, reason }, place) => {
        const content = contents[place];
        return (
          content && (
            <ChartPanel
              key={id}
              title={title}
              coarse={stepWords(history.step, history.step > 3_600 ? of : undefined)}
              content={content}
              reason={reason}
              label={chartWords({ about, name, range, series, unit, isNew: !zoom, isUnlimited: false })}
              height={heights.plot}
              minHeight={heights.panel}
              asTable={tables.has(id)}
              onTable={(asTable) => toggle(id, asTable)}
              group="fleet"
              onZoom={onZoom}
              onZoomOut={() => onZoom(undefined)}
            />
          )
        );
      })}
    </div>
  );
}
