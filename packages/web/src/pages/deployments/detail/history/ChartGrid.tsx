import { useState } from "react";
import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { paths } from "../../../../lib/address/paths.ts";
import { useMay } from "../../../../session/session.ts";
import type { ChangeQueryView } from "../../../../lib/address/use-query-view.ts";
import { Button } from "../../../../ui/form/Button.tsx";
import { ChartLegend } from "../../../../ui/chart/ChartLegend.tsx";
import { ChartPanel } from "../../../../ui/chart/ChartPanel.tsx";
import { useShownLines } from "../../../../ui/chart/shown-lines.ts";
import { zoomTo } from "../../../../ui/chart/span.ts";
import { chartWords, stepWords } from "../../../../ui/chart/words.ts";
import { plotHeight, useFrameHeights } from "./HistoryFrame.tsx";
import { isZero } from "./lines.ts";
import type { useContents } from "./use-contents.ts";
import { type HistoryView, nothingWords } from "./view.ts";

type Content = ReturnType<typeof useContents>["contents"][number];

interface ChartGridProps {
  deployment: Pick<Deployment, "id" | "organizationId">;
  /** What the values are of. */
  name: string;
  contents: readonly Content[];
  view: HistoryView;
  change: ChangeQueryView<HistoryView>;
  /** Seconds. */
  step: number;
  /** The range in words. */
  words: string;
}

/** All charts of a history, with one legend. Those without anything but zeros are folded into a line. */
export function ChartGrid({ deployment, name, contents, view, change, step, words }: ChartGridProps) {
  const { id, organizationId } = deployment;
  const changesTo = paths.changes(id, useMay("seeEveryOrganization") ? organizationId : undefined);
  const [isUnfolded, setUnfolded] = useState(false);
  const { cell: minHeight } = useFrameHeights();
  const lines = useShownLines(`${id} ${view.database}`);
  const isLive = !view.zoom && typeof view.range === "string";
  const zeros = contents.filter(
    ({ plan, drawing }) => plan.nothing !== undefined && isZero(drawing) && !view.tables.includes(plan.id),
  );
  const shown = isUnfolded ? contents : contents.filter((content) => !zeros.includes(content));
  const named = contents.find(({ drawing }) => drawing.isSplit)?.drawing.series;
  return (
    <>
      {named && (
        <div className="border-t border-line px-4 py-2">
          <ChartLegend series={named.filter(({ follows }) => follows === undefined)} lines={lines} />
          {view.compare && lines.chosen?.size !== 1 && (
            <p className="text-xs text-muted">Choose one database to compare it.</p>
          )}
        </div>
      )}
      <div className="grid lg:grid-cols-2">
        {shown.map(({ plan, drawing, content }) => (
          <ChartPanel
            key={plan.id}
            title={plan.title}
            coarse={stepWords(step, drawing.of)}
            content={content}
            reason={drawing.reason}
            label={chartWords({
              about: plan.about,
              name,
              range: words,
              series: drawing.series,
              unit: plan.unit,
              isNew: !content.isOld && isLive,
              isUnlimited: drawing.isUnlimited,
            })}
            height={plotHeight}
            minHeight={minHeight}
            isStale={content.isOld}
            asTable={view.tables.includes(plan.id)}
            onTable={(asTable) =>
              change({
                tables: asTable
                  ? [...view.tables, plan.id]
                  : view.tables.filter((other) => other !== plan.id),
              })
            }
            onZoom={(span) => change({ zoom: zoomTo(span, Math.min(step, 3_600)) })}
            onZoomOut={() => view.zoom && change({ zoom: undefined })}
            group={`history ${id}`}
            changesTo={changesTo}
            lines={drawing.isSplit ? lines : undefined}
            isNamedByPage={drawing.isSplit}
          />
        ))}
        {zeros.length > 0 && (
          // Beside a last chart it takes the place that is left.
          <div
            className={`flex flex-wrap content-start items-center gap-2 border-t border-line px-4 py-3 text-sm ${shown.length % 2 ? "" : "lg:col-span-2"}`}
          >
            <p className="text-muted">
              {nothingWords(
                zeros.map(({ plan }) => plan.nothing ?? ""),
                view,
              )}
            </p>
            <Button emphasis="quiet" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
              {isUnfolded ? "Hide" : "Show"} {zeros.length === 1 ? "its chart" : "their charts"}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
