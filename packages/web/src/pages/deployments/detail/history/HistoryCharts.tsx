import { CalendarClock } from "lucide-react";
import type { ChangeQueryView } from "../../../../lib/address/use-query-view.ts";
import { useZone } from "../../../../lib/time/time-zone.ts";
import { momentText, type Zone } from "../../../../lib/time/zone.ts";
import { addChartStyles } from "../../../../ui/chart/colors.ts";
import { StatusBand } from "../../../../ui/chart/StatusBand.tsx";
import { EmptyState } from "../../../../ui/state/EmptyState.tsx";
import { ChartGrid } from "./ChartGrid.tsx";
import { NoHistory, useFrameHeights } from "./HistoryFrame.tsx";
import { HistoryNotes } from "./HistoryNotes.tsx";
import { reasonOfAll } from "./lines.ts";
import { type ContentsInput, useContents, useFreshness } from "./use-contents.ts";
import { type HistoryView, rangeWords } from "./view.ts";

interface HistoryEmptyProps {
  /** When the deployment was first seen; null where that is not known. */
  begins: string | null;
  /** The begin of the range. */
  from: string;
  zone: Zone;
  /** Whether the range ends now. */
  isLive: boolean;
}

/** In place of the charts of a range without any report. */
function HistoryEmpty({ begins, from, zone, isLive }: HistoryEmptyProps) {
  const begin = begins === null ? undefined : momentText(Date.parse(begins), zone);
  const isFresh = isLive && begins !== null && begins > from;
  return (
    <EmptyState icon={CalendarClock} title={isFresh ? "No values yet" : "Nothing was heard in this range"}>
      {begin !== undefined && <p>History begins {begin}.</p>}
      <p>
        {isFresh
          ? "The first point comes five minutes after the first report."
          : "No source reported this deployment. Choose another range."}
      </p>
    </EmptyState>
  );
}

addChartStyles();

interface HistoryChartsProps extends ContentsInput {
  change: ChangeQueryView<HistoryView>;
  /** Whether the answer is of another range, and the right one is on its way. */
  isOutdated: boolean;
  /** Whether the last reload failed. */
  failed: boolean;
}

/** The charts of a deployment with the band of its status. */
export function HistoryCharts(props: HistoryChartsProps) {
  const { deployment, view, change, history, isOutdated, failed } = props;
  const zone = useZone();
  const { from, step, newest } = history;
  const freshness = useFreshness(history, deployment.status);
  const { endsNow, isStale } = freshness;
  const { contents, spans, range, name } = useContents(props, zone, freshness);
  const reason = reasonOfAll(contents.map(({ drawing }) => drawing));
  const words = rangeWords(view, zone);
  const isLive = !view.zoom && typeof view.range === "string";
  const { cell: minHeight, band } = useFrameHeights();
  if (newest === null && !isOutdated)
    return (
      <NoHistory>
        <HistoryEmpty begins={history.begins} from={from} zone={zone} isLive={isLive} />
      </NoHistory>
    );
  return (
    <div aria-busy={isOutdated}>
      <HistoryNotes
        name={deployment.name}
        view={view}
        change={change}
        history={history}
        contents={contents}
        zone={zone}
        range={isLive ? undefined : words}
        endsNow={endsNow}
        isStale={isStale}
        isOutdated={isOutdated}
        failed={failed}
        spans={spans}
      />
      <StatusBand
        name={deployment.name}
        words={words}
        spans={spans}
        step={step}
        range={range}
        zone={zone}
        height={band}
      />
      {reason !== undefined && (
        <div className="border-t border-line" style={{ minHeight: minHeight * 2 }}>
          <EmptyState icon={CalendarClock} title="No values in this range">
            {reason}
          </EmptyState>
        </div>
      )}
      {reason === undefined && (
        <ChartGrid
          deployment={deployment}
          name={name}
          contents={contents}
          view={view}
          change={change}
          step={step}
          words={words}
        />
      )}
    </div>
  );
}
