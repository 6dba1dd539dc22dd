import type { Database, Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { day } from "@shardwatch/core/kit/time";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { historyQuery } from "../../../../api/fleet/history.ts";
import { faultOf } from "../../../../lib/fault-of.ts";
import { lazyModule } from "../../../../lib/loading/lazy-module.ts";
import { useOverTime } from "../../../../lib/time/ticker.ts";
import { ErrorState } from "../../../../ui/state/ErrorState.tsx";
import { Skeleton } from "../../../../ui/state/Skeleton.tsx";
import { pastDays } from "./ahead.ts";
import { panelHeight } from "./heights.ts";

const code = lazyModule(() => import("./OutlookChart.tsx"));

interface PlotProps {
  deployment: Deployment;
  database: Database;
  item: MemoryOutlook | undefined;
  /** Null before the first trends: then the past ends at the last midnight. */
  asOf: string | null;
  sentences: string;
}

/** The chart, whose code loads with its data. */
export function PlotOfDatabase({ deployment, database, item, asOf, sentences }: PlotProps) {
  const [Chart, setChart] = useState(() => code.now()?.OutlookChart);
  const [failure, setFailure] = useState<unknown>();
  const load = useCallback(
    () => code.load().then(({ OutlookChart }) => setChart(() => OutlookChart), setFailure),
    [],
  );
  useEffect(() => void load(), [load]);
  const midnight = useOverTime((now) => Math.floor(now / day) * day);
  const end = asOf === null ? midnight : Date.parse(asOf);
  const query = useQuery({
    ...historyQuery(deployment, {
      metrics: ["memoryUsed", "memoryLimit"],
      database: database.id,
      range: { from: end - pastDays * day, to: end },
      step: (day / 1_000) as 86_400,
    }),
    refetchOnWindowFocus: false,
  });
  const error = failure ?? (query.isLoadingError ? query.error : undefined);
  if (error !== undefined)
    return (
      <div className="border-t border-line" style={{ minHeight: panelHeight }}>
        <ErrorState
          title="Unable to Load the Chart"
          text={faultOf(error)}
          error={error}
          onRetry={() => {
            setFailure(undefined);
            void load();
            if (query.isLoadingError) void query.refetch();
          }}
        />
      </div>
    );
  if (!Chart || !query.data) return <PendingPlot isLoading />;
  return (
    <Chart
      deployment={deployment}
      database={database}
      history={query.data}
      item={item}
      asOf={new Date(end).toISOString()}
      sentences={sentences}
    />
  );
}

/** In place of the chart while it loads. */
export function PendingPlot({ isLoading }: { isLoading: boolean }) {
  return (
    <div aria-busy={isLoading} className="border-t border-line px-4 py-3" style={{ height: panelHeight }}>
      <Skeleton className="h-5 w-32" />
      <div className="mt-3">
        <Skeleton className="h-52 w-full" />
      </div>
    </div>
  );
}
