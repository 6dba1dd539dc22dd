import type { Database, Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { History } from "@shardwatch/core/contract/history/history";
import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { rangeText } from "@shardwatch/core/contract/outlook/sentences";
import { day, second } from "@shardwatch/core/kit/time";
import { useMemo, useState } from "react";
import { databaseName } from "../../../../lib/words/database-name.ts";
import { useZone } from "../../../../lib/time/time-zone.ts";
import { addChartStyles } from "../../../../ui/chart/colors.ts";
import { ChartPanel } from "../../../../ui/chart/ChartPanel.tsx";
import type { ChartContent } from "../../../../ui/chart/options.ts";
import type { ChartSeries } from "../../../../ui/chart/types.ts";
import { bytes } from "../../../../ui/chart/units.ts";
import { chartWords, stepWords } from "../../../../ui/chart/words.ts";
import { panelHeight, plotHeight } from "./heights.ts";
import { aheadDays, fullLine, outlookLines, type OutlookLines, pastDays } from "./ahead.ts";

addChartStyles();

interface OutlookChartProps {
  deployment: Pick<Deployment, "id">;
  database: Pick<Database, "id" | "name">;
  history: History;
  /** What is said of the database; undefined where nothing is. */
  item: MemoryOutlook | undefined;
  /** The midnight of UTC at which the past ends. */
  asOf: string;
  /** The sentences, which the name of the chart repeats. */
  sentences: string;
}

const isKnown = (values: readonly (number | null)[]) => values.some((value) => value !== null);

/** A line of the time ahead. Where no cursor is, the legend has its date. */
const ahead = (
  id: "likely" | "earliest" | "latest",
  label: string,
  values: (number | null)[],
  date: string | undefined,
): ChartSeries => ({
  id,
  label,
  values,
  style: id === "likely" ? "likely" : "edge",
  text: (isNewest) => (isNewest ? (date === undefined ? label : `${label} ${date}`) : undefined),
});

function seriesOf(lines: OutlookLines, item: MemoryOutlook | undefined, asOf: string): ChartSeries[] {
  const dayOf = (moment: string | null | undefined) =>
    moment == null ? undefined : rangeText(moment, moment, asOf);
  const pace = item?.likely == null ? "At this pace" : "Likely";
  const all: ChartSeries[] = [
    { id: "peak", label: "Daily peak", values: lines.peaks, style: 0 },
    { id: "limit", label: "Limit", values: lines.limits, style: "limit", isStep: true },
    {
      id: "full",
      label: `Full at ${Math.round(100 * (item?.fullAt ?? 1))}%`,
      values: fullLine(lines.limits, item?.fullAt),
      style: "limit",
      isStep: true,
    },
    ahead("earliest", "Earliest", lines.earliest, dayOf(item?.earliest)),
    ahead("likely", pace, lines.likely, dayOf(item?.likely)),
    ahead("latest", "Latest", lines.latest, dayOf(item?.latest)),
  ];
  return all.filter(({ id, values }) => id === "peak" || isKnown(values));
}

const nothing = () => undefined;

/** The daily peaks of a database, the window that was used, and when its memory is full. */
export function OutlookChart({ deployment, database, history, item, asOf, sentences }: OutlookChartProps) {
  const zone = useZone();
  const [asTable, setTable] = useState(false);
  const lines = useMemo(() => outlookLines(history, item, Date.parse(asOf) / second), [history, item, asOf]);
  const content = useMemo((): ChartContent => {
    const series = seriesOf(lines, item, asOf);
    return {
      times: lines.times,
      series,
      range: lines.range,
      unit: bytes,
      silent: [],
      marks: [],
      zone,
      shaded: lines.window && { ...lines.window, text: `${item?.days} days of growth` },
      ...(isKnown(lines.earliest) && { band: ["earliest", "latest"] as const }),
    };
  }, [lines, item, asOf, zone]);
  const hasAhead = isKnown(lines.likely);
  const words = chartWords({
    about: "Daily peak of memory",
    name: databaseName(database),
    range: `${pastDays} days before${hasAhead ? ` and ${aheadDays} days after` : ""} midnight UTC of ${rangeText(asOf, asOf, asOf)}`,
    series: content.series,
    unit: bytes,
    isNew: false,
    isUnlimited: item?.limit === "0",
  });
  return (
    <ChartPanel
      title={hasAhead ? "Daily peaks and the days ahead" : "Daily peaks"}
      coarse={stepWords(day / second, "largest")}
      content={content}
      reason={isKnown(lines.peaks) ? undefined : "No daily peaks are known of these days."}
      label={`${words}. ${sentences}`}
      height={plotHeight}
      minHeight={panelHeight}
      asTable={asTable}
      onTable={setTable}
      onZoom={nothing}
      onZoomOut={nothing}
      group={`outlook ${deployment.id}`}
    />
  );
}
