import { useMemo } from "react";
import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { History } from "@shardwatch/core/contract/history/history";
import { isLastKnown } from "@shardwatch/core/contract/filter/severity";
import { useChangeMarks } from "../../../../changes/use-change-marks.ts";
import { databaseName } from "../../../../lib/words/database-name.ts";
import { useOverTime } from "../../../../lib/time/ticker.ts";
import { useZone } from "../../../../lib/time/time-zone.ts";
import { addChartStyles } from "../../../../ui/chart/colors.ts";
import { zoomTo } from "../../../../ui/chart/span.ts";
import type { ChartMark } from "../../../../ui/chart/types.ts";
import { chartWords, stepWords } from "../../../../ui/chart/words.ts";
import { ChartPanel } from "../../../../ui/chart/ChartPanel.tsx";
import { NoHistory, plotHeight, useFrameHeights } from "./HistoryFrame.tsx";
import { HistoryNotes } from "./HistoryNotes.tsx";
import { drawingOf, reasonOfAll } from "./lines.ts";
import { missingIn, usualGap } from "./missing.ts";
import type { ChartPlan } from "./plans.ts";
import { shownFrom, silent, statusSpans } from "../../../../ui/chart/status.ts";
import { StatusBand } from "../../../../ui/chart/StatusBand.tsx";
import type { ChangeQueryView } from "../../../../lib/address/use-query-view.ts";
import { type HistoryView, rangeWords } from "./view.ts";
import { CalendarClock } from "lucide-react";
import { momentText, type Zone } from "../../../../lib/time/zone.ts";
import { EmptyState } from "../../../../ui/state/EmptyState.tsx";

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

interface HistoryChartsProps {
  deployment: Deployment;
  plans: readonly ChartPlan[];
  view: HistoryView;
  change: ChangeQueryView<HistoryView>;
  history: History;
  /** Whether the answer is of another range, and the right one is on its way. */
  isOutdated: boolean;
  /** Whether the last reload failed. */
  failed: boolean;
}

const seconds = (date: string) => Date.parse(date) / 1_000;

/** So many steps without a value are usual at the end; more say that the source is silent. */
const newSteps = 4;

/** The times of an answer's steps, and the range that is shown of it. */
function useTimes({ from, to, step, status }: History, { zoom, range: asked }: HistoryView) {
  const isLive = typeof asked === "string";
  const zoomFrom = zoom?.from;
  const zoomEnd = zoom?.to;
  return useMemo(() => {
    const times = Array.from(
      { length: Math.round((seconds(to) - seconds(from)) / step) },
      (_, index) => seconds(from) + index * step,
    );
    const ofAnswer = {
      from: isLive ? shownFrom({ from, to, step, status }) : seconds(from),
      to: seconds(to),
    };
    // A zoom shows at once, with the values that are there, until its own come.
    const range =
      zoomFrom !== undefined && zoomEnd !== undefined ? { from: zoomFrom, to: zoomEnd } : ofAnswer;
    return { times, range };
  }, [from, to, step, status, isLive, zoomFrom, zoomEnd]);
}

/** What each chart draws, and the times of each status. */
function useContents(
  { deployment, plans, view, history }: HistoryChartsProps,
  zone: Zone,
  { endsNow, isStale }: Freshness,
) {
  const shown = useTimes(history, view);
  const changes = useChangeMarks(deployment, Date.parse(history.from), Date.parse(history.to));
  const marks = useMemo(
    () => changes.map(({ at, text }): ChartMark => ({ at: at / 1_000, text })),
    [changes],
  );
  const spans = useMemo(() => statusSpans(history), [history]);
  const silence = useMemo(() => spans.filter(({ status }) => status === silent), [spans]);
  const names = useMemo(
    () => new Map(deployment.databases.map((each) => [each.id, databaseName(each)])),
    [deployment.databases],
  );
  const contents = useMemo(
    () =>
      plans.map((plan) => {
        const drawing = drawingOf(history, plan, view.database === "each", (id) => names.get(id) ?? id);
        const { series } = drawing;
        const missing = endsNow ? missingIn(history, series, silence, usualGap(plan, deployment)) : [];
        const isOld = isStale || missing.length > 0;
        const content = { ...shown, series, unit: plan.unit, silent: silence, missing, isOld, marks, zone };
        return { title: plan.title, plan, drawing, content };
      }),
    [plans, history, view.database, names, shown, silence, marks, zone, endsNow, isStale, deployment],
  );
  const isOne = view.database !== "total" && view.database !== "each";
  const name = isOne ? (names.get(view.database) ?? view.database) : deployment.name;
  return { contents, spans, range: shown.range, name };
}

/** Whether a range ends now, and whether its values are no longer those of now. */
interface Freshness {
  endsNow: boolean;
  isStale: boolean;
}

function useFreshness({ to, step, newest }: History, status: string): Freshness {
  const isOld = useOverTime(
    (now) => newest !== null && now - Date.parse(newest) > newSteps * step * 1_000 + 600_000,
  );
  // A range of the past is not old for ending where it ends.
  const endsNow = useOverTime((now) => Date.parse(to) > now - step * 1_000 - 600_000);
  return { endsNow, isStale: endsNow && (isLastKnown(status) || isOld) };
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
      <div className="grid lg:grid-cols-2">
        {(reason === undefined ? contents : []).map(
          ({ plan: { id, about, title, unit }, drawing, content }) => (
            <ChartPanel
              key={id}
              title={title}
              coarse={stepWords(step, drawing.of)}
              content={content}
              reason={drawing.reason}
              label={chartWords({
                about,
                name,
                range: words,
                series: drawing.series,
                unit,
                isNew: !content.isOld && isLive,
                isUnlimited: drawing.isUnlimited,
              })}
              height={plotHeight}
              minHeight={minHeight}
              isStale={content.isOld}
              asTable={view.tables.includes(id)}
              onTable={(asTable) =>
                change({
                  tables: asTable ? [...view.tables, id] : view.tables.filter((other) => other !== id),
                })
              }
              onZoom={(span) => change({ zoom: zoomTo(span, Math.min(step, 3_600)) })}
              onZoomOut={() => view.zoom && change({ zoom: undefined })}
              group={`history ${deployment.id}`}
            />
          ),
        )}
      </div>
    </div>
  );
}
