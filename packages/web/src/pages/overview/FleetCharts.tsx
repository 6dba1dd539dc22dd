import { useMemo, useState } from "react";
import type { FleetHistory } from "@shardwatch/core/contract/history/fleet-history";
import { copyText } from "../../lib/browser/copy-text.ts";
import { showSuccess } from "../../lib/browser/toasts.ts";
import { useZone } from "../../lib/time/time-zone.ts";
import { momentText, type Zone } from "../../lib/time/zone.ts";
import { addChartStyles } from "../../ui/chart/colors.ts";
import { lineBefore } from "../../ui/chart/compare.ts";
import { useShownLines } from "../../ui/chart/shown-lines.ts";
import { chartsCsv, saveCharts } from "../../ui/chart/csv.ts";
import { ChartExports } from "../../ui/chart/ChartExports.tsx";
import { zoomTo } from "../../ui/chart/span.ts";
import type { Span } from "../../ui/chart/types.ts";
import { chartWords, stepWords } from "../../ui/chart/words.ts";
import { ChartPanel } from "../../ui/chart/ChartPanel.tsx";
import { fleetCharts } from "./fleet-charts.ts";
import { type FleetView, writeFleetView } from "./history-view.ts";

addChartStyles();

interface FleetChartsProps {
  history: FleetHistory;
  /** Whose deployments they are. */
  name: string;
  /** The range in words, where it is not zoomed. */
  words: string;
  range: FleetView["range"];
  zoom: Span | undefined;
  compare: FleetView["compare"];
  /** The same of the period before; undefined without a comparison, and until it is there. */
  before: FleetHistory | undefined;
  /** Undefined leaves the zoom. */
  onZoom: (zoom: Span | undefined) => void;
  /** Whether the answer is of another range, and the right one is on its way. */
  isOutdated: boolean;
  /** In pixels. */
  heights: { notes: number; plot: number; panel: number };
}

const none: readonly never[] = [];
/** The shortest step of an organization's past, in seconds. */
const leastStep = 3_600;
const seconds = (date: string) => Date.parse(date) / 1_000;

const spanOf = ({ from, to }: FleetHistory): Span => ({ from: seconds(from), to: seconds(to) });

/** The charts with what each draws. Areas add up, so their past would not fit between them. */
function drawn(
  { history, before, compare, zoom }: Pick<FleetChartsProps, "history" | "before" | "compare" | "zoom">,
  zone: Zone,
) {
  const { from, to } = spanOf(history);
  const times = Array.from({ length: (to - from) / history.step }, (_, index) => from + index * history.step);
  const range = zoom ?? { from, to };
  const former = compare && before?.step === history.step ? fleetCharts(before) : [];
  return fleetCharts(history).map(({ series: own, unit, basis, isStacked = false, ...chart }) => {
    const series = [...own];
    const [first] = own;
    if (first && compare && before && former.length > 0 && !isStacked) {
      const found = former.find(({ id }) => id === chart.id)?.series.find(({ id }) => id === first.id);
      const timed = { from: seconds(before.from), step: before.step, values: found?.values ?? [] };
      series.push(lineBefore(first, timed, { times, range, unit, period: compare }));
    }
    const content = { times, series, range, unit, basis, silent: none, marks: none, zone, isStacked };
    return { ...chart, content };
  });
}

/** The charts of an organization's past. */
export function FleetCharts(props: FleetChartsProps) {
  const { history, before, compare, name, words, zoom, onZoom, isOutdated, heights } = props;
  const zone = useZone();
  const [tables, setTables] = useState<ReadonlySet<string>>(new Set());
  const charts = useMemo(
    () => drawn({ history, before, compare, zoom }, zone),
    [history, before, compare, zoom, zone],
  );
  const lines = useShownLines(name);
  const rangeText = zoom
    ? `from ${momentText(zoom.from * 1_000, zone)} to ${momentText(zoom.to * 1_000, zone)}`
    : words;
  const toggle = (id: string, asTable: boolean) =>
    setTables((former) => {
      const next = new Set(former);
      if (asTable) next.add(id);
      else next.delete(id);
      return next;
    });
  return (
    <div aria-busy={isOutdated}>
      <Notes {...props} charts={charts} rangeText={rangeText} />
      <div className="grid lg:grid-cols-2">
        {charts.map(({ id, title, about, of, reason, content }) => (
          <ChartPanel
            key={id}
            title={title}
            coarse={stepWords(history.step, history.step > 3_600 ? of : undefined)}
            content={content}
            reason={reason}
            label={chartWords({
              about,
              name,
              range: rangeText,
              series: content.series,
              unit: content.unit,
              isNew: !zoom,
              isUnlimited: false,
            })}
            height={heights.plot}
            minHeight={heights.panel}
            asTable={tables.has(id)}
            onTable={(asTable) => toggle(id, asTable)}
            group="fleet"
            lines={content.isStacked ? lines : undefined}
            onZoom={(span) => onZoom(zoomTo(span, leastStep))}
            onZoomOut={() => zoom && onZoom(undefined)}
          />
        ))}
      </div>
    </div>
  );
}

interface NotesProps extends FleetChartsProps {
  charts: ReturnType<typeof drawn>;
  rangeText: string;
}

/** Which time is shown, and how to share or save it. */
function Notes({ charts, rangeText, ...props }: NotesProps) {
  const { history, name, range, zoom, compare, isOutdated, heights } = props;
  const zone = useZone();
  function copyLink() {
    const fixed = { range, zoom: zoom ?? spanOf(history), compare };
    const query = writeFleetView(new URLSearchParams(location.search), fixed);
    const link = `${location.origin}${location.pathname}?${query}`;
    void copyText(link, "Link copied, with fixed times", "Couldn't copy the link");
  }
  function exportCsv() {
    const file = saveCharts(name, chartsCsv(charts), Date.now());
    showSuccess(`History exported to ${file}`);
  }
  return (
    <div
      className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm"
      style={{ minHeight: heights.notes }}
    >
      <p role="status" className="text-muted">
        {isOutdated ? "Loading this range…" : zoom ? `Showing ${rangeText}` : ""}
      </p>
      <p className="text-muted">Times in {zone.name}</p>
      <div className="ml-auto flex flex-wrap gap-1">
        <ChartExports onCopyLink={copyLink} onSave={exportCsv} />
      </div>
    </div>
  );
}
