import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type {
  Database,
  Deployment,
  DeploymentListItem,
} from "@shardwatch/core/contract/deployment/deployment";
import { historyQuery } from "../../../api/fleet/history.ts";
import { describeError, isNotFound } from "../../../lib/errors.ts";
import { faultOf } from "../../../lib/fault-of.ts";
import { paths } from "../../../lib/address/paths.ts";
import { lazyModule } from "../../../lib/loading/lazy-module.ts";
import { useNear } from "../../../lib/browser/use-near.ts";
import { useOverTime } from "../../../lib/time/ticker.ts";
import { refreshInterval } from "../../../lib/time/refresh-interval.ts";
import { CommandButton } from "../../../layout/CommandButton.tsx";
import { commandWords } from "./history/command-words.ts";
import { ErrorState } from "../../../ui/state/ErrorState.tsx";
import { HistoryFrame } from "./history/HistoryFrame.tsx";
import { HistoryToolbar } from "./history/HistoryToolbar.tsx";
import { metricsOf, plansOf } from "./history/plans.ts";
import { untilNextSlot } from "./history/next-slot.ts";
import { useQueryView } from "../../../lib/address/use-query-view.ts";
import { historyAnchor } from "../../../lib/address/history-address.ts";
import { earlierBy, questionOf, readHistoryView, stepToCompare, writeHistoryView } from "./history/view.ts";

const charts = lazyModule(() => import("./history/HistoryCharts.tsx"));

const atNextSlot = () => untilNextSlot(Date.now());

/** The code of the charts, and its failure, once it is wanted. */
function useCharts(isWanted: boolean) {
  const [module, setModule] = useState(charts.now());
  const [error, setError] = useState<unknown>();
  const load = useCallback(() => {
    setError(undefined);
    charts.load().then(setModule, setError);
  }, []);
  useEffect(() => {
    if (isWanted) charts.load().then(setModule, setError);
  }, [isWanted]);
  return { module, error, load };
}

interface HistorySectionProps {
  deployment: Deployment;
  /** The only database that is shown; without it there is a choice. */
  database?: Database;
}

/** The past of a deployment, or of one of its databases, as charts. Code and data load when the section comes near. */
export function HistorySection({ deployment, database: only }: HistorySectionProps) {
  const section = useRef<HTMLElement>(null);
  const headingId = useId();
  const isNear = useNear(section);
  const { search } = useLocation();
  const [chosen, change] = useQueryView(readHistoryView, writeHistoryView);
  const isOne = only !== undefined;
  const view = only ? { ...chosen, database: only.id } : chosen;
  const plans = plansOf(deployment, view.database);
  const isLive = refreshInterval.use() > 0;
  const range = questionOf(view);
  const step = useOverTime((now) => stepToCompare(view, now));
  const question = { metrics: metricsOf(plans), database: view.database, ...(step && { step }) };
  const options = {
    refetchOnWindowFocus: false,
    refetchInterval: isLive && "last" in range && atNextSlot,
  };
  const query = useQuery({
    ...historyQuery(deployment, { ...question, range }),
    ...options,
    enabled: isNear,
  });
  const earlier = view.compare ? { earlier: earlierBy(view.compare) } : undefined;
  const before = useQuery({
    ...historyQuery(deployment, { ...question, range: { ...range, ...earlier } }),
    ...options,
    enabled: isNear && earlier !== undefined,
  });
  const code = useCharts(isNear);
  useEffect(() => {
    // The page of a deployment goes to all its parts.
    if (isOne && location.hash === `#${historyAnchor}`) section.current?.scrollIntoView();
  }, [isOne]);

  const failure = code.error ?? (query.isLoadingError ? query.error : undefined);
  const retry = () => {
    code.load();
    if (query.isLoadingError) void query.refetch();
  };
  const Charts = code.module?.HistoryCharts;
  return (
    <section
      ref={section}
      id={historyAnchor}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="panel min-w-0 overflow-hidden outline-none"
    >
      <HistoryToolbar
        headingId={headingId}
        databases={deployment.databases}
        several={!only && deployment.databases.length > 1}
        addressOf={(database) => paths.database(deployment.id, database, search)}
        view={view}
        change={change}
        command={<CommandButton name="history" words={commandWords(deployment.id, view)} />}
      />
      {failure !== undefined ? (
        <HistoryFrame charts={plans.length}>
          <ErrorState
            title="Unable to Load the History"
            text={isNotFound(failure) ? describeError(failure).headline : faultOf(failure)}
            error={failure}
            onRetry={retry}
          />
        </HistoryFrame>
      ) : Charts && query.data ? (
        <Charts
          deployment={deployment}
          plans={plans}
          view={view}
          change={change}
          history={query.data}
          before={earlier && !before.isPlaceholderData ? before.data : undefined}
          failed={query.isRefetchError || (earlier !== undefined && before.isError)}
          isOutdated={query.isPlaceholderData}
        />
      ) : (
        <HistoryFrame charts={plans.length} />
      )}
    </section>
  );
}

/** The section while only the list's data is known. */
export function PendingHistory({ deployment }: { deployment: DeploymentListItem | undefined }) {
  const headingId = useId();
  const [view, change] = useQueryView(readHistoryView, writeHistoryView);
  return (
    <section aria-labelledby={headingId} className="panel min-w-0 overflow-hidden">
      <HistoryToolbar
        headingId={headingId}
        databases={[]}
        several={deployment !== undefined && deployment.databaseCount > 1}
        view={view}
        change={change}
      />
      <HistoryFrame charts={deployment ? plansOf(deployment, view.database).length : 6} />
    </section>
  );
}
