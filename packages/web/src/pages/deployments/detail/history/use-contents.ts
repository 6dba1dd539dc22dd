import { useMemo } from "react";
import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { History } from "@shardwatch/core/contract/history/history";
import { isLastKnown } from "@shardwatch/core/contract/filter/severity";
import { urgencyWhenFull } from "@shardwatch/core/contract/outlook/limit";
import { useChangeMarks } from "../../../../changes/use-change-marks.ts";
import { databaseName } from "../../../../lib/words/database-name.ts";
import { useOverTime } from "../../../../lib/time/ticker.ts";
import type { Zone } from "../../../../lib/time/zone.ts";
import { shownFrom, silent, statusSpans } from "../../../../ui/chart/status.ts";
import type { ChartMark } from "../../../../ui/chart/types.ts";
import { comparedWith, drawingOf } from "./lines.ts";
import { missingIn, usualGap } from "./missing.ts";
import { type ChartPlan, withoutCritical } from "./plans.ts";
import type { HistoryView } from "./view.ts";

/** What the charts of a history are drawn from. */
export interface ContentsInput {
  deployment: Deployment;
  plans: readonly ChartPlan[];
  view: HistoryView;
  history: History;
  /** The same of the period before; undefined without a comparison, and until it is there. */
  before: History | undefined;
}

const seconds = (date: string) => Date.parse(date) / 1_000;

/** So many steps without a value are usual at the end; more say that the source is silent. */
const newSteps = 4;

/** Whether a range ends now, and whether its values are no longer those of now. */
export interface Freshness {
  endsNow: boolean;
  isStale: boolean;
}

export function useFreshness({ to, step, newest }: History, status: string): Freshness {
  const isOld = useOverTime(
    (now) => newest !== null && now - Date.parse(newest) > newSteps * step * 1_000 + 600_000,
  );
  // A range of the past is not old for ending where it ends.
  const endsNow = useOverTime((now) => Date.parse(to) > now - step * 1_000 - 600_000);
  return { endsNow, isStale: endsNow && (isLastKnown(status) || isOld) };
}

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

/** How urgent a rule finds it when the memory that is drawn is full: that of one database, unless it evicts any key. */
function watchedBy({ databases }: Deployment, chosen: HistoryView["database"]) {
  const [only] = databases;
  const shown = databases.length === 1 ? only : databases.find(({ id }) => id === chosen);
  return shown && urgencyWhenFull(shown.evictionPolicy, null);
}

/** What each chart draws, and the times of each status. */
export function useContents(
  { deployment, plans, view, history, before }: ContentsInput,
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
  const { database, compare } = view;
  const watched = watchedBy(deployment, database);
  const contents = useMemo(
    () =>
      plans.map((plan) => {
        const nameOf = (id: string) => names.get(id) ?? id;
        const drawn = (of: History, isWatched = false) =>
          drawingOf(
            of,
            watched === "warning" ? withoutCritical(plan) : plan,
            database === "each",
            nameOf,
            isWatched,
          );
        const isWatched =
          plan.id === "memory" ? watched !== undefined : plan.lines.some(({ isLimit }) => isLimit);
        const own = drawn(history, isWatched);
        const missing = endsNow ? missingIn(history, own.series, silence, usualGap(plan, deployment)) : [];
        const isOld = isStale || missing.length > 0;
        // While another range loads, the answers are of different times.
        const isComparable = compare !== undefined && before?.step === history.step;
        const drawing = isComparable
          ? comparedWith(own, drawn(before), before, { ...shown, unit: plan.unit, period: compare })
          : own;
        const isStacked = own.isSplit && plan.isStacked === true;
        const { series } = drawing;
        const content = {
          ...shown,
          series,
          unit: plan.unit,
          silent: silence,
          missing,
          isOld,
          marks,
          zone,
          isStacked,
        };
        return { title: plan.title, plan, drawing, content };
      }),
    [
      plans,
      history,
      before,
      compare,
      database,
      names,
      shown,
      silence,
      marks,
      zone,
      endsNow,
      isStale,
      deployment,
      watched,
    ],
  );
  const isOne = database !== "total" && database !== "each";
  const name = isOne ? (names.get(database) ?? database) : deployment.name;
  return { contents, spans, range: shown.range, name };
}
