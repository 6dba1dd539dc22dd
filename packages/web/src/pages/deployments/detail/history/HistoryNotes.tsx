import type { History } from "@shardwatch/core/contract/history/history";
import { copyText } from "../../../../lib/browser/copy-text.ts";
import { useRelativeTime } from "../../../../lib/time/ticker.ts";
import { showSuccess } from "../../../../lib/browser/toasts.ts";
import { momentText, recentText, type Zone } from "../../../../lib/time/zone.ts";
import { Button } from "../../../../ui/form/Button.tsx";
import { chartsCsv, saveCharts, type ShownChart } from "../../../../ui/chart/csv.ts";
import { zoomTo } from "../../../../ui/chart/span.ts";
import { ChartExports } from "../../../../ui/chart/ChartExports.tsx";
import { useFrameHeights } from "./HistoryFrame.tsx";
import type { StatusSpan } from "../../../../ui/chart/status.ts";
import type { ChangeQueryView } from "../../../../lib/address/use-query-view.ts";
import { historyAnchor } from "../../../../lib/address/history-address.ts";
import { type HistoryView, scaled, spanOfView, writeHistoryView } from "./view.ts";

interface ChartActionsProps {
  /** The deployment. */
  name: string;
  view: HistoryView;
  change: ChangeQueryView<HistoryView>;
  history: History;
  contents: readonly ShownChart[];
  spans: readonly StatusSpan[];
}

/** What can be done with what the charts show. */
function ChartActions({ name, view, change, history, contents, spans }: ChartActionsProps) {
  function copyLink() {
    const span = spanOfView(view, Date.now());
    const query = writeHistoryView(new URLSearchParams(location.search), {
      ...view,
      range: span,
      zoom: undefined,
    });
    const link = `${location.origin}${location.pathname}?${query}#${historyAnchor}`;
    void copyText(link, "Link copied, with fixed times", "Couldn't copy the link");
  }
  function exportCsv() {
    const file = saveCharts(name, chartsCsv(contents, spans), Date.now());
    showSuccess(`History exported to ${file}`);
  }
  const zoomIn = () => change({ zoom: zoomTo(scaled(view, 0.5, Date.now()), Math.min(history.step, 3_600)) });
  return (
    <div className="flex flex-wrap gap-1 md:ml-auto">
      <Button emphasis="quiet" onClick={zoomIn}>
        Zoom in
      </Button>
      <Button
        emphasis="quiet"
        aria-disabled={view.zoom === undefined || undefined}
        onClick={() => change({ zoom: undefined })}
      >
        Zoom out
      </Button>
      <ChartExports onCopyLink={copyLink} onSave={exportCsv} />
    </div>
  );
}

interface HistoryNotesProps extends ChartActionsProps {
  zone: Zone;
  /** The range in words, unless it is one up to now. */
  range: string | undefined;
  endsNow: boolean;
  isStale: boolean;
  isOutdated: boolean;
  failed: boolean;
}

/** How new the charts are, and what can be done with what they show. */
export function HistoryNotes(props: HistoryNotesProps) {
  const { zone, range, endsNow, isStale, isOutdated, failed, ...charts } = props;
  const { newest, begins, from } = charts.history;
  const age = useRelativeTime(newest);
  return (
    <div
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 text-sm"
      style={{ minHeight: useFrameHeights().notes }}
    >
      <p className={isStale ? "text-warn" : "text-muted"}>
        {range !== undefined && `Showing ${range}. `}
        {newest !== null && endsNow && `As of ${recentText(Date.parse(newest), zone)}, ${age ?? ""}`}
        {isStale && ": last known values"}
      </p>
      {begins !== null && begins > from && (
        <p className="text-muted">History begins {momentText(Date.parse(begins), zone)}</p>
      )}
      <p role="status" className="text-muted">
        {isOutdated ? "Loading this range…" : failed ? "Couldn't reload, retrying" : ""}
      </p>
      <ChartActions {...charts} />
    </div>
  );
}
